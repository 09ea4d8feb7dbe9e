// Names such as `foo.localhost` may be spoken to in plain http, because they lead to this machine. Whether they do is
// up to the resolver, so it is checked for each connection, before the key is sent.
import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isLoopbackAddress } from './loopback.ts';

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
