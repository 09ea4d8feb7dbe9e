// Connections through an http or https proxy, each a tunnel opened by CONNECT.
import connect from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { markNotConnected } from '#api/http/errors/notConnected.ts';

/** `scheme`: no http or https proxy; `signIn`: a percent sign in its user name or password begins no escape. */
export type ProxyProblem = 'scheme' | 'signIn';

/** A bare `host:port` is an http proxy. */
export function parseProxy(setting: string): URL | ProxyProblem {
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
    // Opens tunnels by a method that undici's index gives to dispatchers. A proxy may never respond to CONNECT.
    clientFactory: (origin, options) =>
      Object.assign(new Pool(origin, { ...options, headersTimeout: opening.timeout }), { connect }),
    // The agent inside a ProxyAgent hands its tunnel to the pool as `connect`; that is where opening fails.
    factory: (origin, { connect: tunnel, ...options }) =>
      new Pool(origin, { ...options, ...(tunnel && { connect: markNotConnected(tunnel) }) }),
  });
}

/** SOCKS is left to the editor's fetch, which knows it: no connection opens here, so the fallback is used. */
export function refuseProxy(problem: ProxyProblem): UndiciConnector {
  const [code, message] =
    problem === 'scheme'
      ? ['ERR_PROXY_SCHEME', 'only http: and https: proxies are supported']
      : ['ERR_PROXY_SIGN_IN', 'the credentials in the proxy’s address are not percent-encoded'];
  return (_options, callback) => callback(Object.assign(new Error(message), { code }), null);
}
