// The way to the service: which proxy, which address, whether a connection opens, and who signed the certificate.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type DetailedPeerCertificate, type PeerCertificate, TLSSocket } from 'node:tls';
import type { NetworkSettings, StoreState } from '#api/clientTypes.ts';
import { inspectConnection, proxyFor } from '#api/http/dispatcher.ts';
import { proxyRefusal, systemCode } from '#api/http/networkErrors.ts';
import type { SafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { certificatesFor, isOfUnknownAuthority } from '#api/http/trustedCertificates.ts';
import type { Translate } from '#text/translate.ts';
import { failed, type StepResult, passed, type RunStep } from './formatDiagnosis.ts';

/** @param t shows what it is given as code @returns whether a request can be sent over our own connection */
export async function diagnoseNetwork(
  run: RunStep,
  address: SafeBaseUrl,
  settings: NetworkSettings,
  t: Translate,
): Promise<boolean> {
  const service = new URL(address.origin);
  const proxy = proxyFor(address, settings);
  if (!(await run(t('Proxy'), () => describeProxy(proxy, address, settings, t)))) return false;
  const target = proxy instanceof URL ? proxy : service; // where the connection is opened to
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !(await run(t('DNS'), async () => resolveHost(host, t)))) return false;
  return run(t('Connection'), async (signal) => {
    try {
      return await inspectConnection(address, settings, signal, (socket) => {
        const peer =
          target === service
            ? t('Connected to {0}.', socket.remoteAddress ?? host)
            : t('The proxy opened a tunnel to {0}.', service.host);
        if (!(socket instanceof TLSSocket)) return passed(peer);
        const certificate = describeCertificate(socket, address, settings, t);
        return { ...certificate, text: `${certificate.text} ${peer}` };
      });
    } catch (error) {
      return describeFailure(error, target, target === proxy, t);
    }
  });
}

function describeProxy(
  proxy: ReturnType<typeof proxyFor>,
  address: SafeBaseUrl,
  settings: NetworkSettings,
  t: Translate,
): StepResult {
  const source = settings.proxySource ?? '';
  if (settings.proxy === undefined)
    return passed(
      source === 'http.proxySupport' ? t('Off, in the setting http.proxySupport.') : t('No proxy is set.'),
    );
  if (address.isLoopback) return passed(t('Not used for addresses on this machine.'));
  if (proxy === undefined)
    return passed(t('Not used for {0}: http.noProxy or NO_PROXY excludes it.', address.host));
  if (proxy === 'scheme')
    return failed(
      t(
        'The proxy in {0} is not an http or https address, so only VS Code’s own network can use it.',
        source,
      ),
      t('Enter the proxy as {0} in the setting http.proxy.', 'http://host:port'),
    );
  if (proxy === 'signIn')
    return failed(
      t('In {0}, the proxy’s user name or password has an invalid “%”.', source),
      t('Replace each “%” in the user name and password with %25.'),
    );
  return passed(t('{0}, from {1}.', proxy.host, source)); // without its user name and password
}

/** As the connection does, by the system's resolver. */
async function resolveHost(host: string, t: Translate): Promise<StepResult> {
  try {
    const addresses = await lookup(host, { all: true });
    return passed(t('{0} is {1}.', host, addresses.map(({ address }) => address).join(', ')));
  } catch (error) {
    return failed(
      t('{0} was not found ({1}).', host, codeOf(error)),
      t('Check the spelling of the address, the network and the VPN.'),
    );
  }
}

/** Why no connection opened to `target`, the service or its proxy. */
function describeFailure(error: unknown, { host }: URL, isProxy: boolean, t: Translate): StepResult {
  const code = codeOf(error);
  const status = proxyRefusal(error);
  if (status === '407')
    return failed(
      t('The proxy requires authentication (407).'),
      t('Enter the credentials in the setting http.proxyAuthorization, or sign in when VS Code asks.'),
    );
  if (status !== undefined)
    return failed(
      t('The proxy rejected the tunnel ({0}).', status),
      t('Ask the administrator of the proxy to allow this host, or add it to http.noProxy.'),
    );
  if (isProxy && code === 'UND_ERR_SOCKET')
    return failed(
      t('The proxy closed the connection ({0}).', code),
      t('Check the address and the port of the proxy.'),
    );
  if (code === 'ERR_NOT_LOOPBACK')
    return failed(
      t('{0} does not resolve to this machine, so the key is not sent without TLS.', host),
      t('Use https.'),
    );
  if (isProxy && (isOfUnknownAuthority(code) || /CERT/.test(code))) {
    const { text, advice } = describeDistrust(code, [], t);
    return failed(`${t('Proxy')}: ${text}`, advice);
  }
  if (/^(?:EPROTO|ERR_SSL)/.test(code))
    return failed(
      t('The TLS handshake failed ({0}).', code),
      t('Check the address and the port: the server there may not use https.'),
    );
  return failed(
    t('No connection to {0} ({1}).', host, code),
    t('Check the port, the firewall and the VPN, and that the service is running.'),
  );
}

/** The innermost error's. */
function codeOf(error: unknown): string {
  return systemCode(error) ?? 'UNKNOWN';
}

function describeCertificate(
  socket: TLSSocket,
  { origin }: SafeBaseUrl,
  { strictTls, certificates }: NetworkSettings,
  t: Translate,
): StepResult {
  const chain = readChain(socket.getPeerCertificate(true));
  const facts = chain.map((one) =>
    t('{0}, signed by {1}, expires {2}.', nameIn(one.subject), nameIn(one.issuer), expiryOf(one)),
  );
  if (socket.authorized) return passed([t('Trusted.'), ...facts].join(' '));
  const reason: unknown = socket.authorizationError; // an Error by its type, and in fact its code
  const code = typeof reason === 'string' ? reason : codeOf(reason);
  const distrust = describeDistrust(code, chain, t);
  const store = certificatesFor(origin, certificates)?.state ?? 'read';
  const lack = isOfUnknownAuthority(code) ? describeStore(store, t) : undefined;
  const text = [distrust.text, lack?.text, ...facts].filter((one) => one !== undefined).join(' ');
  const advice = lack?.advice ?? distrust.advice;
  if (strictTls ?? true) return failed(text, advice);
  return {
    status: 'warning',
    text: `${t('Certificates are not verified: http.proxyStrictSSL is off.')} ${text}`,
    advice: t('Turn http.proxyStrictSSL on again once the certificate is trusted.'),
  };
}

const maxChainLength = 10;

/** The service's certificate first. */
function readChain(leaf: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  // Empty if the service shows no certificate; the last one is its own issuer.
  for (let at: DetailedPeerCertificate | undefined = leaf; at?.raw; at = at.issuerCertificate) {
    if (chain.length === maxChainLength || chain.includes(at)) break;
    chain.push(at);
  }
  return chain;
}

/** Common name, or organization. A part that appears twice is a list, whatever the types say. */
function nameIn(subject: PeerCertificate['subject'] | undefined): string {
  const name: unknown = subject?.CN ?? subject?.O ?? subject?.OU ?? '?';
  return String(name).slice(0, 80);
}

function expiryOf({ valid_to: validTo }: PeerCertificate): string {
  const time = new Date(validTo);
  return Number.isNaN(time.getTime()) ? '?' : time.toISOString().slice(0, 10);
}

/** What OpenSSL's code says is wrong. */
function describeDistrust(code: string, chain: readonly PeerCertificate[], t: Translate): StepResult {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return failed(
        t('A certificate has expired ({0}).', code),
        t(
          'Check this machine’s date. If it is right, ask the administrator of the service to renew the certificate.',
        ),
      );
    case 'CERT_NOT_YET_VALID':
      return failed(t('A certificate is not valid yet ({0}).', code), t('Check this machine’s date.'));
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed(
        t('The certificate is for another host ({0}).', code),
        t('Check the address. A proxy that inspects traffic can also cause this.'),
      );
    default:
      if (isOfUnknownAuthority(code)) return describeUnknownAuthority(code, chain, t);
      return failed(
        t('The certificate is not trusted ({0}).', code),
        t('Send this page to the administrator of the service.'),
      );
  }
}

function describeUnknownAuthority(code: string, chain: readonly PeerCertificate[], t: Translate): StepResult {
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT')
    return failed(
      t('The certificate is self-signed ({0}).', code),
      t('Install this certificate in the system’s certificate store, and reload the window.'),
    );
  // A public authority says in its certificates where its own is; a company's seldom does.
  if (chain.length === 1 && chain[0]?.infoAccess?.['CA Issuers - URI'] !== undefined)
    return failed(
      t('The service does not send its intermediate certificate ({0}).', code),
      t('Ask the administrator of the service to send the complete certificate chain.'),
    );
  return failed(
    t('The certificate is signed by an authority that this machine does not trust ({0}).', code),
    t(
      'Install your company’s certificate authority in the system’s certificate store, and reload the window.',
    ),
  );
}

/** Why the system's store may lack the authority that is not trusted. */
function describeStore(state: StoreState, t: Translate): StepResult | undefined {
  if (state === 'read') return undefined;
  if (state === 'reading')
    return failed(
      t('This machine’s certificate store is still being read.'),
      t('Diagnose the connection again in a minute.'),
    );
  return failed(
    state === 'empty'
      ? t('This machine’s certificate store is empty, or VS Code may not read it.')
      : t('This machine’s certificate store could not be read.'),
    t(
      'Set the environment variable NODE_EXTRA_CA_CERTS to a file with your company’s certificate authority, and restart VS Code.',
    ),
  );
}
