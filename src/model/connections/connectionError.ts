import { type ApiError, isApiError, wasNeverSent } from '#api/apiError.ts';

export type ConnectionProblemKind = 'noKey' | 'unknownConnection' | 'unknownProject' | 'sampleStopped';

const messages: Readonly<Record<ConnectionProblemKind, string>> = {
  noKey: 'No key is stored for this connection.',
  unknownConnection: 'The connection does not exist.',
  unknownProject: 'The connection has no such project.',
  sampleStopped: 'The sample data stopped.',
};

/** No request was made. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly kind: ConnectionProblemKind;
  readonly connectionId: string;
  constructor(kind: ConnectionProblemKind, connectionId: string, cause?: unknown) {
    super(messages[kind], { cause });
    this.kind = kind;
    this.connectionId = connectionId;
  }
}

// What an error says of its connection.

/** No response came, or a gateway responded in place of the service. */
export function isConnectionLoss(error: unknown): error is ApiError {
  if (isApiError(error, 'network', 'timeout', 'incomplete')) return true;
  return isApiError(error, 'server') && [502, 503, 504].includes(error.status ?? 0);
}

/** Whether other requests would fail as well: without a response, with a rejected key, or because of the rate limit. */
export function concernsOthers(error: unknown): boolean {
  return isConnectionLoss(error) || isUnauthorized(error) || isApiError(error, 'throttled');
}

/** Whether the same would fail again: neither the connection, the key nor trouble of the service is to blame. */
export function isRefusal(error: unknown): boolean {
  return !concernsOthers(error) && !isApiError(error, 'server', 'notJson', 'unexpected');
}

/** Whether the same would fail for good: the record, its project or its connection does not exist. */
export function isGone(error: unknown): boolean {
  if (isApiError(error, 'notFound')) return true;
  return error instanceof ConnectionError && ['unknownConnection', 'unknownProject'].includes(error.kind);
}

export function isUnauthorized(error: unknown): boolean {
  if (isApiError(error, 'unauthenticated')) return true;
  return error instanceof ConnectionError && error.kind === 'noKey';
}

// Whether a failed write may have been made all the same.

/**
 * After these errors the service may have made the change: the connection or the response broke, or a proxy responded.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (wasNeverSent(error)) return false;
  return isApiError(
    error,
    ...(['network', 'timeout', 'cancelled', 'incomplete', 'notJson', 'unexpected', 'server'] as const),
  );
}
