// Our own connection or the editor's fetch: which of them carries a try.
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import { createFetchWire } from './fetchWire.ts';
import type { Wire } from './wire.ts';

/** After so long our own connection is tried again: a network that was missing may be back. */
const fallbackMs = 10 * 60_000;

export type FetchFallback = <T>(tryOnce: (wire: Wire) => Promise<T>) => Promise<T>;

/**
 * Tries our own connection first. If it cannot be opened, nothing has been sent, so the same try goes through the
 * fallback. Once the fallback has had a response, later tries use it immediately, for a while.
 */
export function createFetchFallback(
  own: Wire,
  fallbackFetch: typeof fetch | undefined,
  nowMs: () => number = () => performance.now(),
): FetchFallback {
  if (fallbackFetch === undefined) return async (tryOnce) => tryOnce(own);
  const fallback = createFetchWire(fallbackFetch);
  let fallbackUntilMs = -Infinity;
  const tryFallback = async <T>(tryOnce: (wire: Wire) => Promise<T>, ownError: unknown): Promise<T> => {
    const prefer = (): void => {
      fallbackUntilMs = nowMs() + fallbackMs;
    };
    try {
      const result = await tryOnce(fallback);
      prefer();
      return result;
    } catch (error) {
      if (wasNeverSent(error)) throw ownError;
      if (error instanceof ApiError && error.status !== undefined) prefer();
      throw error;
    }
  };
  return async (tryOnce) => {
    if (nowMs() < fallbackUntilMs) return tryOnce(fallback);
    try {
      return await tryOnce(own);
    } catch (error) {
      if (!wasNeverSent(error)) throw error;
      return tryFallback(tryOnce, error);
    }
  };
}
