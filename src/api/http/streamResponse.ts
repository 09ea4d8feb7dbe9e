// One try of one request, its response's body read as a stream with back-pressure. No status is judged here.
import { ApiError, cancelledError } from '#api/apiError.ts';
import type { ApiErrorFields } from '#api/apiError.ts';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { BodyQueue } from './bodyQueue.ts';
import { classifyNetworkError } from './classifyNetworkError.ts';
import type { Try } from './collectResponse.ts';
import { ProgressWatch } from './progressWatch.ts';
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
