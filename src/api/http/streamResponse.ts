// One try of one request, its response's body read as a stream with back-pressure. No status is judged here.
import { ApiError, cancelledError, type ApiErrorFields } from '#api/apiError.ts';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { linkAbort, throwIfAborted, type Signals } from './abortSignals.ts';
import { classifyNetworkError } from '#api/http/errors/classifyNetworkError.ts';
import type { Try } from './collectResponse.ts';
import type { ResponseHeaders, WireControl, WireHandler } from './wire.ts';

export interface StreamTry extends Try {
  /** These end the body as well; `signals` end the wait for status and headers. */
  readonly bodySignals: Signals;
  /** A window in which the body brings next to nothing ends it. */
  readonly progressMs: number;
  /** The socket is free again. Called once, where status and headers had come. */
  readonly onClose: () => void;
}

/** Resolves when status and headers have arrived. */
export async function streamResponse(options: StreamTry): Promise<StreamedResponse> {
  throwIfAborted(options.signals, options.operation);
  return new ResponseStream(options).response;
}

class ResponseStream implements WireHandler {
  readonly #options: StreamTry;
  readonly #begun = Promise.withResolvers<StreamedResponse>();
  readonly #watch: ProgressWatch;
  readonly #body: BodyQueue;
  /** Undefined until status and headers have arrived. */
  #status: number | undefined;
  #isClosed = false;
  #unlink: () => void;
  #stop: (() => void) | undefined;

  constructor(options: StreamTry) {
    this.#options = options;
    this.#watch = new ProgressWatch(options.progressMs, () =>
      this.#stopWith(new ApiError('timeout', 'The response stalled.', this.#fields)),
    );
    this.#body = new BodyQueue({
      onPause: () => this.#watch.stop(),
      onResume: () => {
        if (!this.#isClosed) this.#watch.start();
      },
      onLeave: () => {
        this.#stop?.();
        this.#close();
      },
    });
    this.#unlink = linkAbort(options.signals, (error) => this.#stopWith(error), this.#fields);
    this.#stop = options.wire(options.request, this);
  }

  get response(): Promise<StreamedResponse> {
    return this.#begun.promise;
  }

  onResponse(status: number, headers: ResponseHeaders, control: WireControl): void {
    this.#status = status;
    this.#unlink();
    this.#unlink = linkAbort(this.#options.bodySignals, (error) => this.#stopWith(error), this.#fields);
    this.#watch.start();
    this.#body.begin(control);
    this.#options.onHeaders(status, headers);
    const cancel = (): void => this.#stopWith(cancelledError(this.#fields));
    this.#begun.resolve({ status, headers, body: this.#body.read(), cancel });
  }

  onChunk(chunk: Uint8Array): void {
    this.#watch.add(chunk.length);
    this.#body.push(chunk);
  }

  onEnd(): void {
    this.#close();
    this.#body.end();
  }

  onFailure(error: unknown): void {
    this.#fail(classifyNetworkError(error, this.#status !== undefined, this.#fields));
  }

  get #fields(): ApiErrorFields {
    return { operation: this.#options.operation, status: this.#status };
  }

  #stopWith(error: ApiError): void {
    this.#stop?.();
    this.#fail(error);
  }

  #fail(error: ApiError): void {
    this.#close();
    if (this.#status === undefined) this.#begun.reject(error);
    else this.#body.fail(error);
  }

  #close(): void {
    this.#watch.stop();
    this.#unlink();
    if (!this.#isClosed && this.#status !== undefined) this.#options.onClose();
    this.#isClosed = true;
  }
}

/** Less than this in one window is no progress. */
const minBytes = 1024;

/** Watches a stream that may take hours as long as it makes progress. */
class ProgressWatch {
  readonly #windowMs: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(windowMs: number, onStall: () => void) {
    this.#windowMs = windowMs;
    this.#onStall = onStall;
  }

  /** A new window begins; also after the reader has held the stream back. */
  start(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#timer = setTimeout(() => {
      if (this.#bytes >= minBytes) this.start();
      else this.#onStall();
    }, this.#windowMs);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** How much of a body may lie unread before its socket is paused. */
const maxQueuedBytes = 512 * 1024;

interface BodyListener {
  /** The source is held back because the reader is slow. */
  onPause(): void;
  onResume(): void;
  /** The reader leaves before the end. */
  onLeave(): void;
}

/** Chunks between a socket and a reader; while it is full, the socket is paused. */
class BodyQueue {
  readonly #listener: BodyListener;
  readonly #chunks: Uint8Array[] = [];
  #queuedBytes = 0;
  #control: WireControl | undefined;
  #isPaused = false;
  #isEnded = false;
  #failure: ApiError | undefined;
  #wake: (() => void) | undefined;

  constructor(listener: BodyListener) {
    this.#listener = listener;
  }

  begin(control: WireControl): void {
    this.#control = control;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    if (this.#queuedBytes >= maxQueuedBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.#control?.pause();
      this.#listener.onPause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Chunks that have arrived are still read, unless the reader canceled. */
  fail(error: ApiError): void {
    this.#failure ??= error;
    if (error.kind === 'cancelled') this.#chunks.length = 0;
    this.#wake?.();
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    let isReadToEnd = false;
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#take(chunk.length);
          yield chunk;
        } else if (this.#failure !== undefined) {
          throw this.#failure;
        } else if (this.#isEnded) {
          isReadToEnd = true;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      if (!isReadToEnd) this.#listener.onLeave();
    }
  }

  #take(bytes: number): void {
    this.#queuedBytes -= bytes;
    if (!this.#isPaused || this.#queuedBytes >= maxQueuedBytes / 2) return;
    this.#isPaused = false;
    this.#control?.resume();
    this.#listener.onResume();
  }
}
