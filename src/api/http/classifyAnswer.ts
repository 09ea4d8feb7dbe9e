// The ApiError of an answer with a status outside 200–299.
import { ApiError } from '#api/apiError.ts';
import type { ApiErrorFields, ApiErrorKind } from '#api/apiError.ts';
import { looksLikeHtml, requestIdOf } from './answerHeaders.ts';
import type { Answer } from './collectAnswer.ts';
import { readRetryAfterMs } from './readRetryAfter.ts';

const longestDetail = 600;

/** `secret` is never part of the message. */
export function classifyAnswer(answer: Answer, operation: string, secret: string): ApiError {
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

interface Fault {
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
  readonly attr?: string | undefined;
}

/** `{type, code, detail, attr}`; empty for any other body. */
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
