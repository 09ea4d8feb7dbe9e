// Sends a response: whole, or as a fault asks for.
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isJsonObject } from '#sandbox/json/rawJson.ts';
import { type Fault, type FaultsOfRequest, numberOf } from './faultTable.ts';
import {
  errorResponse,
  forbidden,
  html,
  notFound,
  type ResponseData,
  serverError,
  ServiceError,
  throttled,
  unauthenticated,
} from './serviceError.ts';

/** `isHead`: sends the headers only. Resolves when everything is sent. */
export async function sendResponse(
  output: ServerResponse,
  response: ResponseData,
  isHead: boolean,
  faults: FaultsOfRequest,
): Promise<void> {
  const chunks = response.body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  const headers = { ...response.headers, Vary: 'Accept' };
  const drip = faults.get('drip');
  if (faults.has('truncate')) {
    // As in HTTP/1.0: the end of the connection is the end of the body.
    output.useChunkedEncodingByDefault = false;
    output.shouldKeepAlive = false;
    output.writeHead(response.status, headers);
    output.end(half(chunks));
  } else if (faults.has('half')) {
    output.writeHead(response.status, { ...headers, 'Content-Length': length });
    output.write(half(chunks), () => output.destroy());
  } else if (drip && !isHead) {
    output.writeHead(response.status, { ...headers, 'Content-Length': length });
    await trickle(output, Buffer.concat(chunks), drip);
  } else {
    output.cork();
    output.writeHead(
      response.status,
      response.status === 204 ? headers : { ...headers, 'Content-Length': length },
    );
    if (!isHead) for (const chunk of chunks) output.write(chunk);
    output.end();
    output.uncork();
  }
}

/** @param ended ends it early @returns false if the client disconnected or the service ended meanwhile */
export async function pause(output: ServerResponse, ms: number, ended?: AbortSignal): Promise<boolean> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  output.once('close', leave);
  try {
    await setTimeout(ms, undefined, { signal: ended ? AbortSignal.any([gone.signal, ended]) : gone.signal });
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    if (ended?.aborted) return true;
    throw error;
  } finally {
    output.removeListener('close', leave);
  }
}

async function trickle(output: ServerResponse, body: Buffer, drip: Fault): Promise<void> {
  const step = numberOf(drip, 'bytes') || 1024;
  for (let from = 0; from < body.byteLength; from += step) {
    output.write(body.subarray(from, from + step));
    if (!(await pause(output, numberOf(drip) ?? 0))) return;
  }
  output.end();
}

function half(chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  return body.subarray(0, Math.floor(body.byteLength / 2));
}

// Changes a response as faults ask for.

/** The error response of `status=N`. */
export function statusResponse(fault: Fault): ResponseData {
  const status = numberOf(fault) ?? 500;
  const retryAfter = fault.parameters.get('retry-after');
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  const response = fault.parameters.has('html')
    ? html(status, `${status} Error`, 'The proxy received no response.')
    : errorResponse(errorFor(status, fault));
  return { ...response, headers: { ...response.headers, ...headers } };
}

function errorFor(status: number, fault: Fault): ServiceError {
  switch (status) {
    case 401:
      return unauthenticated('Bearer');
    case 403: {
      const scope = fault.parameters.get('scope');
      return forbidden(scope === undefined ? "You don't have access to the project." : missing(scope));
    }
    case 404:
      return notFound();
    case 429:
      return throttled(numberOf(fault, 'retry-after') ?? 60, 'no header');
    case 500:
      return serverError();
    default:
      return new ServiceError(status, `The fault status=${status} applies.`, {
        type: status < 500 ? 'invalid_request' : 'server_error',
        code: 'error',
      });
  }
}

function missing(scope: string): string {
  return `API key missing required scope '${scope}'`;
}

const alterations = ['next', 'wrong', 'broken'] as const;

/** `pageUrl`: the URL of the request. */
export function alterResponse(response: ResponseData, faults: FaultsOfRequest, pageUrl: URL): ResponseData {
  if (response.status === 405 && faults.get('deleted')?.value === '204')
    return { status: 204, headers: {}, body: [] };
  const altered = alterations.filter((name) => faults.has(name));
  if (altered.length === 0 || response.headers['Content-Type'] !== 'application/json') return response;
  const body: unknown = JSON.parse(response.body.map((part) => Buffer.from(part).toString()).join(''));
  if (!isJsonObject(body)) return response;
  for (const name of altered) {
    const fault = faults.get(name);
    if (fault) alterBody(body, name, fault, pageUrl);
  }
  return { ...response, body: [JSON.stringify(body)] };
}

function alterBody(
  body: Record<string, unknown>,
  name: (typeof alterations)[number],
  fault: Fault,
  pageUrl: URL,
): void {
  const results = Array.isArray(body['results']) ? body['results'] : undefined;
  const place = numberOf(fault, 'record') ?? 0;
  const record: unknown = results ? results[place] : body;
  switch (name) {
    case 'next':
      if ('next' in body) body['next'] = nextFor(fault.value, body['next'], pageUrl);
      break;
    case 'broken':
      if (results && place < results.length) results[place] = 'not a record';
      break;
    case 'wrong':
      if (isJsonObject(record)) record[fault.value] = wrongFor(record[fault.value]);
      break;
  }
}

/** The last page stays the last one, except for `self` and a URL, which never end. */
function nextFor(where: string, next: unknown, pageUrl: URL): unknown {
  if (where === 'self') return pageUrl.href;
  if (where === 'first') return next === null ? null : pageUrl.origin + pageUrl.pathname;
  if (where !== 'host') return where;
  return typeof next === 'string' ? next.replace(pageUrl.host, 'elsewhere.invalid') : next;
}

/** A value of another type. */
function wrongFor(value: unknown): unknown {
  if (typeof value === 'string') return { text: value };
  return Array.isArray(value) || isJsonObject(value) ? 7 : 'wrong';
}
