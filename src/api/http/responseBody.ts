// The body of a response: read as a whole, or handed out as a stream. Some proxies compress it, though no request asks for that.
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ApiError, cancelledError, type ApiErrorFields } from '#api/apiError.ts';
import { maxResponseMb, type StreamedResponse } from '#api/clientTypes.ts';
import { errorOfAbort, linkAbort } from './abortSignals.ts';
import type { WireResponse } from './exchange.ts';
import { classifyNetworkError, systemCode } from './networkErrors.ts';
import { isUnbounded, looksLikeHtml, type ResponseHeaders } from './responseHeaders.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
}

const maxWholeBytes = maxResponseMb * 1024 * 1024;
/** No error's body needs more: the rest is not read. */
const maxErrorBytes = 64 * 1024;

export async function readWhole(response: WireResponse, fields: ApiErrorFields): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBody(response, fields)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxWholeBytes)
      throw new ApiError('unexpected', 'The response is too large.', { ...fields, code: 'too_large' });
  }
  const body = Buffer.concat(chunks, size);
  if (isUnbounded(response.headers)) requireWhole(body.toString('utf8'), fields);
  return { status: response.status, headers: response.headers, body };
}

/** Reads what arrives in time and is valid: the status matters more than a lost body that explains it. */
export async function readError(response: WireResponse, signal: AbortSignal): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of readBody(response, {})) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxErrorBytes) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (signal.aborted && errorOfAbort(signal).kind === 'cancelled') throw errorOfAbort(signal);
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}

/** `signals` end the body from now on. A time of `maxSilentMs` in which it brings next to nothing ends it, too. */
export function openBody(
  response: WireResponse,
  signals: readonly (AbortSignal | undefined)[],
  maxSilentMs: number,
  fields: ApiErrorFields,
): StreamedResponse {
  const { status, headers, body } = response;
  const stop = (error: ApiError): void => void body.destroy(error);
  const unlinks = signals.map((signal) => linkAbort(signal, stop, fields));
  body.once('close', () => {
    for (const unlink of unlinks) unlink();
  });
  return {
    status,
    headers,
    body: watchProgress(readBody(response, fields), maxSilentMs, () =>
      stop(new ApiError('timeout', 'The response stalled.', fields)),
    ),
    cancel: () => stop(cancelledError(fields)),
  };
}

/** Less than this in one window is no progress. */
const minBytes = 1024;

/** A stream may take hours as long as it makes progress. The time that its reader takes does not count. */
async function* watchProgress(
  chunks: AsyncIterable<Uint8Array>,
  windowMs: number,
  stall: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let waitedMs = 0;
  let bytes = 0;
  let sinceMs = performance.now();
  let timer = setTimeout(stall, windowMs);
  try {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      waitedMs += performance.now() - sinceMs;
      bytes += chunk.length;
      if (bytes >= minBytes) waitedMs = bytes = 0;
      else if (waitedMs >= windowMs) stall();
      yield chunk;
      sinceMs = performance.now();
      timer = setTimeout(stall, windowMs);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** By the names of RFC 9110. Some servers send `deflate` without its zlib header. */
const decoders = new Map<string, (start: Uint8Array) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', (start) => (hasZlibHeader(start) ? createInflate() : createInflateRaw())],
]);

/** RFC 1950: the method in the first byte, and a check in the second one. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

/** What is decided on, however small the chunks are. Fewer bytes that are a text may be compressed. */
const startBytes = 16;

/** The bytes before they were compressed. Leaving the loop closes the socket. Throws ApiError. */
async function* readBody(
  { headers, body, isByEditor }: WireResponse,
  fields: ApiErrorFields,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source: AsyncIterable<Uint8Array> = body;
  const coding = codingOf(headers);
  let isPlain = false;
  try {
    if (coding === undefined || isByEditor) {
      yield* source;
      return;
    }
    const createDecoder = decoders.get(coding);
    if (!createDecoder) throw notDecompressed(coding, fields);
    const chunks = source[Symbol.asyncIterator]();
    const start = await readStart(chunks);
    if (start.length === 0) return;
    isPlain = isPlainText(start);
    if (isPlain && start.length >= startBytes) throw notDecompressed(coding, fields);
    const all = async function* () {
      yield start;
      yield* { [Symbol.asyncIterator]: () => chunks };
    };
    const decoded: AsyncIterable<Uint8Array> = pipeline(all, createDecoder(start), () => undefined);
    yield* decoded;
  } catch (error) {
    const code = systemCode(error) ?? '';
    const isOfDecoder = /^(?:Z_|ERR__)/.test(code) && (isPlain || code !== 'Z_BUF_ERROR');
    if (coding !== undefined && isOfDecoder) throw notDecompressed(coding, { ...fields, cause: error });
    throw classifyNetworkError(error, true, fields);
  } finally {
    body.destroy();
  }
}

/** Fewer than `startBytes` only if there are no more. */
async function readStart(chunks: AsyncIterator<Uint8Array, unknown>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < startBytes) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

/** Undefined if there is none; several are one text that is not known. */
function codingOf(headers: ResponseHeaders): string | undefined {
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  return codings.length === 0 ? undefined : codings.join(', ');
}

/** `coding`: by which it is said to be compressed; no request asks for that. */
function notDecompressed(coding: string, fields: ApiErrorFields): ApiError {
  const message = `The response is marked as compressed (${coding}) and could not be decompressed.`;
  return new ApiError('unexpected', message, { ...fields, detail: coding, code: 'compressed' });
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

/** Throws `notJson` for a page, with the code `malformed` for any other text, and `unexpected` for nothing at all. */
export function parseJson(
  text: string,
  headers: ResponseHeaders,
  fields: ApiErrorFields,
  read: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(text, read);
  } catch {
    if (text.trim() === '')
      throw new ApiError('unexpected', 'The response is empty.', { ...fields, code: 'empty' });
    if (looksLikeHtml(text, headers)) {
      throw new ApiError('notJson', 'The response is a web page, not JSON.', fields);
    }
    // The parser's own message quotes the text, so it is not passed on.
    throw new ApiError('notJson', 'The response is not JSON.', { ...fields, code: 'malformed' });
  }
}

/** Throws `incomplete` for JSON that stops in the middle, if nothing else shows that the connection was lost. */
function requireWhole(text: string, fields: ApiErrorFields): void {
  if (!/^\s*[[{]/.test(text)) return;
  try {
    parse(text);
  } catch (error) {
    if (!isCut(error, text)) return; // `parseJson` says what it is
    throw new ApiError('incomplete', 'The response ended early.', fields);
  }
}

/** Whether the parser found nothing wrong before the end of the text; it names no place for a wrong letter. */
function isCut(error: unknown, text: string): boolean {
  if (!(error instanceof SyntaxError) || error.message.startsWith('Unexpected token')) return false;
  const place = /at position (\d+)/.exec(error.message)?.[1];
  return place === undefined || Number(place) >= text.trimEnd().length - Number(text.startsWith('\uFEFF'));
}

function parse(text: string, read: (text: string) => unknown = JSON.parse): unknown {
  return read(text.startsWith('\uFEFF') ? text.slice(1) : text);
}
