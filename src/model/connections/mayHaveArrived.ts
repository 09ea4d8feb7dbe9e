// Whether a failed write may have been made all the same.
import { isApiError, wasNeverSent } from '#api/apiError.ts';

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
