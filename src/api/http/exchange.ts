// One request and its response: over our own connections or, if those cannot be opened, the editor's fetch, which has its own
// proxy, certificates and limits on connections.
import { Readable } from 'node:stream';
import request from 'undici/lib/api/api-request.js';
import { NotConnectedError } from './networkErrors.ts';
import type { ResponseHeaders } from './responseHeaders.ts';

export interface WireRequest {
  readonly origin: string;
  /** The path with its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Ends the exchange until its response begins, and closes its socket. */
  readonly signal: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Read to its end or destroyed by whoever has the response; the socket is free once it is closed. */
  readonly body: Readable;
  /** It came through the editor's fetch, which decompresses by itself. */
  readonly isByEditor: boolean;
}

/** After so long our own connection is tried again: a network that was missing may be back. */
const fallbackMs = 10 * 60_000;

export class Exchange {
  readonly #dispatcher: UndiciDispatcher;
  readonly #editorFetch: typeof fetch | undefined;
  readonly #nowMs: () => number;
  #editorUntilMs = -Infinity;

  constructor(
    dispatcher: UndiciDispatcher,
    editorFetch?: typeof fetch,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#dispatcher = dispatcher;
    this.#editorFetch = editorFetch;
    this.#nowMs = nowMs;
  }

  /**
   * Resolves when status and headers have arrived. `beforeSending` is called right before the request is written to an open
   * connection or given to the editor's fetch, which opens its own; what it throws ends the exchange. `onFallback` is called
   * if our own connection could not be opened, so that nothing was sent, and the editor's fetch takes over. That is then used
   * immediately for a while.
   */
  async send(
    wireRequest: WireRequest,
    beforeSending: () => void,
    onFallback: (error: unknown) => void,
  ): Promise<WireResponse> {
    const editorFetch = this.#editorFetch;
    if (editorFetch && this.#nowMs() < this.#editorUntilMs) {
      beforeSending();
      return sendByEditor(editorFetch, wireRequest);
    }
    try {
      const { statusCode, headers, body } = await request.call(this.#checkedBy(beforeSending), {
        ...wireRequest,
        // Each call has a deadline of its own.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: statusCode, headers: joinHeaders(headers), body: quiet(body), isByEditor: false };
    } catch (error) {
      if (!editorFetch || !(error instanceof NotConnectedError)) throw error;
      onFallback(error);
      beforeSending();
      const response = await sendByEditor(editorFetch, wireRequest).catch((fetchError: unknown) => {
        throw fetchError instanceof NotConnectedError ? error : fetchError;
      });
      this.#editorUntilMs = this.#nowMs() + fallbackMs;
      return response;
    }
  }

  /** undici ends a request whose `onRequestStart` throws, and keeps its connection. */
  #checkedBy(check: () => void): Pick<UndiciDispatcher, 'dispatch'> {
    return {
      dispatch: (options, handler) => {
        const started = handler.onRequestStart.bind(handler);
        handler.onRequestStart = (...given) => {
          check();
          started(...given);
        };
        return this.#dispatcher.dispatch(options, handler);
      },
    };
  }
}

async function sendByEditor(
  editorFetch: typeof fetch,
  { origin, path, method, headers, body, signal }: WireRequest,
): Promise<WireResponse> {
  try {
    const response = await editorFetch(origin + path, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body && { body: new Uint8Array(body) }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: quiet(response.body ? toReadable(response.body.getReader()) : Readable.from([])),
      isByEditor: true,
    };
  } catch (error) {
    if (!failedToOpen(error)) throw error;
    throw new NotConnectedError('The connection could not be opened.', { cause: error });
  }
}

/** `Readable.fromWeb`, which takes only streams of its own class: an editor may have another one. */
function toReadable(reader: ReadableStreamDefaultReader<Uint8Array>): Readable {
  return new Readable({
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(reason, done) {
      reader.cancel(reason).catch(() => undefined); // the stream has failed by itself
      done(reason);
    },
  });
}

/** A body that breaks before anybody reads it throws its error to its later reader, and not to the process. */
function quiet(body: Readable): Readable {
  return body.on('error', () => undefined);
}

function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) {
    joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
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
