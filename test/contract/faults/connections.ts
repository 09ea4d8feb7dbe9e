// Faults of a connection: what happens before, below or between HTTP requests.
import { once } from 'node:events';
import net from 'node:net';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { json, reset } from '../../misbehaving/acts.ts';
import { expired, notYetValid, ofAnotherHost, signed, signedKey } from '../../misbehaving/authority.ts';
import { certificate, certificateKey } from '../../misbehaving/certificate.ts';
import { startProxy } from '../../misbehaving/proxy.ts';
import type { ProxyConduct } from '../../misbehaving/proxy.ts';
import { portOf, startMisbehaving } from '../../misbehaving/server.ts';
import { answerSoundly } from './operations.ts';
import { type Fault, patience } from './runCase.ts';
import type { Row } from './table.ts';

/** For what ends by a deadline. Half of it is for opening a connection, which has to end first on a busy machine, too. */
const timeoutMs = 10_000 * patience;
const signedTls = { cert: signed, key: signedKey };

/** A working service, reached in some way; `host` is what the client gets. */
function reached({ host, listenOn = '127.0.0.1', tls }: Reach): Fault {
  return {
    async open({ sound }) {
      const server = await startMisbehaving(() => answerSoundly(sound), { listenOn, ...(tls && { tls }) });
      return { ...server, url: `${tls ? 'https' : 'http'}://${host}:${server.port}` };
    },
  };
}

interface Reach {
  readonly host: string;
  readonly listenOn?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** A port that nobody listens on; one that was just closed could be reused by the next server. */
const nobody = 'http://127.0.0.1:1';
const refused: Fault = {
  open: async () => ({
    url: nobody,
    received: [],
    allClosed: async () => undefined,
    close: async () => undefined,
  }),
};

/** A working service behind a proxy that behaves so. */
function proxied(
  conduct: ProxyConduct | 'tunnel' | 'gone',
  proxyAuthorization?: string,
  tls = signedTls,
): Fault {
  return {
    async open({ sound }) {
      const server = await startMisbehaving(() => answerSoundly(sound), { tls });
      const ends: (() => Promise<void>)[] = [];
      const scope = { after: (end: () => Promise<void>) => void ends.push(end) };
      const proxy = await startProxy(scope, typeof conduct === 'string' ? { leadTo: server.port } : conduct);
      return {
        ...server,
        url: 'https://service.test',
        client: { network: { proxy: conduct === 'gone' ? nobody : proxy.url, proxyAuthorization } },
        async close() {
          await server.close();
          for (const end of ends) await end();
        },
      };
    },
  };
}

/** Nothing that could be received: a listener on TCP alone, or none. */
function unserved(scheme: 'http' | 'https', onSocket: (socket: Socket) => void): Fault {
  return {
    async open() {
      const open = new Set<Socket>();
      const server = net.createServer((socket) => {
        open.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => open.delete(socket));
        onSocket(socket);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        url: `${scheme}://localhost:${portOf(server.address())}`,
        received: [],
        async allClosed() {
          const closing = [...open].map(async (socket) => once(socket, 'close'));
          for (const socket of open) socket.resume(); // the end is noticed only when reading
          await Promise.all(closing);
        },
        async close() {
          server.close();
          await once(server, 'close');
        },
      };
    },
  };
}

const neverRead: Fault = { ...unserved('http', (socket) => socket.pause()), timeoutMs };
const noHandshake: Fault = { ...unserved('https', (socket) => socket.resume()), timeoutMs };
const silentProxy: Fault = { ...proxied({ isSilent: true }), timeoutMs };

/** Its queue of connections is full and never emptied: what opens one more gets no response, not even from the system. */
const neverAccepted: Fault = {
  timeoutMs,
  async open() {
    const worker = new Worker(blockedListener, { eval: true });
    const port = await listening(worker);
    const queue = Array.from({ length: 4 }, () =>
      net.connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await once(queue[0] ?? worker, 'connect');
    return {
      url: `http://127.0.0.1:${port}`,
      received: [],
      allClosed: async () => undefined,
      async close() {
        for (const socket of queue) socket.destroy();
        await worker.terminate();
      },
    };
  },
};

async function listening(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
  });
}

const blockedListener = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** A connection that has carried a request before: it is reset by the next one, or closed before that. */
function reused(end: 'reset' | 'close'): Fault {
  return {
    isReused: true,
    async open({ path, sound }) {
      const server = await startMisbehaving(({ url }) => {
        if (url.replace(/\?.*/s, '') === path) return end === 'reset' ? reset() : answerSoundly(sound);
        return async (response, request) => {
          if (end === 'close') response.once('finish', () => response.socket?.end());
          await json({ id: 1 })(response, request);
        };
      });
      return end === 'close' ? { ...server, untilIdle: async () => server.allClosed() } : server;
    },
  };
}

// oxfmt-ignore
export const openings: readonly Row[] = ([
  // fault, reads, writes, CSV, export
  ['refused',                                refused,                                        'network ×0/3', 'network ×0/3', 'network ×0/3', 'network ×0/3'],
  ['never accepted',                         neverAccepted,                                  'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['accepted and never read',                neverRead,                                      'timeout ×0/1', 'timeout ×0/1', 'timeout ×0/1', 'timeout ×0/3'],
  ['closed at once',                         unserved('http', (socket) => socket.destroy()), 'network ×0/3', 'network ×0/1', 'network ×0/3', 'network ×0/3'],
  ['used before, then reset',                reused('reset'),                                'network ×3',   'network ×1',   'network ×3',   'network ×3'],
  ['used before, closed while idle',         reused('close'),                                'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['to ::1 alone',                           reached({ host: '[::1]', listenOn: '::1' }),    'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['to localhost, which is 127.0.0.1 alone', reached({ host: 'localhost' }),                 'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
] satisfies readonly Row[]).filter(([name]) => name !== 'never accepted' || process.platform !== 'win32'); // which accepts them itself

// oxfmt-ignore
export const certificates: readonly Row[] = [
  ['of a private authority that the system trusts', reached({ host: 'localhost', tls: signedTls }),                                  'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['the same for an address',                       reached({ host: '127.0.0.1', tls: signedTls }),                                  'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['signed by itself',                              reached({ host: 'localhost', tls: { cert: certificate, key: certificateKey } }), 'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['expired',                                       reached({ host: 'localhost', tls: { cert: expired, key: signedKey } }),          'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['not yet valid',                                 reached({ host: 'localhost', tls: { cert: notYetValid, key: signedKey } }),      'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['of another host',                               reached({ host: 'localhost', tls: { cert: ofAnotherHost, key: signedKey } }),    'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['none: plain HTTP',                              unserved('https', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),   'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['none: closed in the handshake',                 unserved('https', (socket) => socket.once('data', () => socket.destroy())),      'network ×0/3', 'network ×0/3', 'network ×0/3', 'network ×0/3'],
  ['none: a handshake without a response',         noHandshake,                                                                     'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
];

// oxfmt-ignore
export const proxies: readonly Row[] = [
  ['that tunnels',               proxied('tunnel'),                                                     'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['that is signed in to',       proxied('tunnel', 'Basic abc'),                                        'ok ×1',        'ok ×1',        'ok ×1',        'ok ×1'],
  ['that demands sign-in',       proxied({ refuse: 407 }),                                              'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['that forbids',               proxied({ refuse: 403 }),                                              'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['that answers 502',           proxied({ refuse: 502 }),                                              'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['that hangs up',              proxied({ hangUp: true }),                                             'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['that is not there',          proxied('gone'),                                                       'network ×0/3', 'network ×0/3', 'network ×0/3', 'network ×0/3'],
  ['that never answers CONNECT', silentProxy,                                                           'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
  ['that leads to another host', proxied('tunnel', undefined, { cert: ofAnotherHost, key: signedKey }), 'network ×0/1', 'network ×0/1', 'network ×0/1', 'network ×0/3'],
];
