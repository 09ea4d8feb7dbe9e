// One request and its answer, as callbacks: the seam between our own undici dispatcher and the editor's fetch.

/** Lower-case names; a header that came more than once is joined by commas. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export interface WireRequest {
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface WireControl {
  pause(): void;
  resume(): void;
}

/** Told the stages in order; after `onEnd` or `onFailure` nothing more comes. */
export interface WireHandler {
  onAnswer(status: number, headers: AnswerHeaders, control: WireControl): void;
  onChunk(chunk: Uint8Array): void;
  onEnd(): void;
  onFailure(error: unknown): void;
}

/** Starts the exchange; what it returns ends it at any stage, closing the socket, without telling the handler. */
export type Wire = (request: WireRequest, handler: WireHandler) => () => void;

export function createUndiciWire(dispatcher: UndiciDispatcher, timeoutMs: number): Wire {
  return (request, handler) => {
    let running: UndiciController | undefined;
    let isAborted = false;
    dispatcher.dispatch(
      { ...request, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      {
        onRequestStart(controller) {
          running = controller;
          if (isAborted) controller.abort(new Error('aborted'));
        },
        onResponseStart(controller, status, headers) {
          if (status < 200 || isAborted) return; // an interim answer
          handler.onAnswer(status, joinHeaders(headers), controller);
        },
        onResponseData(_controller, chunk) {
          if (!isAborted) handler.onChunk(chunk);
        },
        onResponseEnd() {
          if (!isAborted) handler.onEnd();
        },
        onResponseError(_controller, error) {
          if (!isAborted) handler.onFailure(error);
        },
      },
    );
    return () => {
      isAborted = true;
      running?.abort(new Error('aborted'));
    };
  };
}

/** `fetchLike` is the editor's own: it brings its proxy, its certificates and its limits on connections. */
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
    const answer = await fetchLike(request.origin + request.path, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      signal,
      ...(request.body && { body: new Uint8Array(request.body) }),
    });
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

function joinHeaders(headers: Record<string, string | string[] | undefined>): AnswerHeaders {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) {
    joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
