// Why a save failed, in one sentence after the editor's own “Failed to save …”, and the buttons that the editor does
// not offer by itself.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { isApiError } from '#api/apiError.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { showUntilEnd, type WatchEnd } from '#host/messages/openNotification.ts';
import { showError } from '#host/messages/showError.ts';
import { errorKind } from '#host/messages/userError.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  isLost,
  SaveIgnored,
  SaveIncomplete,
  SaveNotApproved,
  SaveNotArrived,
  SaveNotConfirmed,
} from '#model/documents/save/saveErrors.ts';
import { LockNotFree } from '#model/storage/fileLock.ts';
import { DocumentFieldError } from '#model/documents/save/saveTransitions.ts';
import { JsonTextError } from '#json/checkJsonObject.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import { describeJsonProblem, lineColumnOf } from '#json/describeJsonProblem.ts';
import { SaveFailure } from './saveProgress.ts';

const { t } = vscode.l10n;

/** The error for a document that could not be read. */
export function toReadError(uri: vscode.Uri, error: unknown, connectionId: string): Error {
  if (errorKind(error) === 'notFound') {
    const gone = vscode.FileSystemError.FileNotFound(uri);
    gone.message = withoutLinksAndIcons(describeError(error).message);
    return gone;
  }
  return vscode.FileSystemError.Unavailable(withoutLinksAndIcons(describeError(error, connectionId).message));
}

/** A text that was not saved. */
interface UnsavedText {
  readonly text: string;
  readonly ref: DocumentRef;
  /** The project's name; undefined if it is not in production. */
  readonly production: string | undefined;
  readonly isAutomatic: boolean;
  /** Only a workspace has turned Auto Save on. */
  readonly isAutoSaveOff: boolean;
}

/** The editor shows it after “Failed to save …”, so it is one sentence. `attempt`: what failed, as a sentence. */
export function toSaveFailure(error: unknown, unsaved: UnsavedText, attempt: string): SaveFailure {
  const { connectionId } = unsaved.ref;
  const lost = isLost(error) ? { connectionId, attempt } : undefined;
  const message = describeUnapproved(error, unsaved) ?? describeFailure(error, unsaved);
  return new SaveFailure(withoutLinksAndIcons(message, maxMessageLength), error, lost);
}

/** The text stays unsaved, and auto save leaves it alone until the person saves. */
function describeUnapproved(
  error: unknown,
  { isAutomatic, isAutoSaveOff, production }: UnsavedText,
): string | undefined {
  if (!(error instanceof SaveNotApproved)) return undefined;
  if (isAutoSaveOff && production === undefined)
    return t('Auto Save sends changes only if your user settings turn it on. To save, choose File > Save.');
  if (production === undefined)
    return isAutomatic
      ? t('Auto Save does not restrict who can edit. To save, choose File > Save.')
      : t('Nothing was sent. Your text is still here.');
  return isAutomatic
    ? t('Auto Save does not send changes to “{0}” (Production). To save, choose File > Save.', production)
    : t('Nothing was sent to “{0}” (Production). Your text is still here.', production);
}

/** Whether the person chose to keep editing. */
export function isSaveDeclined(error: unknown): boolean {
  return [SaveIncomplete, SaveNotApproved, DocumentConflict, DocumentDeleted].some(
    (kind) => error instanceof kind,
  );
}

/** Words for the narrow status bar: a dialog has just shown the details. */
export function describeDeclined(error: unknown): string {
  if (error instanceof SaveNotApproved) return t('Not saved. Nothing was sent.');
  if (error instanceof DocumentConflict) return t('Not saved. Save again to merge or overwrite.');
  if (error instanceof DocumentDeleted) return t('Not saved. Save again to restore it.');
  return t('Not saved. A condition is incomplete.');
}

export function mergingFailure(): SaveFailure {
  return new SaveFailure(t('Not saved yet: finish the merge first.'));
}

/** A service may send thousands of characters; Problems shows all of them. */
const maxMessageLength = 200;

function describeFailure(error: unknown, { text, ref }: UnsavedText): string {
  if (error instanceof JsonTextError) {
    const { line, column } = lineColumnOf(text, error.problem.offset);
    const what = describeJsonProblem(error.problem, t);
    return t('{0} (line {1}, column {2}) Nothing was sent.', what, line, column);
  }
  if (error instanceof DocumentFieldError) return describeFieldError(error);
  if (error instanceof DocumentConflict)
    return t('It was changed on the service. Save again to merge or overwrite.');
  if (error instanceof DocumentDeleted) return t('It was deleted on the service. Save again to restore it.');
  if (error instanceof SaveIncomplete) return t('A condition is incomplete. Your text is still here.');
  if (error instanceof SaveIgnored)
    return error.isStatic
      ? t('The service accepted the save but changed nothing; a static cohort has no filters.')
      : t('The service accepted the save but changed nothing.');
  if (error instanceof SaveNotArrived) return describeBriefly(error.cause, ref);
  if (error instanceof SaveNotConfirmed)
    return t('The response was lost, so it is not clear whether the save succeeded. Save again to check.');
  if (error instanceof LockNotFree)
    return error.reason === 'cancelled'
      ? t('Canceled while another window was saving it. Nothing was sent.')
      : t('Another window is still saving it. Nothing was sent.');
  if (isConnectionGone(error))
    return t('Its connection or project was removed. Connect again, or keep the text with “Save As…”.');
  return describeBriefly(error, ref);
}

/** The first sentence says what happened; the editor offers to try again. */
function describeBriefly(error: unknown, { connectionId, part }: DocumentRef): string {
  const { message } = describeError(error, connectionId, part);
  const isQuoting = isApiError(error, 'invalid', 'forbidden', 'readOnly', 'unapproved'); // a name, or the service's own words
  return isQuoting ? message : message.replace(/(?<=[.!?])\s.*$/s, '');
}

function describeFieldError({ problem, field }: DocumentFieldError): string {
  switch (problem) {
    case 'missing':
      return t('“{0}” is missing. Add it again: a field cannot be removed. Nothing was sent.', field);
    case 'unknown':
      return t('“{0}” cannot be edited here. Remove it. Nothing was sent.', field);
    case 'repeated':
      return t('“{0}” appears twice. Remove one of them. Nothing was sent.', field);
  }
}

/** Offers what keeps a text from being saved: another key, another protection. The editor's own message offers to try again. */
export async function offerRemedy(
  error: unknown,
  { id, name }: { readonly id: string; readonly name: string },
  watch: WatchEnd,
  log: Log,
): Promise<void> {
  const cause = error instanceof SaveNotConfirmed ? error.askError : error;
  if (isConnectionGone(cause)) return; // there is none to change the key of
  if (isApiError(cause, 'readOnly')) return showError('', cause, log);
  const isLevel = isApiError(cause, 'forbidden');
  const { action } = describeError(cause, id);
  if (!action && !isLevel) return;
  const message = isLevel
    ? t('Another key for “{0}” may have permission to save this.', name)
    : t('Change the key of “{0}” to save this.', name);
  const changeKey = t('Change Key…');
  const showLog = t('Show Log');
  const choice = await showUntilEnd(watch, message, changeKey, showLog);
  if (choice === showLog) log.show();
  else if (choice === changeKey) await vscode.commands.executeCommand('cohortDeck.changeKey', id);
}

function isConnectionGone(error: unknown): boolean {
  return (
    error instanceof ConnectionError &&
    (error.kind === 'unknownConnection' || error.kind === 'unknownProject')
  );
}
