import * as vscode from 'vscode';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { formatDateTime } from '#text/formatTime.ts';

const { t } = vscode.l10n;

export interface DeletedRecord {
  readonly uri: vscode.Uri;
  readonly ref: DocumentRef;
  /** What the record was called. */
  readonly title: string;
  /** Milliseconds since 1970; undefined if it was not deleted by this extension. */
  readonly deletedAt: number | undefined;
}

export function describeDeletedRecord({ ref, title, deletedAt }: DeletedRecord): string {
  if (deletedAt !== undefined) {
    const when = formatDateTime(deletedAt);
    return t('You deleted “{0}” on {1}.', title, when);
  }
  // The service responds the same way for a deleted and a hidden dashboard.
  return ref.kind === 'cohort'
    ? t('“{0}” is deleted on the service.', title)
    : t('“{0}” was deleted on the service, or this key can no longer view it.', title);
}
