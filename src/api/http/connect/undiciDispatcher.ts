// Our own undici connections, from the editor's network settings. Nothing here touches the process-wide dispatcher.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { NetworkSettings } from '#api/clientTypes.ts';
import { isLoopbackAddress } from './loopback.ts';
import { bypassesProxy } from './noProxy.ts';
import { markNotConnected } from '#api/http/errors/notConnected.ts';
import { createProxyDispatcher, parseProxy, refuseProxy } from './proxyDispatcher.ts';
import { maxSockets } from '#api/http/limits/requestGate.ts';
import type { SafeBaseUrl } from './requireSafeBaseUrl.ts';
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
  const certificates = certificatesFor(address.origin, settings.certificates);
  const opening = {
    // Half of the deadline is left to the fallback.
    timeout: Math.min(timeoutMs / 2, maxConnectMs),
    // Plain http is for this machine alone.
    ...(!address.origin.startsWith('https:') && { lookup: lookupLoopback }),
    rejectUnauthorized: settings.strictTls ?? true,
    ...(certificates && { secureContext: certificates.secureContext }),
  };
  const pool = { connections: maxSockets, keepAliveTimeout: keepAliveMs, maxHeaderSize: maxHeaderBytes };
  if (!settings.proxy || bypassesProxy(address, settings.noProxy ?? [])) {
    return new Agent({ ...pool, connect: markNotConnected(buildConnector(opening)) });
  }
  const proxy = parseProxy(settings.proxy);
  if (typeof proxy === 'string') return new Agent({ ...pool, connect: markNotConnected(refuseProxy(proxy)) });
  return createProxyDispatcher({ proxy, authorization: settings.proxyAuthorization, pool, opening });
}

// Names such as `foo.localhost` may be spoken to in plain http, because they lead to this machine. Whether they do is
// up to the resolver, so it is checked for each connection, before the key is sent.
type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** `dns.lookup` that fails with ERR_NOT_LOOPBACK where the name leads elsewhere; for Node's `connect`. */
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
