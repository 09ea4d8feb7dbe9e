// Another window may be saving the same record. After two seconds a person sees which one is waited for, and may cancel.
import * as vscode from 'vscode';
import { withProgress } from '#host/showProgress.ts';
import { readSetting } from '#host/settings.ts';
import { parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { LockWaiting } from '#model/storage/lockWait.ts';

const { t } = vscode.l10n;

/** For the locks of records, which `formatRecordRef` names. No wait is longer than the deadline of one request. */
export function waitForWindow(nameOf: (ref: RecordRef) => string | undefined): LockWaiting {
  return {
    ownName: () => vscode.workspace.name ?? '',
    longestMs: () => readSetting('cohortDeck.requestTimeoutSeconds') * 1000,
    show(lock, holder, cancel) {
      const ref = parseRecordRef(lock);
      const name = (ref && nameOf(ref)) ?? t('#{0}', ref?.id ?? lock);
      const text =
        holder === ''
          ? t('Another window is saving “{0}”. Waiting for it…', name)
          : t('The window “{0}” is saving “{1}”. Waiting for it…', holder, name);
      return showWait(text, cancel);
    },
  };
}

function showWait(title: string, cancel: () => void): vscode.Disposable {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const location = vscode.ProgressLocation.Notification;
  void withProgress({ location, title, cancellable: true }, async (_report, token) => {
    token.onCancellationRequested(cancel);
    await ended;
  });
  return { dispose: end };
}
