// Bodies as they were before somebody compressed them: no request asks for that, but some proxies do it anyway.
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ApiError } from '#api/apiError.ts';
import type { ApiErrorFields } from '#api/apiError.ts';
import type { ResponseHeaders, Wire, WireControl, WireHandler } from './wire.ts';

/** By the names of RFC 9110. Some servers send `deflate` without its zlib header. */
const decoders = new Map<string, (firstByte: number) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

/** Decodes what `wire` receives; a coding that is not known here, or not that of the body, is a failure. */
export function decodeBodies(wire: Wire): Wire {
  return (request, handler) => {
    const decoding = new DecodingHandler(handler);
    decoding.stop = wire(request, decoding);
    return () => decoding.close();
  };
}

class DecodingHandler implements WireHandler {
  stop: (() => void) | undefined;
  readonly #handler: WireHandler;
  #body: DecodedBody | undefined;
  #isOver = false;

  constructor(handler: WireHandler) {
    this.#handler = handler;
  }

  onResponse(status: number, headers: ResponseHeaders, control: WireControl): void {
    const coding = codingOf(headers);
    if (coding === undefined) return this.#handler.onResponse(status, headers, control);
    const failWith = (cause?: unknown): void => {
      this.onFailure(notDecompressed(coding, { status, cause }));
    };
    const create = decoders.get(coding);
    if (create) this.#body = new DecodedBody(create, control, this.#reader, failWith);
    this.#handler.onResponse(status, headers, this.#body ?? control);
    if (!create) failWith();
  }

  onChunk(chunk: Uint8Array): void {
    if (!this.#isOver) (this.#body ?? this.#handler).onChunk(chunk);
  }

  onEnd(): void {
    if (!this.#isOver) (this.#body ?? this.#handler).onEnd();
  }

  onFailure(error: unknown): void {
    if (this.#isOver) return;
    this.close();
    this.#handler.onFailure(error);
  }

  close(): void {
    this.#isOver = true;
    this.#body?.close();
    this.stop?.();
  }

  /** Of decoded chunks, which may come after the end. */
  get #reader(): BodyReader {
    return {
      onChunk: (chunk) => {
        if (!this.#isOver) this.#handler.onChunk(chunk);
      },
      onEnd: () => {
        if (!this.#isOver) this.#handler.onEnd();
      },
      onFailure: (error) => this.onFailure(error),
    };
  }
}

/** `coding`: by which it is said to be compressed; no request asks for that. */
export function notDecompressed(coding: string, fields: ApiErrorFields): ApiError {
  const message = `The response is marked as compressed (${coding}) and could not be decompressed.`;
  return new ApiError('unexpected', message, { ...fields, detail: coding, code: 'compressed' });
}

type BodyReader = Omit<WireHandler, 'onResponse'>;

/** Undefined if there is none; several are one text that is not known. */
function codingOf(headers: ResponseHeaders): string | undefined {
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  return codings.length === 0 ? undefined : codings.join(', ');
}

/** Fewer may be the start of something compressed. */
const minPlainBytes = 16;

/** Holds the socket back while the decoder is full, and the decoder while its reader is. */
class DecodedBody implements WireControl {
  readonly #create: (firstByte: number) => Transform;
  readonly #control: WireControl;
  readonly #reader: BodyReader;
  readonly #onInvalid: (cause: unknown) => void;
  #decoder: Transform | undefined;
  #isPlain = false;
  #isPaused = false;

  constructor(
    create: (firstByte: number) => Transform,
    control: WireControl,
    reader: BodyReader,
    onInvalid: (cause: unknown) => void,
  ) {
    this.#create = create;
    this.#control = control;
    this.#reader = reader;
    this.#onInvalid = onInvalid;
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
    if (!this.#decoder) {
      this.#isPlain = isPlainText(chunk);
      if (this.#isPlain && chunk.length >= minPlainBytes) return this.#onInvalid(undefined);
    }
    this.#decoder ??= this.#open(firstByte);
    if (!this.#decoder.write(chunk)) this.#control.pause();
  }

  onEnd(): void {
    if (this.#decoder) this.#decoder.end();
    else this.#reader.onEnd(); // nothing came
  }

  close(): void {
    this.#decoder?.destroy();
  }

  #open(firstByte: number): Transform {
    const decoder = this.#create(firstByte);
    decoder.on('data', (bytes: Buffer) => this.#reader.onChunk(bytes));
    decoder.on('drain', () => this.#control.resume());
    decoder.on('end', () => this.#reader.onEnd());
    decoder.on('error', (error) => {
      const isCut = 'code' in error && error.code === 'Z_BUF_ERROR';
      if (isCut && !this.#isPlain) this.#reader.onFailure(error);
      else this.#onInvalid(error);
    });
    if (this.#isPaused) decoder.pause();
    return decoder;
  }
}

/** Compressed bytes are hardly ever letters alone; the last one may be cut. */
function isPlainText(chunk: Uint8Array): boolean {
  try {
    const start = new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(0, 256), { stream: true });
    return !/[^\P{Cc}\s]/u.test(start);
  } catch {
    return false;
  }
}
