// The one place that turns an error into words and buttons: what was tried, what happened, what to do.
import * as vscode from 'vscode';
import { type ApiError, type ApiErrorKind, isApiError } from '#api/apiError.ts';
import type { CommandId } from '#manifest.ts';
import { plainText } from './plainText.ts';

const { t } = vscode.l10n;

/** A button that runs one of our commands. */
export interface FailureAction {
  readonly title: string;
  readonly command: CommandId;
  readonly args?: readonly unknown[];
}

export interface Failure {
  /** Two or three words, for a narrow place. */
  readonly title: string;
  /** One or two sentences, the last of which says what to do. */
  readonly message: string;
  readonly action?: FailureAction | undefined;
}

/** An error of our own whose message is written for people, in their language. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly action: FailureAction | undefined;
  constructor(message: string, action?: FailureAction) {
    super(message);
    this.action = action;
  }
}

/** True for errors that are a person's own wish to stop; they are shown nowhere. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof vscode.CancellationError ||
    isApiError(error, 'cancelled') ||
    (error instanceof Error && error.name === 'AbortError')
  );
}

/** What went wrong between us and the service; undefined for every other error. */
export function errorKind(error: unknown): ApiErrorKind | undefined {
  return isApiError(error) ? error.kind : undefined;
}

/** What an error means to a person. `connectionId` is where the request went, for the buttons that change it. */
export function describeFailure(error: unknown, connectionId?: string): Failure {
  const changeKey: FailureAction = {
    title: t('Change Key…'),
    command: 'cohortDeck.changeKey',
    ...(connectionId === undefined ? {} : { args: [connectionId] }),
  };
  const title = describeKind(error);
  if (error instanceof UserError) return { title, message: error.message, action: error.action };
  if (isConnectionError(error, 'unknownConnection')) {
    const message = t('This connection is not there any more. Connect to the service again to go on.');
    return { title, message, action: { title: t('Connect…'), command: 'cohortDeck.connect' } };
  }
  if (isConnectionError(error, 'noKey')) {
    const message = t('No key is stored on this machine for this connection. Enter one to go on.');
    return { title, message, action: changeKey };
  }
  if (!isApiError(error)) return { title, message: error instanceof Error ? error.message : String(error) };
  const isOfKey = error.kind === 'unauthenticated' || error.kind === 'missingScope';
  return { title, message: describeApiError(error), action: isOfKey ? changeKey : undefined };
}

function describeKind(error: unknown): string {
  if (isConnectionError(error, 'noKey')) return t('No key stored');
  if (isConnectionError(error, 'unknownConnection')) return t('Not connected');
  switch (errorKind(error)) {
    case 'network':
    case 'timeout':
      return t('Cannot be reached');
    case 'unauthenticated':
      return t('Key refused');
    case 'missingScope':
    case 'forbidden':
    case 'notAllowed':
      return t('Not allowed');
    case 'notFound':
      return t('Not found');
    case 'throttled':
      return t('Rate limit reached');
    case 'server':
      return t('The service failed');
    case 'notJson':
    case 'unexpected':
    case 'incomplete':
      return t('Unreadable answer');
    case 'invalid':
      return t('Refused');
    case 'cancelled':
      return t('Cancelled');
    case undefined:
      return t('Failed');
  }
}

/** Told by its name, so that the model's code is not loaded for it. */
function isConnectionError(error: unknown, kind: 'noKey' | 'unknownConnection'): boolean {
  return error instanceof Error && error.name === 'ConnectionError' && 'kind' in error && error.kind === kind;
}

function describeApiError(error: ApiError): string {
  switch (error.kind) {
    case 'network':
      return describeNetworkError(error);
    case 'timeout':
      return t(
        'The service did not answer in time. Try again, or raise the setting “Request Timeout Seconds”.',
      );
    case 'cancelled':
      return t('Cancelled.');
    case 'unauthenticated':
      return t('The service does not accept the key. Enter a valid personal API key.');
    case 'missingScope':
      return t(
        'The key lacks the scope “{0}”. Give the key that scope in the service’s settings, or enter another key.',
        error.scope ?? '?',
      );
    case 'forbidden':
      return t('The key may not do this: {0}', error.message);
    case 'notFound':
      return t(
        'The service does not know this project or record. It may have been deleted: refresh, or check the project id.',
      );
    case 'invalid':
      return error.attr === undefined
        ? t('The service refused this: {0}', error.message)
        : t('The service refused this: {0} ({1})', error.message, error.attr.replaceAll('__', '.'));
    case 'notAllowed':
      return t('The service does not allow this.');
    case 'throttled':
      return error.retryAfterMs === undefined
        ? t('The service’s rate limit is used up. Try again in a minute.')
        : t(
            'The service’s rate limit is used up. Try again in {0} seconds.',
            Math.ceil(error.retryAfterMs / 1000),
          );
    case 'server':
      return t(
        'The service failed ({0}). Try again; if it stays so, ask those who run it.',
        error.status ?? 500,
      );
    case 'notJson':
      return t(
        'The address answers, but not as the service does: a web page came instead of JSON. Check the address, and whether a proxy or a login page stands in between.',
      );
    case 'unexpected':
      if (error.code === 'redirect')
        return t(
          '{0} If the service has moved, use its new address; else a login page stands in between.',
          error.message,
        );
      return t('The service answered in a way that this extension does not know: {0}', error.message);
    case 'incomplete':
      return t('The answer broke off before its end. Try again.');
  }
}

/** No answer came. The system's own code, such as ECONNREFUSED, tells why, and is what people search for. */
function describeNetworkError(error: ApiError): string {
  const code = error.code ?? '';
  if (code === 'ECONNREFUSED')
    return t(
      'The service cannot be reached: nothing listens at its address ({0}). Check the address, and that the service runs, then try again.',
      code,
    );
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return t(
      'The service cannot be reached: no host of this name was found ({0}). Check the address and the network, then try again.',
      code,
    );
  if (code.startsWith('ERR_SSL') || code === 'EPROTO')
    return t('The address does not answer in https ({0}). Check the address and its port.', code);
  if (code.startsWith('CERT_') || /SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE|ERR_TLS_CERT/.test(code))
    return t(
      'The service’s certificate is not trusted on this machine ({0}). Check the address; behind a company’s proxy, install its certificate on this machine.',
      code,
    );
  return t(
    'The service cannot be reached ({0}). Check the address, the network and the proxy, then try again.',
    causeOf(error),
  );
}

/** The system's code, or its words where the code is one of the HTTP library. */
function causeOf(error: ApiError): string {
  const { code } = error;
  if (code !== undefined && !code.startsWith('UND_ERR')) return code;
  let words = error.message;
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) words = cause.message;
  return words;
}

/** Shows an error with its one action and the log; a cancellation is silent. Never throws. */
export async function showFailure(
  what: string,
  error: unknown,
  log: vscode.LogOutputChannel,
  connectionId?: string,
): Promise<void> {
  if (isCancelled(error)) return;
  const { message, action } = describeFailure(error, connectionId);
  const text = [what, message].filter((part) => part !== '').join(' ');
  log.error(text, error instanceof UserError ? '' : error);
  const showLog = t('Show Log');
  const buttons = action ? [action.title, showLog] : [showLog];
  const choice = await vscode.window.showErrorMessage(plainText(text), ...buttons);
  if (choice === showLog) log.show();
  else if (action && choice === action.title) {
    await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
  }
}
