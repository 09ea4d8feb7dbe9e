// What a status and a body mean: the answer's error, or its JSON.
import { ApiError } from './apiError.ts';
import type { ApiErrorFields, ApiErrorKind } from './apiError.ts';
import { readRetryAfterMs } from './retry.ts';
import type { AnswerHeaders } from './wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

const longestDetail = 600;

/** The error that an answer with a status outside 200–299 stands for. `secret` is never part of its message. */
export function errorOf(answer: Answer, operation: string, secret: string): ApiError {
  const { status, headers } = answer;
  const text = answer.body.toString('utf8');
  const fault = readFault(text);
  const requestId = requestIdOf(headers);
  if (status < 400) return redirectError(answer, { status, operation, requestId });
  const scope = status === 403 ? /scope '([^']+)'/.exec(fault.detail ?? '')?.[1] : undefined;
  const detail = fault.detail?.replaceAll(secret, '•••').slice(0, longestDetail);
  return new ApiError(
    kindOf(status, scope, looksLikeHtml(text, headers)),
    detail ?? `The service answered ${status}.`,
    {
      status,
      operation,
      requestId,
      scope,
      code: fault.code,
      attr: fault.attr,
      retryAfterMs:
        status === 429 || status === 503 ? readRetryAfterMs(headers['retry-after'], fault.detail) : undefined,
    },
  );
}

/** Throws `notJson` for a page, `unexpected` for nothing at all, `incomplete` for JSON that stops in the middle. */
export function parseJson(text: string, answer: Answer, operation: string): unknown {
  const { status, headers } = answer;
  const fields = { status, operation, requestId: requestIdOf(headers) };
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    if (text.trim() === '')
      throw new ApiError('unexpected', 'The answer is empty.', { ...fields, code: 'empty' });
    if (looksLikeHtml(text, headers)) {
      throw new ApiError('notJson', 'The answer is a web page, not JSON.', fields);
    }
    // The parser's own message quotes the text, so it is not passed on.
    const endsEarly = isUnbounded(headers) && /^\s*[[{]/.test(text) && error instanceof SyntaxError;
    if (endsEarly) throw new ApiError('incomplete', 'The answer ended early.', fields);
    throw new ApiError('notJson', 'The answer is not JSON.', fields);
  }
}

export function requestIdOf(headers: AnswerHeaders): string | undefined {
  return (
    headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['x-amzn-trace-id'] ?? headers['cf-ray']
  );
}

/** Neither length nor chunks: the connection's end is the body's, and nothing tells an early one. */
function isUnbounded(headers: AnswerHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

function kindOf(status: number, scope: string | undefined, isHtml: boolean): ApiErrorKind {
  if (status >= 500) return 'server';
  if (status === 429) return 'throttled';
  if (status === 405) return 'notAllowed';
  if (status === 408) return 'timeout';
  if ([406, 413, 415].includes(status)) return 'invalid'; // proxies say so as well, with a page of their own
  if (isHtml) return 'notJson'; // a proxy's page, or another site altogether
  if (status === 401) return 'unauthenticated';
  if (status === 403) return scope === undefined ? 'forbidden' : 'missingScope';
  if (status === 404) return 'notFound';
  return 'invalid';
}

function redirectError(answer: Answer, fields: ApiErrorFields): ApiError {
  const target = URL.parse(answer.headers['location'] ?? '', 'https://same-host.invalid');
  const where =
    target === null
      ? 'elsewhere'
      : target.host === 'same-host.invalid'
        ? target.pathname
        : target.origin + target.pathname;
  return new ApiError('unexpected', `The service redirects to ${where}, which is not followed.`, {
    ...fields,
    code: 'redirect',
  });
}

export function saysHtml(headers: AnswerHeaders): boolean {
  return /\bhtml\b/i.test(headers['content-type'] ?? '');
}

function looksLikeHtml(text: string, headers: AnswerHeaders): boolean {
  return saysHtml(headers) || /^\s*</.test(text);
}

interface Fault {
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
  readonly attr?: string | undefined;
}

/** `{type, code, detail, attr}`; anything else tells nothing. */
function readFault(text: string): Fault {
  if (!text.trimStart().startsWith('{')) return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {}; // the status says enough
  }
  const read = (name: string): string | undefined => {
    const value: unknown = body instanceof Object ? Reflect.get(body, name) : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return { detail: read('detail'), code: read('code'), attr: read('attr') };
}
