import tls from 'node:tls';

let sharedContext: tls.SecureContext | undefined;

/**
 * The certificates of Node and of the system; undefined before Node 22.15. Parsing a few hundred of them takes tens of
 * milliseconds, so it happens once, not for each connection.
 */
export function readTrustedCertificates(): tls.SecureContext | undefined {
  if (typeof tls.getCACertificates !== 'function') return undefined;
  sharedContext ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return sharedContext;
}
