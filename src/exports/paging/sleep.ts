import { ApiError } from '#api/apiError.ts';

/** Rejects with `cancelled` as soon as `signal` aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const cancelled = new ApiError('cancelled', 'The export was cancelled.');
    if (signal.aborted) {
      reject(cancelled);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(cancelled);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
