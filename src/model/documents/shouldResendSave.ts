// Whether a save is sent again by itself.
import { isApiError } from '#api/apiError.ts';
import type { Attempt } from './saveStates.ts';

/**
 * Asked where the service has what it had before the save. It is sent again once, after a broken connection.
 * @param cause why the response was lost
 */
export function shouldResendSave({ isSecond }: Attempt, cause: unknown): boolean {
  return !isSecond && isApiError(cause, 'network', 'incomplete');
}
