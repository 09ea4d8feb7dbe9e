// Shows an error as a message with its action and the log. Errors of an outage, and of a read-only project, have messages
// of their own.
import * as vscode from 'vscode';
import { describeError } from './errorMessage.ts';
import { actionsOf, runAction } from './errorActions.ts';
import type { Log } from '#host/log.ts';
import { showErrorText, showWarning } from './showMessage.ts';
import { errorKind, isCancelled, UserError } from './userError.ts';

/** A button of a message that is shown later. */
export interface LaterAction {
  readonly title: string;
  /** Shows its own errors. */
  readonly run: () => Thenable<unknown>;
}

export interface ShownError {
  /** What was tried, as a sentence; may be empty. */
  readonly attempt: string;
  readonly error: unknown;
  /** Where the request went. */
  readonly connectionId?: string | undefined;
  /** Offered after an outage, in place of the buttons that its message has no room for. */
  readonly afterOutage?: LaterAction | undefined;
  /** Aborts once the message no longer holds, which closes it; such a message cannot look like an error. */
  readonly outdated?: AbortSignal;
}

/** Resolves with whether it has shown the error. */
type ErrorHandler = (shown: ShownError) => Promise<boolean>;

let errorHandler: ErrorHandler = async () => false;

/** Every error goes to the handler first. @returns what disposes the handler */
export function setErrorHandler(handler: ErrorHandler): vscode.Disposable {
  const before = errorHandler;
  errorHandler = handler;
  return new vscode.Disposable(() => {
    errorHandler = before;
  });
}

/**
 * Shows nothing for a cancellation. Never throws.
 * @param attempt what was tried, as a sentence; may be empty. It is not logged, as it may name records
 * @param line what the log says of it
 */
export async function showError(
  attempt: string,
  error: unknown,
  log: Log,
  connectionId?: string,
  line = '',
): Promise<void> {
  if (isCancelled(error)) return;
  log.error(line, error); // the message may quote the service
  await askAboutError({ attempt, error, connectionId }, [], log);
}

/** An error of the handler must not hide the error itself. */
async function isHandledElsewhere(shown: ShownError, log: Log): Promise<boolean> {
  try {
    return await errorHandler(shown);
  } catch (error) {
    log.error('Could not show an error in a message of its own.', error);
    return false;
  }
}

/** With the caller's own buttons first; writes nothing to the log. @returns the one of them that was chosen */
export async function askAboutError(
  shown: ShownError,
  buttons: readonly string[],
  log: Log,
): Promise<string | undefined> {
  if (await isHandledElsewhere(shown, log)) return undefined;
  const described = describeError(shown.error, shown.connectionId);
  const text = [shown.attempt, described.message].filter((part) => part !== '').join(' ');
  const showLog = vscode.l10n.t('Show Log');
  const hidesLog = shown.error instanceof UserError || errorKind(shown.error) === 'readOnly'; // all is said
  const actions = actionsOf(described);
  const own = [...actions.map(({ title }) => title), ...(hidesLog ? [] : [showLog])];
  const show = described.isWarning ? showWarning : showErrorText;
  const { outdated } = shown;
  const all = [...buttons, ...own];
  const choice = outdated ? await showUntilOutdated(outdated, text, all) : await show(text, ...all);
  if (choice === showLog) log.show();
  else if (choice === undefined || !buttons.includes(choice)) await runAction(actions, choice);
  else return choice;
  return undefined;
}

async function showUntilOutdated(
  outdated: AbortSignal,
  text: string,
  buttons: readonly string[],
): Promise<string | undefined> {
  const { showUntil } = await import('./openNotification.ts');
  return showUntil(outdated, text, ...buttons);
}
