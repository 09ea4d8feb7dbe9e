// A real HTTP proxy on 127.0.0.1 for CONNECT, which leads every name to one local port, or refuses in its own ways.
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { portOf } from './server.ts';

interface Tunnel {
  /** As asked for: `host:port`. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export type ProxyConduct =
  | { readonly leadTo: number }
  | { readonly refuse: number }
  | { readonly hangUp: true }
  /** CONNECT is never answered. */
  | { readonly isSilent: true };

/** A test, or anything else with an end. */
export interface Scope {
  after(end: () => Promise<void>): void;
}

export interface Proxy {
  readonly url: string;
  readonly tunnels: readonly Tunnel[];
  /** Requests that were sent to the proxy itself, not through a tunnel. */
  readonly plainRequests: readonly string[];
}

export async function startProxy(test: Scope, conduct: ProxyConduct): Promise<Proxy> {
  const tunnels: Tunnel[] = [];
  const plainRequests: string[] = [];
  const open = new Set<Duplex>();
  const server = http.createServer((request, response) => {
    plainRequests.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request: http.IncomingMessage, client: Duplex) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    client.on('error', () => client.destroy());
    if ('isSilent' in conduct) return;
    if ('hangUp' in conduct) {
      client.destroy();
    } else if ('refuse' in conduct) {
      client.end(`HTTP/1.1 ${conduct.refuse} Refused\r\ncontent-length: 0\r\n\r\n`);
    } else {
      join(client, conduct.leadTo, open);
    }
  });
  server.on('connection', (socket: net.Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(async () => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  });
  return { url: `http://127.0.0.1:${portOf(server.address())}`, tunnels, plainRequests };
}

function join(client: Duplex, port: number, open: Set<Duplex>): void {
  const target = net.connect(port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.pipe(target).pipe(client);
  });
  open.add(target);
  target.on('error', () => client.destroy());
  target.on('close', () => {
    open.delete(target);
    client.destroy();
  });
}
