// The service's error responses: `{type, code, detail, attr}`, for the first invalid field only.

type ServiceErrorType =
  | 'validation_error'
  | 'authentication_error'
  | 'invalid_request'
  | 'throttled_error'
  | 'server_error';

interface ServiceErrorFields {
  readonly type: ServiceErrorType;
  readonly code: string;
  /** The invalid field, nested parts joined by `__`; null if there is none. */
  readonly attr?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A handler throws it; becomes the response with this status. `message` is the `detail`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(status: number, detail: string, fields: ServiceErrorFields) {
    super(detail);
    this.status = status;
    this.headers = fields.headers ?? {};
    this.body = JSON.stringify({ type: fields.type, code: fields.code, detail, attr: fields.attr ?? null });
  }
}

export function invalid(attr: string | null, code: string, detail: string): ServiceError {
  return new ServiceError(400, detail, { type: 'validation_error', code, attr });
}

export function notFound(detail = 'Not found.'): ServiceError {
  return new ServiceError(404, detail, { type: 'invalid_request', code: 'not_found' });
}

export function unauthenticated(header: string | undefined): ServiceError {
  return header === undefined
    ? new ServiceError(401, 'Authentication credentials were not provided.', {
        type: 'authentication_error',
        code: 'not_authenticated',
      })
    : new ServiceError(401, 'Personal API key found in request Authorization header is invalid.', {
        type: 'authentication_error',
        code: 'authentication_failed',
      });
}

export function forbidden(detail: string): ServiceError {
  return new ServiceError(403, detail, { type: 'authentication_error', code: 'permission_denied' });
}

export function methodNotAllowed(method: string, allow: string): ServiceError {
  return new ServiceError(405, `Method "${method}" not allowed.`, {
    type: 'invalid_request',
    code: 'method_not_allowed',
    headers: { Allow: allow },
  });
}

export function parseError(detail: string): ServiceError {
  return new ServiceError(400, detail, { type: 'invalid_request', code: 'parse_error' });
}

export function unsupportedMediaType(contentType: string): ServiceError {
  return new ServiceError(415, `Unsupported media type "${contentType}" in request.`, {
    type: 'invalid_request',
    code: 'unsupported_media_type',
  });
}

export function notAcceptable(): ServiceError {
  return new ServiceError(406, 'Could not satisfy the request Accept header.', {
    type: 'invalid_request',
    code: 'not_acceptable',
  });
}

export function bodyTooLarge(maxBytes: number): ServiceError {
  return new ServiceError(413, `The request's body is larger than ${maxBytes} bytes.`, {
    type: 'invalid_request',
    code: 'request_too_large',
  });
}

/** Some deployments send no header. */
export function throttled(waitS: number, header: 'header' | 'no header' = 'header'): ServiceError {
  return new ServiceError(429, `Request was throttled. Expected available in ${waitS} seconds.`, {
    type: 'throttled_error',
    code: 'throttled',
    headers: header === 'header' ? { 'Retry-After': String(waitS) } : {},
  });
}

export function serverError(): ServiceError {
  return new ServiceError(500, 'A server error occurred.', { type: 'server_error', code: 'error' });
}

// A response as data, so that a fault can change it before it is sent.
export interface ResponseData {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in order, under one Content-Length. */
  readonly body: readonly (string | Uint8Array)[];
}

const jsonType = { 'Content-Type': 'application/json' };

export function json(status: number, ...body: readonly (string | Uint8Array)[]): ResponseData {
  return { status, headers: jsonType, body };
}

export function html(status: number, title: string, text: string): ResponseData {
  const page =
    `<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n` +
    `<body>\n  <h1>${title}</h1>\n  <p>${text}</p>\n</body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: [page] };
}

export function unknownPath(): ResponseData {
  return html(404, 'Not Found', 'The requested resource was not found on this server.');
}

export function errorResponse(error: ServiceError): ResponseData {
  return {
    status: error.status,
    headers: { ...jsonType, ...error.headers },
    body: [error.body],
  };
}
