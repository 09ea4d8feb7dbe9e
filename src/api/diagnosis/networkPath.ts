// The way to the service: which proxy, which address, whether something listens there.
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { once } from 'node:events';
import { type SafeBaseUrl, isLoopbackAddress } from '#api/http/safeBaseUrl.ts';
import { bypassesProxy, parseProxy } from '#api/http/dispatcher.ts';
import { systemCode } from '#api/http/responseHeaders.ts';
import { certificatesFor } from '#api/http/trustedCertificates.ts';
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { StepOutcome } from './stepRunner.ts';

/** Where the connection is opened to: the service, or a proxy on the way. */
export interface NetworkRoute {
  readonly host: string;
  readonly port: number;
  readonly proxy: URL | undefined;
}

/** The hostname without the brackets of an IPv6 address. */
export function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

export function chooseRoute(address: SafeBaseUrl, settings: NetworkSettings): StepOutcome<NetworkRoute> {
  const url = new URL(address.origin);
  const direct: NetworkRoute = { host: hostnameOf(url), port: portOf(url), proxy: undefined };
  const { proxy: setting, proxySource = '' } = settings;
  if (setting === undefined) {
    const isOff = proxySource === 'http.proxySupport';
    return { status: 'passed', findings: [{ is: isOff ? 'proxyOff' : 'noProxy' }], value: direct };
  }
  if (address.isLoopback)
    return { status: 'passed', findings: [{ is: 'proxyNotForThisMachine' }], value: direct };
  if (bypassesProxy(address, settings.noProxy ?? []))
    return { status: 'passed', findings: [{ is: 'proxyBypassed', host: url.hostname }], value: direct };
  const proxy = parseProxy(setting);
  if (typeof proxy === 'string')
    return { status: 'warning', findings: [{ is: 'proxyUnreadable', source: proxySource, problem: proxy }] };
  // The URL may hold a user name and a password.
  const host = `${proxy.hostname}:${portOf(proxy)}`;
  return {
    status: 'passed',
    findings: [{ is: 'proxy', host, source: proxySource }],
    value: { host: hostnameOf(proxy), port: portOf(proxy), proxy },
  };
}

/** Resolves the host as the connection does, by the system's resolver. */
export async function resolveHost(
  route: NetworkRoute,
  address: SafeBaseUrl,
): Promise<StepOutcome<NetworkRoute>> {
  const { host } = route;
  const service = hostnameOf(new URL(address.origin));
  const byProxy = route.proxy ? ([{ is: 'resolvedByProxy', host: service }] as const) : [];
  if (net.isIP(host) !== 0)
    return { status: 'passed', findings: [{ is: 'ipAddress', host }, ...byProxy], value: route };
  try {
    const found = await lookup(host, { all: true });
    const addresses = found.map((one) => one.address);
    if (!route.proxy && address.isLoopback && !addresses.every(isLoopbackAddress))
      return { status: 'failed', findings: [{ is: 'notThisMachine', host }] };
    return { status: 'passed', findings: [{ is: 'resolved', host, addresses }, ...byProxy], value: route };
  } catch (error) {
    return { status: 'failed', findings: [{ is: 'unresolved', host, code: codeOf(error) }] };
  }
}

/** The caller destroys the socket. */
export async function connectTcp(
  { host, port }: NetworkRoute,
  signal: AbortSignal,
): Promise<StepOutcome<net.Socket>> {
  const socket = net.connect({ host, port });
  try {
    await once(socket, 'connect', { signal });
    const findings = [{ is: 'connected', host: hostAndPort(socket.remoteAddress ?? host, port) }] as const;
    return { status: 'passed', findings, value: socket };
  } catch (error) {
    socket.destroy();
    const at = hostAndPort(host, port);
    return { status: 'failed', findings: [{ is: 'notConnected', host: at, code: codeOf(error) }] };
  }
}

function hostAndPort(host: string, port: number): string {
  return net.isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Asks the proxy at the end of `socket` for a tunnel to the service. The caller destroys the socket that it gives. */
export async function openTunnel(
  socket: net.Socket,
  proxy: URL,
  address: SafeBaseUrl,
  settings: NetworkSettings,
  signal: AbortSignal,
): Promise<StepOutcome<net.Socket>> {
  const url = new URL(address.origin);
  const target = `${url.hostname}:${portOf(url)}`;
  const request = http.request({
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...signIn(proxy, settings) },
    createConnection: () => (proxy.protocol === 'https:' ? secure(socket, proxy, settings) : socket),
    signal,
  });
  return new Promise((resolve) => {
    request.on('connect', (response, tunnel) => {
      const status = response.statusCode ?? 0;
      // A socket of the Agent's is a net.Socket; only the event's type says Duplex.
      if (status === 200 && tunnel instanceof net.Socket)
        resolve({ status: 'passed', findings: [{ is: 'tunnelOpen', host: target }], value: tunnel });
      else {
        tunnel.destroy();
        resolve({ status: 'failed', findings: [{ is: 'tunnelRefused', status }] });
      }
    });
    request.on('error', (error) => {
      resolve({ status: 'failed', findings: [{ is: 'tunnelBroken', code: codeOf(error) }] });
    });
    request.end();
  });
}

/** To the proxy itself; whether its certificate is trusted decides as it does for the connections that carry requests. */
function secure(socket: net.Socket, proxy: URL, settings: NetworkSettings): tls.TLSSocket {
  const host = hostnameOf(proxy);
  const secureContext = certificatesFor(proxy.origin, settings.certificates)?.secureContext;
  return tls.connect({
    socket,
    host,
    rejectUnauthorized: settings.strictTls ?? true,
    ...(secureContext && { secureContext }),
    ...(net.isIP(host) === 0 && { servername: host }),
  });
}

function signIn(proxy: URL, { proxyAuthorization }: NetworkSettings): Readonly<Record<string, string>> {
  if (proxyAuthorization !== undefined) return { 'proxy-authorization': proxyAuthorization };
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The innermost error's; `UNKNOWN` if there is none. */
export function codeOf(error: unknown): string {
  return systemCode(error) ?? 'UNKNOWN';
}
