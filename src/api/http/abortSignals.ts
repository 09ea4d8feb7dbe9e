import { ApiError, cancelledError } from '#api/apiError.ts';
import type { ApiErrorFields } from '#api/apiError.ts';

export type Signals = readonly (AbortSignal | undefined)[];

/**
 * Calls `stop` once when the first of `signals` aborts, immediately if one has. The error is the signal's reason where that
 * is an ApiError, as a deadline's is, otherwise `cancelled`. Returns what unlinks it.
 */
export function linkAbort(
  signals: Signals,
  stop: (error: ApiError) => void,
  fields: ApiErrorFields = {},
): () => void {
  const unlink = (): void => {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort);
  };
  const onAbort = (): void => {
    unlink();
    stop(errorOfAbort(signals, fields));
  };
  if (signals.some((signal) => signal?.aborted)) onAbort();
  else for (const signal of signals) signal?.addEventListener('abort', onAbort);
  return unlink;
}

export function throwIfAborted(signals: Signals, operation?: string): void {
  if (signals.some((signal) => signal?.aborted)) throw errorOfAbort(signals, { operation });
}

/** Rejects as soon as a signal aborts. */
export async function sleep(ms: number, signals: Signals, operation?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      unlink();
      resolve();
    }, ms);
    const stop = (error: ApiError): void => {
      clearTimeout(timer);
      reject(error);
    };
    const unlink = linkAbort(signals, stop, { operation });
  });
}

function errorOfAbort(signals: Signals, { operation, status }: ApiErrorFields): ApiError {
  const reason: unknown = signals.find((signal) => signal?.aborted)?.reason;
  if (!(reason instanceof ApiError)) return cancelledError({ operation, status });
  return new ApiError(reason.kind, reason.message, { operation, status, code: reason.code });
}
