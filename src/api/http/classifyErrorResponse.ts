// The ApiError of a response with a status outside 200–299.
import { ApiError, type ApiErrorFields, type ApiErrorKind } from '#api/apiError.ts';
import { type ErrorReason, readReasons } from './errorReasons.ts';
import type { HttpResponse } from './responseBody.ts';
import { looksLikeHtml, readRetryAfterMs, requestIdOf, sentAtMs, withoutSecret } from './responseHeaders.ts';

const maxDetailLength = 600;
/** No path in a text that a person can edit is longer. */
const maxAttrLength = 2000;
const maxPathLength = 200;
/** Joins the path of a field in `attr`. */
const attrSeparator = '__';
/** A code is machine-readable; anything else is ignored. */
const codePattern = /^[\w.-]{1,64}$/;

/** `secret` is in no field of the error. */
export function classifyErrorResponse(response: HttpResponse, operation: string, secret: string): ApiError {
  const { status, headers } = response;
  const text = response.body.toString('utf8');
  const fault = readFault(text);
  const requestId = requestIdOf(headers);
  if (status < 400) return redirectError(response, secret, { status, operation, requestId });
  const reasons = fault.reasons.map(({ path, message }) => ({
    path: path.map((step) => (typeof step === 'string' ? withoutSecret(step, secret) : step)),
    message: withoutSecret(message, secret).slice(0, maxDetailLength),
  }));
  const detail = detailOf(reasons).slice(0, maxDetailLength) || undefined;
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
      attr: attr !== '' && attr.length <= maxAttrLength ? attr : undefined,
      reasons: fault.areLocated ? reasons : undefined,
      retryAfterMs:
        status === 429 || status === 503
          ? readRetryAfterMs(headers['retry-after'], detail, sentAtMs(headers))
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
  const path = (target?.pathname ?? '').replace(/;.*/s, '').slice(0, maxPathLength);
  const detail = withoutSecret(origin + path, secret) || undefined;
  const message = 'The service redirects. Redirects are not followed.';
  return new ApiError('unexpected', message, { ...fields, detail, code: 'redirect' });
}

interface Fault {
  readonly reasons: readonly ErrorReason[];
  /** Whether the reasons have places of their own. */
  readonly areLocated: boolean;
  readonly code?: string | undefined;
  readonly attr?: string | undefined;
}

/** `{type, code, detail, attr}`; of any other JSON, the texts in it are the reasons. */
function readFault(text: string): Fault {
  const body = parsed(text);
  const read = (name: string): unknown => (isMap(body) ? Reflect.get(body, name) : undefined);
  const textOf = (name: string): string | undefined => {
    const value = read(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const isOwnForm = isMap(body) && ['detail', 'type', 'code', 'attr'].some((name) => name in body);
  const detail = isOwnForm ? read('detail') : body;
  const reasons = readReasons(detail);
  const areLocated = reasons.some(({ path }) => path.length > 0);
  const attr = textOf('attr');
  // A map has the names of fields; a validator's list has the places in the field that `attr` names.
  const named = attr ?? (isMap(detail) ? reasons[0]?.path.join(attrSeparator) || undefined : undefined);
  return { reasons, areLocated, code: textOf('code'), attr: named };
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the status says enough
  }
}

/** One text of all reasons; places in a field are left out, as they hold names of the validator's types. */
function detailOf(reasons: readonly ErrorReason[]): string {
  const words = reasons.map(({ path, message }) => {
    const [field, ...rest] = path;
    return field === undefined || rest.length > 0 ? message : `${field}: ${message}`;
  });
  const all = [...new Set(words)];
  return all.map((one, at) => (at < all.length - 1 && !/[.!?:;,]$/.test(one) ? `${one}.` : one)).join(' ');
}
