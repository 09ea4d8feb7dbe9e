import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, cancelledError, type ApiErrorFields } from '#api/apiError.ts';

type Operation = Pick<ApiErrorFields, 'operation'>;

/** The signal's reason if that is an ApiError, as a deadline's is, otherwise `cancelled`. */
export function errorOfAbort(signal: AbortSignal | undefined, operation: Operation = {}): ApiError {
  return signal?.reason instanceof ApiError ? signal.reason : cancelledError(operation);
}

/** Calls `stop` once when `signal` aborts, immediately if it has. Returns what unlinks it. */
export function linkAbort(
  signal: AbortSignal | undefined,
  stop: (error: ApiError) => void,
  operation: Operation = {},
): () => void {
  const onAbort = (): void => stop(errorOfAbort(signal, operation));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return () => signal?.removeEventListener('abort', onAbort);
}

/** Rejects as soon as the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal, operation?: Operation): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    throw errorOfAbort(signal, operation); // nothing else ends it
  }
}
