// Changes a response as faults ask for.
import { errorResponse, html } from './responseData.ts';
import type { ResponseData } from './responseData.ts';
import {
  ServiceError,
  forbidden,
  notFound,
  serverError,
  throttled,
  unauthenticated,
} from './serviceError.ts';
import type { Fault, FaultsOfRequest } from './faults.ts';
import { numberOf } from './faults.ts';
import { isJsonObject } from '#sandbox/json/jsonValue.ts';

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

const alterations = ['next', 'previous', 'wrong', 'broken'] as const;

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
    case 'previous':
      if ('previous' in body) body['previous'] = pageUrl.href;
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
