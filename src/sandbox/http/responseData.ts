// A response as data, so that a fault can change it before it is sent.
import type { ServiceError } from './serviceError.ts';

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
