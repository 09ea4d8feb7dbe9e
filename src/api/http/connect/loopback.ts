// Hosts and addresses of this machine, in any spelling: plain http is for them alone, and no proxy is on the way to them.
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** By name: a connection to one of these fails if the name resolves to another machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(hostname) || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** False for a name. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
