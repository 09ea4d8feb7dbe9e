// Whether a save is sent again by itself.
import { isApiError } from '#api/apiError.ts';
import type { Attempt } from './saveStates.ts';

/**
 * Once, after a broken connection. The service does not have the text, and has not changed meanwhile.
 * @param cause why the response was lost
 */
export function shouldResendSave({ isSecond }: Attempt, cause: unknown): boolean {
  return !isSecond && isApiError(cause, 'network', 'incomplete');
}
