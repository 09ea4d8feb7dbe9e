// Requests over the editor's fetch, which brings its own proxy, certificates and limits on connections.
import { NotConnectedError } from './notConnected.ts';
import type { Wire, WireHandler, WireRequest } from './wire.ts';

export function createFetchWire(fetchLike: typeof fetch, timeoutMs: number): Wire {
  return (request, handler) => {
    const aborter = new AbortController();
    let isOver = false;
    const finish = (tell: () => void): void => {
      if (isOver) return;
      isOver = true;
      tell();
    };
    runFetch(fetchLike, request, handler, aborter, timeoutMs).then(
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
  aborter: AbortController,
  timeoutMs: number,
): Promise<void> {
  const { signal } = aborter;
  // Undici's code for a silent peer, so that both wires fail alike.
  const expire = (): void =>
    aborter.abort(Object.assign(new Error('no data in time'), { code: 'UND_ERR_BODY_TIMEOUT' }));
  let timer = setTimeout(expire, timeoutMs);
  try {
    const answer = await startFetch(fetchLike, request, signal);
    const gate = createGate();
    handler.onAnswer(answer.status, Object.fromEntries(answer.headers), gate);
    if (answer.body === null) return;
    const reader = answer.body.getReader();
    for (;;) {
      clearTimeout(timer);
      await gate.opened();
      signal.throwIfAborted();
      timer = setTimeout(expire, timeoutMs);
      const { done, value } = await reader.read();
      if (done) return;
      signal.throwIfAborted();
      handler.onChunk(value);
    }
  } finally {
    clearTimeout(timer);
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
 * True where the system says that it could not connect or not resolve the name. The code alone is not enough: an open
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

function createGate() {
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
