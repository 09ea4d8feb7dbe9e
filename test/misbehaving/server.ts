// A real HTTP server on 127.0.0.1 that does to a client what networks and proxies do. What it does to a request is an
// act (acts.ts). It records the requests, and knows which of its sockets are open.
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Act = (response: http.ServerResponse, request: Received) => void | Promise<void>;

export interface ServerOptions {
  readonly test?: TestContext;
  readonly tls?: https.ServerOptions;
  /** An address of this machine. */
  readonly listenOn?: string;
}

export interface MisbehavingServer {
  readonly url: string;
  readonly port: number;
  /** All requests in the order of their arrival, bodies read. */
  readonly received: readonly Received[];
  /** Sockets that are open now, the most that ever were at once, and all that ever were. */
  readonly sockets: { readonly open: number; readonly most: number; readonly opened: number };
  /** Resolves when no socket is open. */
  allClosed(): Promise<void>;
  close(): Promise<void>;
}

const usedPorts = new Set<number>();

/** The rate limit that an earlier test met at an origin, with the same key, lasts as long as the process. */
async function listenOnNewPort(server: http.Server, address: string): Promise<number> {
  server.listen(0, address);
  await once(server, 'listening');
  const port = portOf(server.address());
  if (usedPorts.has(port)) {
    server.close();
    await once(server, 'close');
    return listenOnNewPort(server, address);
  }
  usedPorts.add(port);
  return port;
}

/**
 * `plan` says what is done to each request: an act, or a function of the request and of how many came before it.
 * With a TestContext the server ends with the test.
 */
export async function startMisbehaving(
  plan: (request: Received, index: number) => Act,
  { test, tls, listenOn = '127.0.0.1' }: ServerOptions = {},
): Promise<MisbehavingServer> {
  const received: Received[] = [];
  const open = new Set<Socket>();
  const waiting = new Set<() => void>();
  let most = 0;
  let opened = 0;

  const onRequest = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    // A client may disconnect while it sends.
    request.on('error', () => request.destroy());
    response.on('error', () => response.destroy());
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    received.push(one);
    await plan(one, received.length - 1)(response, one);
  };
  const listener = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    onRequest(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    opened++;
    most = Math.max(most, open.size);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      open.delete(socket);
      if (open.size > 0) return;
      for (const wake of waiting) wake();
      waiting.clear();
    });
  });
  const port = await listenOnNewPort(server, listenOn);

  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  test?.after(close);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received,
    sockets: {
      get open() {
        return open.size;
      },
      get most() {
        return most;
      },
      get opened() {
        return opened;
      },
    },
    async allClosed() {
      if (open.size === 0) return;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    },
    close,
  };
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
