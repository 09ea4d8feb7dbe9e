// An answer as data, so that a fault can change it before it is sent.
import type { ServerResponse } from 'node:http';
import type { Failure } from './failure.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent one after the other under one Content-Length. */
  readonly body: readonly (string | Uint8Array)[];
}

const jsonType = { 'Content-Type': 'application/json' };

export function json(status: number, ...body: readonly (string | Uint8Array)[]): Answer {
  return { status, headers: jsonType, body };
}

export function html(status: number, title: string, text: string): Answer {
  const page =
    `<!doctype html>\n<html lang="en">\n<head>\n  <title>${title}</title>\n</head>\n` +
    `<body>\n  <h1>${title}</h1>\n  <p>${text}</p>\n</body>\n</html>\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: [page] };
}

export function unknownPath(): Answer {
  return html(404, 'Not Found', 'The requested resource was not found on this server.');
}

export function failureAnswer(failure: Failure): Answer {
  return {
    status: failure.status,
    headers: { ...jsonType, ...failure.headers },
    body: [failure.body],
  };
}

/** Sends a whole answer. `isHead` keeps the headers and drops the body. */
export function send(response: ServerResponse, answer: Answer, isHead: boolean): void {
  const chunks = answer.body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  response.cork();
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': length, Vary: 'Accept' });
  if (!isHead) for (const chunk of chunks) response.write(chunk);
  response.end();
  response.uncork();
}
