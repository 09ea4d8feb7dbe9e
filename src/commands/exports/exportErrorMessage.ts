// Why an export failed, in words.
import * as vscode from 'vscode';
import type { ExportErrorKind } from '#exports/files/exportError.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { UserError } from '#host/messages/userError.ts';

const { t } = vscode.l10n;

/** An ExportError in a sentence that says what to do; every other error unchanged. */
export function toExportUserError(error: unknown): unknown {
  if (error instanceof Error && error.name === 'UndecodableText')
    return new UserError(
      t(
        'The file is not UTF-8, so a copy would have other letters. Save everything, or save the file as UTF-8 first.',
      ),
    );
  if (!(error instanceof Error) || error.name !== 'ExportError' || !('kind' in error)) return error;
  const texts: Readonly<Record<ExportErrorKind, string>> = {
    diskFull: t('The disk is full. Free some space or run “Clear Exports”, then export again.'),
    noPermission: t('No permission to write to the exports folder. Check its permissions.'),
    badName: t('The file system rejected the file name. Rename the cohort, then export again.'),
    noFolder: t('Could not create the exports folder. Check that its parent is a folder.'),
    inUse: t('Another program is using the file. Close it there, then export again.'),
    notKept: t('The interrupted export is already being resumed, or its file no longer exists.'),
    damaged: t('The file of the interrupted export is damaged. Export again.'),
    disk: t('Could not write the export: {0}', describeError(error).message),
  };
  const text = Object.entries(texts).find(([kind]) => kind === error.kind)?.[1];
  return new UserError(text ?? error.message);
}

/** The error when requests ended that the person did not cancel. */
export function removedConnection(): UserError {
  const connect = { title: t('Connect…'), command: 'cohortDeck.connect' } as const;
  return new UserError(t('Its connection was removed. Connect to the service again.'), connect);
}
