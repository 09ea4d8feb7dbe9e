// Connections through an http or https proxy, each a tunnel opened by CONNECT.
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { markNotConnected } from './notConnected.ts';

/** Undefined where `setting` names no http or https proxy. A bare `host:port` is an http proxy. */
export function parseProxy(setting: string): URL | undefined {
  const proxy = URL.parse(setting.includes('://') ? setting : `http://${setting}`);
  return proxy !== null && /^https?:$/.test(proxy.protocol) && hasReadableSignIn(proxy) ? proxy : undefined;
}

/** undici decodes the name and the password, and throws at a stray percent sign. */
function hasReadableSignIn({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export interface ProxyOptions {
  readonly proxy: URL;
  /** The whole value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  readonly pool: UndiciPoolOptions;
  /** For undici's connector: the timeout and TLS of the connection to the proxy and of that through it. */
  readonly opening: { readonly timeout: number };
}

export function createProxyDispatcher({
  proxy,
  authorization,
  pool,
  opening,
}: ProxyOptions): UndiciDispatcher {
  return new ProxyAgent({
    ...pool,
    uri: proxy.href,
    ...(authorization && { token: authorization }),
    proxyTls: opening,
    requestTls: opening,
    // Opens tunnels by a method that undici's index gives to dispatchers. A proxy may never answer CONNECT.
    clientFactory: (origin, options) =>
      Object.assign(new Pool(origin, { ...options, headersTimeout: opening.timeout }), { connect }),
    // The agent inside a ProxyAgent hands its tunnel to the pool as `connect`; that is where opening fails.
    factory: (origin, { connect: tunnel, ...options }) =>
      new Pool(origin, { ...options, ...(tunnel && { connect: markNotConnected(tunnel) }) }),
  });
}

/** SOCKS is left to the editor's fetch, which knows it: no connection opens here, so that the fallback is used. */
export function refuseProxy(_options: object, callback: UndiciConnectCallback): void {
  const error = new Error('only http: and https: proxies are known here');
  callback(Object.assign(error, { code: 'ERR_PROXY_SCHEME' }), null);
}
