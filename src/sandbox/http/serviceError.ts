// What the service answers when it refuses: `{type, code, detail, attr}`, the first failing field only.

export type FailureType =
  | 'validation_error'
  | 'authentication_error'
  | 'invalid_request'
  | 'throttled_error'
  | 'server_error';

interface FailureFields {
  readonly type: FailureType;
  readonly code: string;
  /** The field at fault, nested parts joined by `__`; null where no field is. */
  readonly attr?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by any handler; becomes the answer with this status. `message` is the `detail`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(status: number, detail: string, fields: FailureFields) {
    super(detail);
    this.status = status;
    this.headers = fields.headers ?? {};
    this.body = JSON.stringify({ type: fields.type, code: fields.code, detail, attr: fields.attr ?? null });
  }
}

export function invalid(attr: string | null, code: string, detail: string): Failure {
  return new Failure(400, detail, { type: 'validation_error', code, attr });
}

export function notFound(detail = 'Not found.'): Failure {
  return new Failure(404, detail, { type: 'invalid_request', code: 'not_found' });
}

export function unauthenticated(header: string | undefined): Failure {
  return header === undefined
    ? new Failure(401, 'Authentication credentials were not provided.', {
        type: 'authentication_error',
        code: 'not_authenticated',
      })
    : new Failure(401, 'Personal API key found in request Authorization header is invalid.', {
        type: 'authentication_error',
        code: 'authentication_failed',
      });
}

export function forbidden(detail: string): Failure {
  return new Failure(403, detail, { type: 'authentication_error', code: 'permission_denied' });
}

export function methodNotAllowed(method: string, allow: string): Failure {
  return new Failure(405, `Method "${method}" not allowed.`, {
    type: 'invalid_request',
    code: 'method_not_allowed',
    headers: { Allow: allow },
  });
}

export function parseFailure(detail: string): Failure {
  return new Failure(400, detail, { type: 'invalid_request', code: 'parse_error' });
}

export function unsupportedMediaType(contentType: string): Failure {
  return new Failure(415, `Unsupported media type "${contentType}" in request.`, {
    type: 'invalid_request',
    code: 'unsupported_media_type',
  });
}

export function notAcceptable(): Failure {
  return new Failure(406, 'Could not satisfy the request Accept header.', {
    type: 'invalid_request',
    code: 'not_acceptable',
  });
}

export function bodyTooLarge(maxBytes: number): Failure {
  return new Failure(413, `The request's body is larger than ${maxBytes} bytes.`, {
    type: 'invalid_request',
    code: 'request_too_large',
  });
}

/** Some services leave the header out. */
export function throttled(waitS: number, header: 'header' | 'no header' = 'header'): Failure {
  return new Failure(429, `Request was throttled. Expected available in ${waitS} seconds.`, {
    type: 'throttled_error',
    code: 'throttled',
    headers: header === 'header' ? { 'Retry-After': String(waitS) } : {},
  });
}

export function serverFailure(): Failure {
  return new Failure(500, 'A server error occurred.', { type: 'server_error', code: 'error' });
}
