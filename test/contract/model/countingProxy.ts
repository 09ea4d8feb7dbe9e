// A real service behind a proxy that counts what reaches it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface CountingProxy {
  readonly url: string;
  /** Methods that reached the service since the last call. */
  takeMethods(): readonly string[];
  close(): Promise<void>;
}

export async function startCountingProxy(serviceUrl: string): Promise<CountingProxy> {
  let methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? '');
    forward(serviceUrl, request, response).catch((error: unknown) => response.destroy(toError(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    takeMethods() {
      const taken = methods;
      methods = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(
  serviceUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await buffer(request);
  const { authorization = '' } = request.headers;
  const answer = await fetch(`${serviceUrl}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': 'application/json' },
    ...(sent.length > 0 && { body: sent }),
  });
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  response.end(body);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
