// What dashboards and cohorts have in common: the verbs on a path.
import { type HttpResponse, parseJson } from '#api/http/responseBody.ts';
import { requestIdOf } from '#api/http/responseHeaders.ts';
import { type Call, operationOf, type Transport } from '#api/http/transport.ts';
import { ApiError, type ApiErrorFields } from './apiError.ts';
import type { CallOptions, ListOptions, Page, RecordText, Resource } from './clientTypes.ts';
import { inSmallerPages, listPages, pagePath, readPage } from './pages.ts';
import type { RecordReader } from './readRecord.ts';

/** `path` is the list's, from the root of the origin, with a trailing slash. */
export function createResource<T extends { readonly id: unknown }>(
  transport: Transport,
  path: string,
  read: RecordReader<T>,
): Resource<T> {
  return {
    list: async (options = {}) => requestPage(transport, path, read, options),
    pages: ({ signal, ...start } = {}) =>
      listPages({
        start,
        ask: async (at, ofWalk) => requestPage(transport, path, read, { ...at, signal: ofWalk }),
        idOf: (record) => record.id,
        signal,
      }),
    createText: async (body, options) => requestRecord(transport, callOf('POST', path, options, body), read),
    retrieve: async (id, options) =>
      requestRecord(transport, callOf('GET', recordPath(path, id), options), only(read, id)),
    retrieveText: async (id, options) =>
      requestText(transport, callOf('GET', recordPath(path, id), options), only(read, id)),
    updateText: async (id, body, options) =>
      requestText(transport, callOf('PATCH', recordPath(path, id), options, body), only(read, id)),
    async delete(id, options) {
      await transport.send(callOf('DELETE', recordPath(path, id), options));
    },
  };
}

export function callOf(method: Call['method'], path: string, options: CallOptions = {}, body?: string): Call {
  const { signal, onWait, priority } = options;
  const call: Call = { method, path, signal, onWait, priority };
  return body === undefined ? call : { ...call, body: escapeSurrogates(body) };
}

/** A reader that refuses any other record: a cache on the way may mix responses up. */
export function only<T extends { readonly id: unknown }>(read: RecordReader<T>, id: number): RecordReader<T> {
  return (raw, position) => {
    const reading = read(raw, position);
    if (reading.record === undefined || reading.record.id === id) return reading;
    return {
      record: undefined,
      problems: [`Record ${id} was requested, but the service returned another one.`],
    };
  };
}

export function recordPath(path: string, id: number, action?: string): string {
  if (!Number.isSafeInteger(id))
    throw new ApiError('invalid', 'The ID must be a whole number.', { attr: 'id' });
  return action === undefined ? `${path}${id}/` : `${path}${id}/${action}/`;
}

async function requestPage<T>(
  transport: Transport,
  path: string,
  read: RecordReader<T>,
  options: ListOptions,
): Promise<Page<T>> {
  return inSmallerPages(options, async (asked) => {
    const call = callOf('GET', pagePath(path, asked), asked);
    const { json, fields } = readJson(await transport.send(call), call);
    return readPage(json, read, asked, fields);
  });
}

export async function requestRecord<T>(transport: Transport, call: Call, read: RecordReader<T>): Promise<T> {
  const { json, fields } = readJson(await transport.send(call), call);
  return takeRecord(transport, read, json, fields);
}

/**
 * What a response says, and what an error about it would name. Throws `notJson` for anything else.
 * @param read in place of JSON.parse
 */
export function readJson(
  response: HttpResponse,
  call: Call,
  read?: (text: string) => unknown,
): { readonly json: unknown; readonly text: string; readonly fields: ApiErrorFields } {
  const fields = fieldsOf(response, call);
  const text = response.body.toString('utf8');
  return { json: parseJson(text, response.headers, fields, read), text, fields };
}

async function requestText<T>(
  transport: Transport,
  call: Call,
  read: RecordReader<T>,
): Promise<RecordText<T>> {
  const response = await transport.send(call);
  const fields = fieldsOf(response, call);
  const text = decodeText(response.body, fields);
  const record = takeRecord(transport, read, parseJson(text, response.headers, fields), fields);
  return { record, text };
}

function takeRecord<T>(
  transport: Transport,
  read: RecordReader<T>,
  json: unknown,
  fields: ApiErrorFields,
): T {
  const { record, problems } = read(json);
  if (record === undefined)
    throw new ApiError('unexpected', problems[0] ?? 'The response is not a record.', fields);
  for (const problem of problems) transport.log(problem);
  return record;
}

function fieldsOf({ status, headers }: HttpResponse, call: Call): ApiErrorFields {
  return { status, operation: operationOf(call), requestId: requestIdOf(headers) };
}

/**
 * JSON text as it can be sent: unchanged, unless it holds an unpaired surrogate, which UTF-8 cannot express. It is
 * written as its escape, `\ud83d`, which is the same string to any JSON parser. Throws `invalid` if the text is not
 * JSON, since an escape could then change what it says.
 */
export function escapeSurrogates(text: string): string {
  if (!unpairedSurrogate.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError('invalid', 'The text is not JSON.'); // the parser's own message would quote it
  }
  return text.replace(
    new RegExp(unpairedSurrogate, 'gu'),
    (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** With `u`, a surrogate pair is one character and no surrogate. */
const unpairedSurrogate = /\p{Surrogate}/u;

/**
 * A response's bytes as text that turns back into the same bytes; only a byte order mark is left out. Throws
 * `unexpected` with the code `not_utf8` for bytes that are not UTF-8, which could not be sent back unchanged.
 */
export function decodeText(body: Uint8Array, fields: ApiErrorFields): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new ApiError('unexpected', 'The response is not UTF-8.', { ...fields, code: 'not_utf8', cause });
  }
}
