// The ApiError of a response with a status outside 200–299.
import { ApiError } from '#api/apiError.ts';
import type { ApiErrorFields, ApiErrorKind } from '#api/apiError.ts';
import { looksLikeHtml, requestIdOf, sentAtMs, withoutSecret } from './responseHeaders.ts';
import type { HttpResponse } from './collectResponse.ts';
import { readRetryAfterMs } from './retryAfter.ts';

const longestDetail = 600;
/** No path in a text that a person can edit is longer. */
const longestAttr = 2000;
const longestPath = 200;
/** A code is machine-readable; anything else is ignored. */
const codePattern = /^[\w.-]{1,64}$/;

/** `secret` is in no field of the error. */
export function classifyErrorResponse(response: HttpResponse, operation: string, secret: string): ApiError {
  const { status, headers } = response;
  const text = response.body.toString('utf8');
  const fault = readFault(text);
  const requestId = requestIdOf(headers);
  if (status < 400) return redirectError(response, secret, { status, operation, requestId });
  const detail = fault.detail && withoutSecret(fault.detail, secret).slice(0, longestDetail);
  const scope = status === 403 ? /scope '([\w:.*-]{1,100})'/.exec(detail ?? '')?.[1] : undefined;
  const code = withoutSecret(fault.code ?? '', secret);
  const attr = withoutSecret(fault.attr ?? '', secret);
  return new ApiError(
    kindOf(status, scope, looksLikeHtml(text, headers)),
    `The service returned status ${status}.`,
    {
      status,
      operation,
      requestId,
      scope,
      detail,
      code: codePattern.test(code) ? code : undefined,
      attr: attr !== '' && attr.length <= longestAttr ? attr : undefined,
      retryAfterMs:
        status === 429 || status === 503
          ? readRetryAfterMs(headers['retry-after'], fault.detail, sentAtMs(headers))
          : undefined,
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

/** `detail` is where it leads, without a query, a session in the path, or the key. */
function redirectError({ headers }: HttpResponse, secret: string, fields: ApiErrorFields): ApiError {
  const target = URL.parse(headers['location'] ?? '', 'https://same-host.invalid');
  const origin = target === null || target.host === 'same-host.invalid' ? '' : target.origin;
  const path = (target?.pathname ?? '').replace(/;.*/s, '').slice(0, longestPath);
  const detail = withoutSecret(origin + path, secret) || undefined;
  const message = 'The service redirects. Redirects are not followed.';
  return new ApiError('unexpected', message, { ...fields, detail, code: 'redirect' });
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
