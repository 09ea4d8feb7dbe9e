// Our own connection or the editor's fetch: which of them carries a try.
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import { systemCode } from '#api/http/errors/classifyNetworkError.ts';
import { notDecompressed } from '#api/http/decodedWire.ts';
import { NotConnectedError } from '#api/http/errors/notConnected.ts';
import type { Wire, WireHandler, WireRequest } from '#api/http/wire.ts';

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

// Requests over the editor's fetch, which brings its own proxy, certificates and limits on connections.
function createFetchWire(fetchLike: typeof fetch): Wire {
  return (request, handler) => {
    const aborter = new AbortController();
    let isOver = false;
    const finish = (report: () => void): void => {
      if (isOver) return;
      isOver = true;
      report();
    };
    runFetch(fetchLike, request, handler, aborter.signal).then(
      () => finish(() => handler.onEnd()),
      (error: unknown) => finish(() => handler.onFailure(error)),
    );
    return () => finish(() => aborter.abort());
  };
}

async function runFetch(
  fetchLike: typeof fetch,
  request: WireRequest,
  handler: WireHandler,
  signal: AbortSignal,
): Promise<void> {
  const response = await startFetch(fetchLike, request, signal);
  const valve = createValve();
  handler.onResponse(response.status, Object.fromEntries(response.headers), valve);
  if (response.body === null) return;
  const reader = response.body.getReader();
  for (;;) {
    await valve.opened();
    signal.throwIfAborted();
    const { done, value } = await reader.read().catch((cause: unknown) => {
      const isOfDecoder = /^(?:Z_(?!BUF_ERROR)|ERR__)/.test(systemCode(cause) ?? '');
      const coding = response.headers.get('content-encoding') ?? '';
      throw isOfDecoder ? notDecompressed(coding, { status: response.status, cause }) : cause;
    });
    if (done) return;
    signal.throwIfAborted();
    handler.onChunk(value);
  }
}

async function startFetch(
  fetchLike: typeof fetch,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetchLike(request.origin + request.path, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal,
      ...(request.body && { body: new Uint8Array(request.body) }),
    });
  } catch (error) {
    if (!failedToOpen(error)) throw error;
    throw new NotConnectedError('The connection could not be opened.', { cause: error });
  }
}

/**
 * True if the system says that it could not connect or not resolve the name. The code alone is not enough: an open
 * connection can break with EHOSTUNREACH as well, after the service has the request.
 */
function failedToOpen(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('syscall' in at) return at.syscall === 'connect' || at.syscall === 'getaddrinfo';
    if ('code' in at && at.code === 'UND_ERR_CONNECT_TIMEOUT') return true;
    if (at instanceof AggregateError) return at.errors.length > 0 && at.errors.every(failedToOpen);
  }
  return false;
}

function createValve() {
  let waiting: Promise<void> | undefined;
  let open: (() => void) | undefined;
  return {
    pause(): void {
      waiting ??= new Promise((resolve) => {
        open = resolve;
      });
    },
    resume(): void {
      waiting = undefined;
      open?.();
    },
    opened: async (): Promise<void> => waiting,
  };
}
