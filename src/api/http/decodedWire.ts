// Bodies as they were before somebody compressed them: no request asks for that, but some proxies do it anyway.
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ApiError } from '#api/apiError.ts';
import type { ResponseHeaders, Wire, WireControl, WireHandler } from './wire.ts';

type Decoder = Transform;

/** By the names of RFC 9110. Some servers send `deflate` without the header that it has by that. */
const decoders: Readonly<Record<string, (firstByte: number) => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
};

/** Decodes what `wire` receives; a coding that is not known here is a failure. */
export function decodeBodies(wire: Wire): Wire {
  return (request, handler) => {
    let body: DecodedBody | undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const fail = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      stop?.();
      handler.onFailure(error);
    };
    stop = wire(request, {
      onResponse(status, headers, control) {
        const coding = codingOf(headers);
        if (coding === undefined) return handler.onResponse(status, headers, control);
        const create = decoders[coding];
        if (create) body = new DecodedBody(create, control, handler, fail);
        handler.onResponse(status, headers, body ?? control);
        const message = `The response is compressed (${coding}), which was not requested.`;
        if (!create)
          fail(new ApiError('unexpected', message, { status, detail: coding, code: 'compressed' }));
      },
      onChunk: (chunk) => {
        if (!isOver) (body ?? handler).onChunk(chunk);
      },
      onEnd: () => {
        if (!isOver) (body ?? handler).onEnd();
      },
      onFailure: fail,
    });
    return () => {
      isOver = true;
      body?.close();
      stop();
    };
  };
}

/** Undefined where there is none; several are one text that is not known. */
function codingOf(headers: ResponseHeaders): string | undefined {
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  return codings.length === 0 ? undefined : codings.join(', ');
}

/** Holds the socket back while the decoder is full, and the decoder while its reader is. */
class DecodedBody implements WireControl {
  readonly #create: (firstByte: number) => Decoder;
  readonly #control: WireControl;
  readonly #handler: WireHandler;
  readonly #onError: (error: unknown) => void;
  #decoder: Decoder | undefined;
  #isPaused = false;

  constructor(
    create: (firstByte: number) => Decoder,
    control: WireControl,
    handler: WireHandler,
    onError: (error: unknown) => void,
  ) {
    this.#create = create;
    this.#control = control;
    this.#handler = handler;
    this.#onError = onError;
  }

  pause(): void {
    this.#isPaused = true;
    this.#decoder?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#decoder?.resume();
  }

  onChunk(chunk: Uint8Array): void {
    const [firstByte] = chunk;
    if (firstByte === undefined) return;
    this.#decoder ??= this.#open(firstByte);
    if (!this.#decoder.write(chunk)) this.#control.pause();
  }

  onEnd(): void {
    if (this.#decoder) this.#decoder.end();
    else this.#handler.onEnd(); // nothing came
  }

  close(): void {
    this.#decoder?.destroy();
  }

  #open(firstByte: number): Decoder {
    const decoder = this.#create(firstByte);
    decoder.on('data', (bytes: Buffer) => this.#handler.onChunk(bytes));
    decoder.on('drain', () => this.#control.resume());
    decoder.on('end', () => this.#handler.onEnd());
    decoder.on('error', this.#onError);
    if (this.#isPaused) decoder.pause();
    return decoder;
  }
}
