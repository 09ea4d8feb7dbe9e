// Our own undici connections, from the editor's network settings. Nothing here touches the process-wide dispatcher.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Socket } from 'node:net';
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { NetworkSettings } from '#api/clientTypes.ts';
import { linkAbort } from './abortSignals.ts';
import { NotConnectedError } from './networkErrors.ts';
import { maxSockets } from './requestGate.ts';
import { isLoopbackAddress, type SafeBaseUrl } from './safeBaseUrl.ts';
import { certificatesFor } from './trustedCertificates.ts';

/** Below the 60 s after which load balancers commonly drop an idle connection. */
const keepAliveMs = 15_000;
const maxConnectMs = 10_000;
/** Node's own limit is 16 kB, which the cookies and policies of proxies can exceed. */
const maxHeaderBytes = 128 * 1024;

export function createDispatcher(
  address: SafeBaseUrl,
  settings: NetworkSettings,
  timeoutMs: number,
): UndiciDispatcher {
  // Half of the deadline is left to the fallback.
  const openingMs = Math.min(timeoutMs / 2, maxConnectMs);
  return createDispatcherWith(address, settings, openingMs, {}, markNotConnected);
}

/**
 * Opens a connection as requests do, hands it to `read`, and closes it: nothing is sent through it. The service's certificate
 * is not verified; the socket says whether it is trusted. Rejects with the reason if no connection opens, or `signal` aborts.
 */
export async function inspectConnection<T>(
  address: SafeBaseUrl,
  settings: NetworkSettings,
  signal: AbortSignal,
  read: (socket: Socket) => T,
): Promise<T> {
  await certificatesFor(address.origin, settings.certificates)?.pause;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const unlink = linkAbort(signal, reject);
  const inspect =
    (open: UndiciConnector): UndiciConnector =>
    (options, callback) =>
      open(options, (error, socket) => {
        if (error) reject(error);
        else if (socket instanceof Socket) {
          resolve(socket);
          if (signal.aborted) socket.destroy();
        }
        callback(new Error('Only the connection is inspected.'), null);
      });
  const dispatcher = createDispatcherWith(address, settings, maxConnectMs, unverified, inspect);
  const head = { origin: address.origin, path: '/', method: 'HEAD', headers: {} };
  request.call(dispatcher, head).catch(reject); // it always fails; the connector says why
  try {
    const socket = await promise;
    try {
      return read(socket);
    } finally {
      socket.destroy();
    }
  } finally {
    unlink();
    void dispatcher.destroy();
  }
}

const unverified = { rejectUnauthorized: false };

/** @param tlsToService replaces options of the connections to the service, and none of those to a proxy */
function createDispatcherWith(
  address: SafeBaseUrl,
  settings: NetworkSettings,
  openingMs: number,
  tlsToService: { readonly rejectUnauthorized?: boolean },
  wrap: (connector: UndiciConnector) => UndiciConnector,
): UndiciDispatcher {
  const certificates = certificatesFor(address.origin, settings.certificates);
  const opening = {
    allowH2: false,
    timeout: openingMs,
    // Plain http is for this machine alone.
    ...(!address.origin.startsWith('https:') && { lookup: lookupLoopback }),
    rejectUnauthorized: settings.strictTls ?? true,
    ...(certificates && { secureContext: certificates.secureContext }),
  };
  const toService = { ...opening, ...tlsToService };
  const pool = {
    // Sockets are what the gate counts, and what ends with a request that is cancelled.
    allowH2: false,
    connections: maxSockets,
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
  };
  const proxy = proxyFor(address, settings);
  if (proxy === undefined) return new Agent({ ...pool, connect: wrap(buildConnector(toService)) });
  if (typeof proxy === 'string') return new Agent({ ...pool, connect: wrap(refuseProxy(proxy)) });
  // Connections through an http or https proxy, each a tunnel opened by CONNECT.
  return new ProxyAgent({
    ...pool,
    uri: proxy.href,
    ...(settings.proxyAuthorization && { token: settings.proxyAuthorization }),
    proxyTls: opening,
    requestTls: toService,
    // Opens tunnels by a method that undici's index gives to dispatchers. A proxy may never respond to CONNECT.
    clientFactory: (origin, options) =>
      Object.assign(new Pool(origin, { ...options, headersTimeout: openingMs }), { connect }),
    // The agent inside a ProxyAgent hands its tunnel to the pool as `connect`; that is where opening fails.
    factory: (origin, { connect: tunnel, ...options }) =>
      new Pool(origin, { ...options, ...(tunnel && { connect: wrap(tunnel) }) }),
  });
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * `dns.lookup` that fails with ERR_NOT_LOOPBACK if the name leads elsewhere; for Node's `connect`. Names such as
 * `foo.localhost` may be spoken to in plain http, because they lead to this machine. Whether they do is up to the resolver, so
 * it is checked for each connection, before the key is sent.
 */
export function lookupLoopback(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) {
      callback(error ?? failure(hostname, 'ENOTFOUND'), []);
    } else if (!addresses.every(({ address }) => isLoopbackAddress(address))) {
      callback(failure(hostname, 'ERR_NOT_LOOPBACK'), []);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
}

function failure(hostname: string, code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} does not resolve to this machine`), { code });
}

/** `scheme`: no http or https proxy; `signIn`: a percent sign in its user name or password begins no escape. */
export type ProxyProblem = 'scheme' | 'signIn';

/** The one that requests to the service go through; undefined if they go directly. */
export function proxyFor(
  address: SafeBaseUrl,
  { proxy, noProxy = [] }: NetworkSettings,
): URL | ProxyProblem | undefined {
  return !proxy || bypassesProxy(address, noProxy) ? undefined : parseProxy(proxy);
}

/** A bare `host:port` is an http proxy. */
function parseProxy(setting: string): URL | ProxyProblem {
  const proxy = URL.parse(setting.includes('://') ? setting : `http://${setting}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) return 'scheme';
  return isEncoded(proxy.username) && isEncoded(proxy.password) ? proxy : 'signIn';
}

/** undici decodes the name and the password, each by itself, and throws at a stray percent sign. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** SOCKS is left to the editor's fetch, which knows it: no connection opens here, so the fallback is used. */
function refuseProxy(problem: ProxyProblem): UndiciConnector {
  const [code, message] =
    problem === 'scheme'
      ? ['ERR_PROXY_SCHEME', 'only http: and https: proxies are supported']
      : ['ERR_PROXY_SIGN_IN', 'the credentials in the proxy’s address are not percent-encoded'];
  return (_options, callback) => callback(Object.assign(new Error(message), { code }), null);
}

/**
 * Entries as in NO_PROXY: `*`, `host`, `.host` or `*.host` (both with the host itself), each with `:port` or without.
 * Loopback never goes through a proxy.
 */
export function bypassesProxy(address: SafeBaseUrl, noProxy: readonly string[]): boolean {
  if (address.isLoopback) return true;
  const { hostname, port, protocol } = new URL(address.origin);
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy
    .flatMap((entry) => entry.split(/[\s,]+/))
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, pattern = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const host = pattern.replace(/^\*?\./, '');
      if (wantedPort !== undefined && wantedPort !== ownPort) return false;
      return hostname === host || hostname.endsWith(`.${host}`);
    });
}

/**
 * Throws every failure to open as NotConnectedError. It also keeps undici from opening again and again: it takes a proxy
 * that hangs up for a lost connection, by the error's code, and tries again.
 */
function markNotConnected(connector: UndiciConnector): UndiciConnector {
  return (options, callback) =>
    connector(options, (error, socket) => {
      callback(
        error && new NotConnectedError('The connection could not be opened.', { cause: error }),
        socket,
      );
    });
}
