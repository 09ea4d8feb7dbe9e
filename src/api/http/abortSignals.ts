import { cancelledError } from '#api/apiError.ts';

export type Signals = readonly (AbortSignal | undefined)[];

/** Calls `stop` once when the first of `signals` aborts, at once if one has. Returns what unlinks it. */
export function linkAbort(signals: Signals, stop: () => void): () => void {
  const unlink = (): void => {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort);
  };
  const onAbort = (): void => {
    unlink();
    stop();
  };
  if (signals.some((signal) => signal?.aborted)) stop();
  else for (const signal of signals) signal?.addEventListener('abort', onAbort);
  return unlink;
}

/** Throws `cancelled`. */
export function throwIfAborted(signals: Signals, operation?: string): void {
  if (signals.some((signal) => signal?.aborted)) throw cancelledError({ operation });
}

/** Rejects with `cancelled` as soon as a signal aborts. */
export async function sleep(ms: number, signals: Signals, operation?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      unlink();
      resolve();
    }, ms);
    const unlink = linkAbort(signals, () => {
      clearTimeout(timer);
      reject(cancelledError({ operation }));
    });
  });
}
