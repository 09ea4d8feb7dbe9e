// Why a document cannot be edited, in a sentence for its read-only mark.
import * as vscode from 'vscode';
import { describeProtected, describeViewOnly } from '#host/readonlyRecordText.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { DocumentState } from '#model/documents/documentState.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { type DeletedRecord, describeDeletedRecord } from './describeDeletedRecord.ts';

const { t } = vscode.l10n;

export function describeReadonlyDocument(
  readonly: NonNullable<DocumentState['readonly']>,
  ref: DocumentRef,
  guard: WriteGuard,
  deleted: () => DeletedRecord,
): string {
  if (readonly === 'protected') return describeProtected(guard.projectName(ref));
  if (readonly === 'deleted') return t('{0} Restore it to edit it.', describeDeletedRecord(deleted()));
  if (readonly === 'level') return describeViewOnly(ref.kind);
  if ('lost' in readonly) {
    if (readonly.lost.kind === 'unauthenticated') {
      return t(
        '“{0}” does not accept the key. Showing the last known version, read-only until there is a valid key.',
        guard.connectionName(ref),
      );
    }
    return t(
      '“{0}” cannot be reached. Showing the last known version, read-only until it is loaded again.',
      guard.connectionName(ref),
    );
  }
  return t('The key lacks the scope “{0}”, so changes cannot be saved.', readonly.scope);
}
