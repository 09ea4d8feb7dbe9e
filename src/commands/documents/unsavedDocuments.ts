import * as vscode from 'vscode';
import { isUnsaved } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type ProjectRef, type RecordRef } from '#model/records/recordRef.ts';

/** A connection, or one of its projects. */
export type UnsavedScope = Pick<ProjectRef, 'connectionId'> & Partial<ProjectRef>;

/** Documents with unsaved text. */
export function unsavedIn(scope: UnsavedScope): readonly vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    (document) => isIn(document.uri, scope) && isUnsaved(document),
  );
}

/** The same of one record. */
export function unsavedOf(ref: RecordRef): readonly vscode.TextDocument[] {
  return unsavedIn(ref).filter(({ uri }) => {
    const other = parseRecordPlace(uri);
    return other !== undefined && isSameRecord(other, ref);
  });
}

/** Whether a document belongs to it. */
export function isIn(uri: vscode.Uri, scope: UnsavedScope): boolean {
  const ref = uri.scheme === scheme ? parseRecordPlace(uri) : undefined;
  if (!ref || ref.connectionId !== scope.connectionId) return false;
  return scope.projectId === undefined || ref.projectId === scope.projectId;
}
