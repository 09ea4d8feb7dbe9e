import * as vscode from 'vscode';
import { findTextDocument, isUnsaved } from '#host/pages/tabs.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { parsePlace } from '#model/documents/documentUri.ts';

/** For a document with unsaved changes whose project has become read-only: it stays editable, but no save is possible. */
export function describeUnsavable(uri: vscode.Uri, guard: WriteGuard): string | undefined {
  const ref = parsePlace(uri);
  if (!ref || guard.protectionOf(ref) !== 'readOnly') return undefined;
  if (!isUnsaved(findTextDocument(uri))) return undefined;
  return vscode.l10n.t(
    '“{0}” is now protected as read-only: your changes cannot be saved. Copy them, or run “Compare Filters With…”.',
    guard.projectName(ref),
  );
}
