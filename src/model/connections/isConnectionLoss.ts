// What an error says of its connection.
import { type ApiError, isApiError } from '#api/apiError.ts';
import { ConnectionError } from './connectionError.ts';

/** No response came, or a gateway responded in place of the service. */
export function isConnectionLoss(error: unknown): error is ApiError {
  if (isApiError(error, 'network', 'timeout', 'incomplete')) return true;
  return isApiError(error, 'server') && [502, 503, 504].includes(error.status ?? 0);
}

/** Whether other requests would fail as well: without a response, with a rejected key, or because of the rate limit. */
export function concernsOthers(error: unknown): boolean {
  return isConnectionLoss(error) || isUnauthorized(error) || isApiError(error, 'throttled');
}

export function isUnauthorized(error: unknown): boolean {
  if (isApiError(error, 'unauthenticated')) return true;
  return error instanceof ConnectionError && error.kind === 'noKey';
}
