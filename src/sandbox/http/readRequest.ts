// Reads a request: its body as fields, its query as numbers.
import type { IncomingMessage } from 'node:http';
import { bodyTooLarge, invalid, parseError, unsupportedMediaType } from './serviceError.ts';
import { isJsonObject, memberTexts, typeName } from '#sandbox/json/rawJson.ts';

/** The members of a JSON body: their values, and their texts as they came without space between tokens. */
export interface RequestFields {
  readonly values: Readonly<Record<string, unknown>>;
  readonly texts: ReadonlyMap<string, string>;
}

/** The client disconnected before its body was complete, so no response is possible. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/** Reads the body as a JSON object. A request without a body has no fields. Throws ServiceError, ClientDisconnected. */
export async function readFields(request: IncomingMessage, maxBytes: number): Promise<RequestFields> {
  const bytes = await readBody(request, maxBytes);
  if (bytes.byteLength === 0) return { values: {}, texts: new Map() };
  const contentType = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType.trim())) throw unsupportedMediaType(contentType);
  return parseFields(decode(bytes));
}

/** `?limit=` and `?offset=` as the service reads them: anything but a whole number is the default. */
export function readWindow(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  return { limit: readCount(query, 'limit') || 100, offset: readCount(query, 'offset') };
}

/** A parameter as a whole number of at least 0; anything else is 0. Of several the last counts. */
function readCount(query: URLSearchParams, name: string): number {
  const text = query.getAll(name).at(-1)?.trim() ?? '';
  if (!/^\+?\d+$/.test(text)) return 0;
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // A request's chunks are Buffers as long as nobody calls setEncoding on it.
    // destroyOnReturn would close the connection, but a response is still to be sent over it.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.byteLength;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.errored) throw new ClientDisconnected('The request ended early.', { cause: error });
    throw error;
  }
  if (!request.complete) throw new ClientDisconnected('The request ended early.');
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw parseError('JSON parse error - the body is not UTF-8');
  }
}

function parseFields(text: string): RequestFields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw parseError(`JSON parse error - ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isJsonObject(value)) {
    throw invalid(null, 'invalid_input', `Invalid data. Expected a dictionary, but got ${typeName(value)}.`);
  }
  return { values: value, texts: memberTexts(text) };
}
