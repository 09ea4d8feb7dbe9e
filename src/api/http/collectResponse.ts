// One try of one request, its response read as a whole. No status is judged here.
import { ApiError } from '#api/apiError.ts';
import type { ApiErrorFields } from '#api/apiError.ts';
import { linkAbort, throwIfAborted } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { classifyNetworkError } from '#api/http/errors/classifyNetworkError.ts';
import type { ResponseHeaders, Wire, WireHandler, WireRequest } from './wire.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

export interface Try {
  readonly wire: Wire;
  readonly request: WireRequest;
  /** Method and path without the query; for errors. */
  readonly operation: string;
  readonly signals: Signals;
  /** Status and headers have arrived. */
  readonly onHeaders: (status: number, headers: ResponseHeaders) => void;
}

export interface CollectTry extends Try {
  /** Whether there is room for so many bytes more, beside the other responses that are being read. */
  readonly keep: (bytes: number) => boolean;
}

/** A response that is read as a whole is not an export: past this, something is wrong with it. */
const maxCollectedBytes = 64 * 1024 * 1024;
/** No error's body needs more: the rest is not read. */
export const maxErrorBytes = 64 * 1024;

export async function collectResponse(options: CollectTry): Promise<HttpResponse> {
  throwIfAborted(options.signals, options.operation);
  return new ResponseCollector(options).response;
}

class ResponseCollector implements WireHandler {
  readonly #options: CollectTry;
  readonly #collected = Promise.withResolvers<HttpResponse>();
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  /** Undefined until status and headers have arrived. */
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  readonly #unlink: () => void;
  readonly #stop: (() => void) | undefined;

  constructor(options: CollectTry) {
    this.#options = options;
    const { operation } = options;
    this.#unlink = linkAbort(options.signals, (error) => this.#stopWith(error), { operation });
    this.#stop = options.wire(options.request, this);
  }

  get response(): Promise<HttpResponse> {
    return this.#collected.promise;
  }

  onResponse(status: number, headers: ResponseHeaders): void {
    this.#head = { status, headers };
    this.#options.onHeaders(status, headers);
  }

  onChunk(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const hasRoom = this.#options.keep(chunk.length);
    const isError = isErrorStatus(this.#head?.status);
    const isSmall = this.#size <= (isError ? maxErrorBytes : maxCollectedBytes);
    if (isSmall && hasRoom) return;
    const message = isSmall ? 'Too many large responses at the same time.' : 'The response is too large.';
    this.#stopWith(new ApiError('unexpected', message, { ...this.#fields, code: 'too_large' }));
  }

  onEnd(): void {
    this.#unlink();
    const body = Buffer.concat(this.#chunks, this.#size);
    if (this.#head !== undefined) this.#collected.resolve({ ...this.#head, body });
  }

  onFailure(error: unknown): void {
    this.#fail(classifyNetworkError(error, this.#head !== undefined, this.#fields));
  }

  get #fields(): ApiErrorFields {
    return { operation: this.#options.operation, status: this.#head?.status };
  }

  #stopWith(error: ApiError): void {
    this.#stop?.();
    this.#fail(error);
  }

  #fail(error: ApiError): void {
    // The status matters more than a lost body that explains it.
    if (isErrorStatus(this.#head?.status) && error.kind !== 'cancelled') return this.onEnd();
    this.#unlink();
    this.#collected.reject(error);
  }
}

export function isErrorStatus(status: number | undefined): boolean {
  return status !== undefined && (status < 200 || status > 299);
}
