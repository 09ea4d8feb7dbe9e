// The acts of a server. Each function returns one Act; only `trickle` and `earlyHints` wait for time to pass.
import type { ServerResponse } from 'node:http';
import type { Act } from './server.ts';

type Headers = Readonly<Record<string, string>>;

/** The only act without a fault. */
export function json(value: unknown, status = 200, headers: Headers = {}): Act {
  return text(JSON.stringify(value), status, { 'content-type': 'application/json', ...headers });
}

export function text(body: string | Uint8Array, status = 200, headers: Headers = {}): Act {
  return (response) => {
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers });
    response.end(body);
  };
}

export function empty(status: number, headers: Headers = {}): Act {
  return text('', status, headers);
}

/** A proxy's page, whatever was asked. */
export function html(status = 200): Act {
  return text('<!doctype html><title>Sign in</title><p>Please sign in.', status, {
    'content-type': 'text/html; charset=utf-8',
  });
}

/** The interface's error body. */
export function fault(status: number, code: string, detail: string, attr: string | null = null): Act {
  const type = status === 401 ? 'authentication_error' : status >= 500 ? 'server_error' : 'invalid_request';
  return json({ type, code, detail, attr }, status);
}

/** 429; the header is left out if `retryAfter` is. */
export function throttled(seconds: number, retryAfter?: string): Act {
  const body = {
    type: 'throttled_error',
    code: 'throttled',
    detail: `Request was throttled. Expected available in ${seconds} seconds.`,
    attr: null,
  };
  return json(body, 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}

export function redirect(location: string, status = 302): Act {
  return empty(status, { location });
}

/** All that was sent, and more, in every place of an error where a service could repeat it. */
export function repeating(status: number, more: string): Act {
  return async (response, request) => {
    const { authorization = '', 'user-agent': agent = '' } = request.headers;
    const key = authorization.replace('Bearer ', '');
    const all = `${authorization} ${agent} ${request.body} ${more}`;
    const headers = { 'x-request-id': key, location: `/${key}/?key=${key}` };
    const body = { type: all, code: all, detail: `${all} scope '${key}'`, attr: key };
    await json(body, status, headers)(response, request);
  };
}

/** The connection is reset before any response. */
export function reset(): Act {
  return (response) => {
    response.socket?.resetAndDestroy();
  };
}

/** The connection is closed in good order before any response. */
export function hangUp(): Act {
  return (response) => {
    response.socket?.destroy();
  };
}

/** Never responds. */
export function silence(): Act {
  return () => undefined;
}

/** `body` is announced whole by its length, `bytes` of it come, then the connection ends. */
export function halfBody(body: string, bytes: number, headers: Headers = {}): Act {
  const whole = Buffer.from(body);
  return async (response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': String(whole.length),
      ...headers,
    });
    await flushed(response, whole.subarray(0, bytes));
    response.socket?.destroy();
  };
}

/** The connection is reset before the headers have ended. */
export function halfHeaders(): Act {
  return (response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\ncontent-type: appl', () => socket.resetAndDestroy());
  };
}

/** The whole body, of which the headers announce `bytes`. */
export function oversized(body: string, bytes: number, headers: Headers): Act {
  return (response) => {
    const lines = Object.entries({ ...headers, 'content-length': String(bytes) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    response.socket?.end(`HTTP/1.1 200 OK\r\n${head}\r\n${body}`);
  };
}

/** The same in chunks, without the last one. */
export function halfChunks(body: string, bytes: number, headers: Headers = {}): Act {
  return async (response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      ...headers,
    });
    await flushed(response, Buffer.from(body).subarray(0, bytes));
    response.socket?.destroy();
  };
}

/** Neither length nor chunks: the end of the connection is the end of the body, early or not. */
export function unbounded(body: string, bytes: number, headers: Headers = {}): Act {
  return (response) => {
    const { socket } = response;
    const lines = Object.entries({ 'content-type': 'application/json', connection: 'close', ...headers });
    socket?.write(`HTTP/1.1 200 OK\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket?.end(Buffer.from(body).subarray(0, bytes));
  };
}

/** One byte a write, each its own chunk on the wire. */
export function drip(body: string, headers: Headers = {}): Act {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    for (const byte of Buffer.from(body)) await flushed(response, Buffer.of(byte));
    response.end();
  };
}

/** Some bytes, then nothing for ever. */
export function stall(body: string, headers: Headers = {}): Act {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.write(body);
  };
}

/** Bytes without end, as fast as the client takes them. `onBytes` is told each chunk that went out. */
export function flood(onBytes: (bytes: number) => void, headers: Headers = {}, status = 200): Act {
  return async (response) => {
    response.writeHead(status, { 'content-type': 'text/csv', ...headers });
    const chunk = Buffer.alloc(64 * 1024, 'x');
    while (!response.destroyed) {
      onBytes(chunk.length);
      await flushed(response, chunk);
    }
  };
}

/** One byte every few milliseconds, without end. */
export function trickle(status = 200, headers: Headers = {}): Act {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    repeat(response, () => response.write(' '));
  };
}

/** Interim responses without end, and never the response itself. */
export function earlyHints(): Act {
  return (response) => repeat(response, () => response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'));
}

/** A few interim responses, then the response. */
export function informed(act: Act): Act {
  return async (response, request) => {
    response.socket?.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(3));
    await act(response, request);
  };
}

function repeat(response: ServerResponse, step: () => void): void {
  const timer = setInterval(step, 5);
  response.once('close', () => clearInterval(timer));
}

/** Bytes that are no HTTP. */
export function gibberish(): Act {
  return (response) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n');
  };
}

/** A response that is held until `until` resolves. */
export function held(act: Act, until: Promise<unknown>): Act {
  return async (response, request) => {
    await until;
    await act(response, request);
  };
}

/** Resolves when the chunk has left, or never will. */
async function flushed(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(chunk, done);
  });
}
