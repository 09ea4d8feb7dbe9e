// Why a save failed, in words behind the editor's own “Failed to save …”, and what a person can do about it that the
// editor does not offer itself.
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import { describeError } from '#host/errorMessage.ts';
import { errorKind } from '#host/userError.ts';
import { plainText } from '#host/plainText.ts';
import { ConnectionError } from '#model/connections/connectionClients.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  SaveIgnored,
  SaveNotArrived,
  SaveNotConfirmed,
} from '#model/documents/saveErrors.ts';
import { DocumentFieldError } from '#model/documents/documentText.ts';
import { JsonTextError } from '#json/rawMember.ts';
import { lineColumnOf } from '#json/lineColumn.ts';
import { describeJsonProblem } from '#json/problemMessage.ts';

const { t } = vscode.l10n;

export function toFileSystemError(
  uri: vscode.Uri,
  error: unknown,
  text: string,
  connectionId: string,
): Error {
  if (errorKind(error) !== 'notFound') {
    return vscode.FileSystemError.Unavailable(plainText(describeSaveFailure(error, text, connectionId)));
  }
  const gone = vscode.FileSystemError.FileNotFound(uri);
  gone.message = describeError(error).message;
  return gone;
}

export function mergingError(): Error {
  return vscode.FileSystemError.Unavailable(
    t('Nothing was sent yet. Your text and the service’s are side by side in the merge editor.'),
  );
}

function describeSaveFailure(error: unknown, text: string, connectionId: string): string {
  if (error instanceof JsonTextError) {
    const { line, column } = lineColumnOf(text, error.problem.offset);
    const what = describeJsonProblem(error.problem, t);
    return t('{0} (line {1}, column {2}) Nothing was sent.', what, line, column);
  }
  if (error instanceof DocumentFieldError) return describeFieldError(error);
  if (error instanceof DocumentConflict)
    return t(
      'It was changed on the service meanwhile. Nothing was overwritten, and your text stays here. A save by hand asks what is to become of it.',
    );
  if (error instanceof DocumentDeleted)
    return t(
      'It was deleted on the service meanwhile. Nothing was sent, and your text stays here. A save by hand offers to restore it.',
    );
  if (error instanceof SaveIgnored)
    return error.ref.kind === 'cohort'
      ? t(
          'The service answered that all is well, but kept the old text; a static cohort has no filters. Your text stays here.',
        )
      : t('The service answered that all is well, but kept the old text. Your text stays here.');
  if (error instanceof SaveNotArrived) {
    const { message } = describeError(error.cause, connectionId);
    return t('The service does not have your text, which stays here. {0}', message);
  }
  if (error instanceof SaveNotConfirmed) {
    return t(
      'Your text was sent, but the answer got lost and the service cannot be asked, so that it is not known whether it arrived. Your text stays here, and the next save looks first. {0}',
      describeError(error.askError, connectionId).message,
    );
  }
  if (isConnectionGone(error)) {
    return t(
      'Its connection is not here any more. Connect to the service again, or keep the text with Save As. Your text stays here.',
    );
  }
  return describeError(error, connectionId).message;
}

function describeFieldError({ problem, field }: DocumentFieldError): string {
  switch (problem) {
    case 'missing':
      return t('“{0}” is missing. A field cannot be removed: put it back. Nothing was sent.', field);
    case 'unknown':
      return t('“{0}” is no field that can be edited here: take it out. Nothing was sent.', field);
    case 'repeated':
      return t('“{0}” is there twice: take one of them out. Nothing was sent.', field);
  }
}

/** The editor's own message says what happened and offers to try again. This one offers the way out of key trouble. */
export async function offerRemedy(
  error: unknown,
  connectionId: string,
  connection: string,
  log: vscode.LogOutputChannel,
): Promise<void> {
  const cause = error instanceof SaveNotConfirmed ? error.askError : error;
  if (isConnectionGone(cause)) return; // there is nothing that a key could be given to
  const isLevel = isApiError(cause, 'forbidden');
  const { action } = describeError(cause, connectionId);
  if (!action && !isLevel) return;
  const message = isLevel
    ? t('Another key of “{0}” may be allowed to save this.', connection)
    : t('It can be saved as soon as “{0}” has a key that may do so.', connection);
  const changeKey = t('Change Key…');
  const showLog = t('Show Log');
  const choice = await vscode.window.showWarningMessage(message, changeKey, showLog);
  if (choice === showLog) log.show();
  else if (choice === changeKey) await vscode.commands.executeCommand('cohortDeck.changeKey', connectionId);
}

function isConnectionGone(error: unknown): boolean {
  return error instanceof ConnectionError && error.kind === 'unknownConnection';
}
