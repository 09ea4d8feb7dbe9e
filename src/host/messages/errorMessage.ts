// Words errors of keys, connections, the service and the system's files: what happened, what to do, and the one action that
// helps. The rooms word other errors themselves.
import * as vscode from 'vscode';
import { maxResponseMb } from '#api/clientTypes.ts';
import { type ApiError, isApiError } from '#api/apiError.ts';
import { KeyStorageError } from '#host/secretKeys.ts';
import { unreadableProtections } from '#api/writeApproval.ts';
import { formatMoment } from '#text/formatTime.ts';

import { describeNetworkError } from './networkErrorMessage.ts';
import { attrSeparator } from '#text/attrSeparator.ts';
import { displayText } from '#text/displayText.ts';
import { changeProtection, diagnoseAction } from './errorActions.ts';
import { type ErrorAction, errorKind, UserError } from './userError.ts';

const { t } = vscode.l10n;

export interface ErrorMessage {
  /** Two or three words, for a tree item. */
  readonly title: string;
  /** One or two sentences: what happened, then what to do. */
  readonly message: string;
  readonly action?: ErrorAction | undefined;
  /** Nothing failed, and the same request would end in the same way. */
  readonly isWarning?: boolean;
  /** Diagnoses the connection; a second button, for errors that the connection may cause. */
  readonly diagnose?: ErrorAction | undefined;
}

/**
 * `connectionId`: where the request went, for the action that changes its key. `field`: what a person edits, whose name the
 * message does not repeat.
 */
export function describeError(error: unknown, connectionId?: string, field?: string): ErrorMessage {
  const changeKey: ErrorAction = {
    title: t('Change Key…'),
    command: 'cohortDeck.changeKey',
    ...(connectionId === undefined ? {} : { args: [connectionId] }),
  };
  const title = shortTitle(error);
  if (error instanceof UserError) return { title, message: error.message, action: error.action };
  if (error instanceof KeyStorageError) return { title, ...describeKeyStorageError(error, changeKey) };
  const kind = connectionErrorKind(error);
  if (kind !== undefined) return { title, ...describeConnectionError(kind, changeKey) };
  const notTaken = describeNotTaken(error);
  if (notTaken !== undefined) return { title: t('Not changed'), message: notTaken, isWarning: true };
  if (!isApiError(error)) {
    const text = error instanceof Error ? error.message : String(error);
    const message = describeFileError(error) ?? withoutSqlite(text) ?? text;
    return { title, message: displayText(message, maxDetailLength) };
  }
  if (error.kind === 'readOnly') {
    return { title, message: describeApiError(error), action: changeProtection(error.project) };
  }
  if (error.kind === 'unresolvedProject') {
    const action = { ...changeKey, title: t('Add Project…'), command: 'cohortDeck.addProject' } as const;
    return { title, message: describeApiError(error), action };
  }
  const isOfKey = error.kind === 'unauthenticated' || error.kind === 'missingScope';
  return {
    title,
    message: describeApiError(error, field),
    action: isOfKey ? changeKey : undefined,
    diagnose: isOfConnection(error) ? diagnoseAction(connectionId) : undefined,
  };
}

/** What a file's system, VS Code's file systems or SQLite refuse, in place of their English; undefined for any other error. */
function describeFileError(error: unknown): string | undefined {
  const code = fileErrorCode(error);
  if (code === undefined) return undefined;
  const file: unknown = Reflect.get(Object(error), 'path');
  const words = describeFileErrorCode(code);
  return typeof file === 'string' ? `${words} (${file})` : words;
}

function describeFileErrorCode(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLite 13': // SQLITE_FULL
      return t('The disk is full. Free some space, then try again.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'SQLite 8': // SQLITE_READONLY
    case 'NoPermissions':
      return t('No permission. Check the permissions of the file and its folder.');
    case 'EBUSY':
    case 'ETXTBSY':
    case 'SQLite 5': // SQLITE_BUSY
      return t('Another program is using the file. Close it there, then try again.');
    case 'ENOENT':
    case 'ENOTDIR':
    case 'FileNotFound':
    case 'FileNotADirectory':
      return t('The file or its folder does not exist.');
    case 'EEXIST':
    case 'EISDIR':
    case 'FileExists':
    case 'FileIsADirectory':
      return t('There is another file or folder with this name.');
    case 'ENAMETOOLONG':
    case 'EILSEQ':
      return t('The file system rejected the file name.');
    default:
      return t('The file could not be read or written ({0}).', code);
  }
}

/** Errors of connections and processes have the system's codes, too. */
const otherCalls = /^(?:spawn|connect|listen|bind|accept|getaddrinfo)/;
const otherCodes = /^E(?:CONN|HOST|NET|ADDR|AI_|PIPE|TIMEDOUT)/;

/** `ENOSPC`, `NoPermissions`, `SQLite 13` and the like. */
function fileErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const read = (name: string): unknown => Reflect.get(error, name);
  const [code, errcode] = [read('code'), read('errcode')];
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return `SQLite ${errcode & 0xff}`;
  if (error instanceof vscode.FileSystemError) {
    // VS Code's own codes say less than what they wrap. Our file system says it in words of its own.
    const [, wrapped] = /\b(E[A-Z]{3,})\b: /.exec(error.message) ?? [];
    return wrapped ?? (['Unavailable', 'Unknown'].includes(error.code) ? undefined : error.code);
  }
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code) || otherCodes.test(code)) return undefined;
  const call = read('syscall');
  return typeof call === 'string' && otherCalls.test(call) ? undefined : code;
}

/** What to say if the host's Node.js has no SQLite, in place of what it says. */
function withoutSqlite(message: string): string | undefined {
  if (!message.includes('node:sqlite')) return undefined;
  return t('This editor runs extensions without SQLite, which this needs. Use VS Code 1.103 or newer.');
}

/**
 * Two or three words for use in a sentence. Keeps the system's code, such as ECONNREFUSED, because people
 * search for it.
 */
export function errorReason(error: unknown): string {
  if (isApiError(error, 'server') && error.status !== undefined) return t('HTTP {0}', error.status);
  const code = isApiError(error, 'network') ? (error.code ?? '') : '';
  return code === '' || code.startsWith('UND_ERR') ? shortTitle(error) : code;
}

function isOfConnection(error: ApiError): boolean {
  return ['network', 'timeout', 'notJson'].includes(error.kind) || error.code === 'redirect';
}

type Remedy = Omit<ErrorMessage, 'title'>;

function describeConnectionError(kind: ConnectionErrorKind, changeKey: ErrorAction): Remedy {
  switch (kind) {
    case 'noKey':
      return {
        message: t('This machine has no key for this connection. Enter one to continue.'),
        action: changeKey,
      };
    case 'unknownConnection':
      return {
        message: t('This connection does not exist or was removed. Connect to the service first.'),
        action: { title: t('Connect…'), command: 'cohortDeck.connect' },
      };
    case 'unknownProject':
      return {
        message: t('This project is not in the tree. Add it to its connection first.'),
        action: { ...changeKey, title: t('Add Project…'), command: 'cohortDeck.addProject' },
      };
    case 'sampleStopped':
      return {
        message: t('The sample data crashed several times. Start it again; the log contains the errors.'),
        action: { title: t('Retry'), command: 'cohortDeck.trySampleData' },
      };
  }
}

// oxlint-disable-next-line max-lines-per-function -- a case for each kind of error
function shortTitle(error: unknown): string {
  if (error instanceof KeyStorageError) return t('Keyring failed');
  switch (connectionErrorKind(error)) {
    case 'noKey':
      return t('No key stored');
    case 'unknownConnection':
    case 'unknownProject':
      return t('Not connected');
    case 'sampleStopped':
      return t('Stopped');
    case undefined:
      break;
  }
  switch (errorKind(error)) {
    case 'network':
      return t('Cannot connect');
    case 'timeout':
      return t('No response in time');
    case 'unauthenticated':
      return t('Key rejected');
    case 'missingScope':
    case 'forbidden':
    case 'notAllowed':
    case 'unresolvedProject':
    case 'unapproved':
      return t('Not allowed');
    case 'readOnly':
      return t('Read-only');
    case 'notFound':
      return t('Not found');
    case 'throttled':
      return isRefused(error) ? t('Rate limit reached') : t('Too many requests');
    case 'server':
      return t('Service error');
    case 'notJson':
    case 'unexpected':
    case 'incomplete':
      return t('Unexpected response');
    case 'invalid':
      return t('Rejected');
    case 'cancelled':
      return t('Canceled');
    case undefined:
      return t('Failed');
  }
}

const connectionErrorKinds = ['noKey', 'unknownConnection', 'unknownProject', 'sampleStopped'] as const;
type ConnectionErrorKind = (typeof connectionErrorKinds)[number];

/** Recognizes the error by name, because host/ does not import the model. */
function connectionErrorKind(error: unknown): ConnectionErrorKind | undefined {
  if (!(error instanceof Error) || error.name !== 'ConnectionError' || !('kind' in error)) return undefined;
  return connectionErrorKinds.find((kind) => kind === error.kind);
}

/** What a service kept of its own; the error is recognized by name, as above. */
function describeNotTaken(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'NotTaken' || !('fields' in error)) return undefined;
  const { fields } = error;
  if (!Array.isArray(fields)) return undefined;
  const record: unknown = 'record' in error ? error.record : undefined;
  if (fields.length > 1)
    return t('The service did not change: {0}', displayText(fields.join(', '), maxDetailLength));
  const has = (field: string) =>
    displayText(String(Object(record)[field] ?? ''), maxFieldLength) || t('(empty)');
  switch (fields[0]) {
    case 'name':
      return t('The service did not change the name. It is still “{0}”.', has('name'));
    case 'description':
      return t('The service did not change the description. It is still “{0}”.', has('description'));
    case 'tags':
      return t('The service did not change the tags. They are still: {0}', has('tags').replaceAll(',', ', '));
    default:
      return t('The service accepted this but changed nothing.');
  }
}

const maxDetailLength = 600;
const maxFieldLength = 200;

/** The service's own words; ours where it gave none. */
function detailOf({ detail, message }: ApiError): string {
  return displayText(detail ?? message, maxDetailLength);
}

/** `properties.values.0.key` */
function fieldOf(attr: string): string {
  return displayText(attr.replaceAll(attrSeparator, '.'), maxFieldLength);
}

// oxlint-disable-next-line max-lines-per-function -- a case for each kind of error
function describeApiError(error: ApiError, field?: string): string {
  switch (error.kind) {
    case 'network':
      return describeNetworkError(error);
    case 'timeout':
      return t(
        'The service did not respond in time. Try again, or raise the setting “Request Timeout Seconds”.',
      );
    case 'cancelled':
      return t('Canceled.');
    case 'unauthenticated':
      return t('The service does not accept the key. Enter a valid personal API key.');
    case 'missingScope':
      return t(
        'The key lacks the scope “{0}”. Add the scope to the key in the service’s settings, or enter another key.',
        error.scope ?? '?',
      );
    case 'forbidden':
      return t('The key has no permission for this: {0}', detailOf(error));
    case 'notFound':
      return t(
        'The service has no such project or record. It may have been deleted. Refresh, or check the project ID.',
      );
    case 'invalid':
      return error.attr === undefined || error.attr === field
        ? t('The service rejected this: {0}', detailOf(error))
        : t('The service rejected this: {0} ({1})', detailOf(error), fieldOf(error.attr));
    case 'notAllowed':
      return t('The service does not allow this.');
    case 'throttled':
      return `${isRefused(error) ? t('Rate limit reached.') : t('Staying below the rate limit.')} ${describeWait(error.retryAfterMs)}`;
    case 'server':
      return t(
        'The service failed ({0}). Try again; if it persists, contact its administrator.',
        error.status ?? 500,
      );
    case 'notJson':
      if (error.code === 'malformed')
        return t(
          'The service returned something other than JSON. Check the address, and whether a proxy is in front of the service.',
        );
      return t(
        'The address returned a web page instead of JSON. Check the address, and whether a proxy or a sign-in page is in front of the service.',
      );
    case 'unexpected':
      if (error.code === 'cohort_shaped') return t('The service returned the cohort instead of its persons.');
      if (error.code === 'redirect')
        return t(
          'The service redirects to {0}. Cohort Deck does not follow redirects. If the service has moved, use its new address; otherwise, check whether a sign-in page is in front of it.',
          displayText(error.detail ?? t('an unknown address'), maxFieldLength),
        );
      if (error.code === 'headers_too_large')
        return t(
          'The headers of the response are too large. Check whether a proxy or a sign-in page in front of the service adds to them.',
        );
      if (error.code === 'compressed')
        return t(
          'The response is marked as compressed (“{0}”), but could not be decompressed. Check the proxy in front of the service.',
          displayText(error.detail ?? '', maxFieldLength),
        );
      if (error.code === 'too_large')
        return t('The response exceeds the maximum of {0} MB. Use the web UI instead.', maxResponseMb);
      return t('Unexpected response from the service: {0}', detailOf(error));
    case 'incomplete':
      return t('The response ended early. Try again.');
    case 'readOnly':
      if (error.code === unreadableProtections) {
        return t(
          'Which projects are protected cannot be read, so “{0}” is read-only, and nothing was sent. Set its protection to store it again.',
          error.place ?? '',
        );
      }
      return t('“{0}” is protected as read-only, so nothing was sent.', error.place ?? '');
    case 'unresolvedProject':
      return t(
        'The service does not say which project “@current” is, so nothing was sent. Add the project by its number: it is in the address of its pages.',
      );
    case 'unapproved':
      return t(
        '“{0}” is protected as production, and this change was not confirmed. Try again.',
        error.place ?? '',
      );
  }
}

/** Rejected by the service. Without a response it is our own limit. */
function isRefused(error: unknown): boolean {
  return isApiError(error, 'throttled') && error.status === 429;
}

/** Beyond a few minutes a time of day says more than seconds, and beyond a day its date as well. */
function describeWait(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return t('Try again in a minute.');
  const minuteMs = 60_000;
  if (retryAfterMs <= 5 * minuteMs) return t('Try again in {0} s.', Math.ceil(retryAfterMs / 1000));
  const time = new Date(Date.now() + retryAfterMs);
  return Number.isNaN(time.getTime()) ? t('Try again later.') : t('Try again at {0}.', formatMoment(time));
}

// Describes a failure of this machine's keyring.
function describeKeyStorageError(
  { operation }: KeyStorageError,
  changeKey: ErrorAction,
): { readonly message: string; readonly action?: ErrorAction } {
  switch (operation) {
    case 'read':
      return {
        message: t(
          'The key cannot be read from this machine’s keyring. Unlock the keyring and try again, or enter the key for this window.',
        ),
        action: { ...changeKey, title: t('Enter Key…') },
      };
    case 'store':
      return { message: t('The key cannot be stored in this machine’s keyring.') };
    case 'remove':
      return { message: t('The key cannot be removed from this machine’s keyring.') };
  }
}
