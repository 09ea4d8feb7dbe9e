// Our own undici connections, from the editor's network settings. Nothing here touches the process-wide dispatcher.
import tls from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { Address } from './address.ts';
import type { NetworkSettings } from './types.ts';

const connectionsPerOrigin = 4;
/** Below the 60 s after which load balancers commonly drop an idle connection. */
const keepAliveMs = 15_000;
const longestConnectMs = 10_000;

/** A connection that could not be opened: no byte of the request has left. `cause` has the reason. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
}

export function createDispatcher(
  address: Address,
  settings: NetworkSettings,
  timeoutMs: number,
): UndiciDispatcher {
  const opening = {
    timeout: Math.min(timeoutMs, longestConnectMs),
    ...(address.origin.startsWith('https:') && createTlsOptions(settings)),
  };
  const options = { connections: connectionsPerOrigin, keepAliveTimeout: keepAliveMs };
  if (!settings.proxy || bypassesProxy(address, settings.noProxy ?? [])) {
    return new Agent({ ...options, connect: tellingNotConnected(buildConnector(opening)) });
  }
  const proxy = URL.parse(settings.proxy.includes('://') ? settings.proxy : `http://${settings.proxy}`);
  if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
    return new Agent({ ...options, connect: tellingNotConnected(refuseProxy) });
  }
  return new ProxyAgent({
    ...options,
    uri: proxy.href,
    ...(settings.proxyAuthorization && { token: settings.proxyAuthorization }),
    proxyTls: opening,
    requestTls: opening,
    // Opens tunnels by a method that undici's index gives to dispatchers.
    clientFactory: (origin, pool) => Object.assign(new Pool(origin, pool), { connect }),
    // The agent inside a ProxyAgent hands its tunnel to the pool as `connect`; that is where opening fails.
    factory: (origin, { connect: tunnel, ...pool }) =>
      new Pool(origin, { ...pool, ...(tunnel && { connect: tellingNotConnected(tunnel) }) }),
  });
}

/**
 * Entries as in NO_PROXY: `*`, `host`, `.host` or `*.host` (both with the host itself), each with `:port` or without.
 * Loopback never goes through a proxy.
 */
export function bypassesProxy(address: Address, noProxy: readonly string[]): boolean {
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

function createTlsOptions(settings: NetworkSettings) {
  const secureContext = trustSystemToo();
  return {
    rejectUnauthorized: settings.strictTls ?? true,
    ...(secureContext && { secureContext }),
  };
}

let sharedContext: tls.SecureContext | undefined;

/** Parsing a few hundred certificates takes tens of milliseconds, so it happens once, and not once a connection. */
function trustSystemToo(): tls.SecureContext | undefined {
  if (typeof tls.getCACertificates !== 'function') return undefined; // before Node 22.15
  sharedContext ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return sharedContext;
}

/**
 * Marks every failure to open. It also keeps undici from opening for ever: it takes a proxy that hangs up for a lost
 * connection, by the error's code, and tries again without end.
 */
function tellingNotConnected(connector: UndiciConnector): UndiciConnector {
  return (options, callback) =>
    connector(options, (error, socket) => {
      callback(
        error && new NotConnectedError('The connection could not be opened.', { cause: error }),
        socket,
      );
    });
}

/** SOCKS is left to the editor's fetch, which knows it: no connection opens, so the fallback is taken. */
function refuseProxy(_options: object, callback: UndiciConnectCallback): void {
  const error = new Error('only http: and https: proxies are known here');
  callback(Object.assign(error, { code: 'ERR_PROXY_SCHEME' }), null);
}
