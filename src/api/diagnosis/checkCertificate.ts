// The service's certificate: who it is for, who signed it, whether this machine trusts it, and what is wrong where not.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { CertificateStore, NetworkSettings } from '#api/clientTypes.ts';
import { certificatesFor, isOfUnknownAuthority } from '#api/http/trustedCertificates.ts';
import type { Certificate, CertificateProblem, Finding, TrustStore } from './findings.ts';
import { codeOf, hostnameOf } from './networkPath.ts';
import type { StepOutcome } from './stepRunner.ts';

const dayMs = 24 * 60 * 60 * 1000;
const soonDays = 14;
const maxChainLength = 10;
const maxNameLength = 80;

/**
 * `socket` is connected to the service. The handshake always completes; the certificate is checked
 * afterwards.
 */
export async function checkCertificate(
  socket: net.Socket,
  origin: string,
  settings: NetworkSettings,
  signal: AbortSignal,
): Promise<StepOutcome<true>> {
  const host = hostnameOf(new URL(origin));
  const certificates = certificatesFor(origin, settings.certificates);
  await certificates?.pause;
  const secured = tls.connect({
    socket,
    host,
    rejectUnauthorized: false,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(certificates && { secureContext: certificates.secureContext }),
  });
  try {
    await once(secured, 'secureConnect', { signal });
    return judge(secured, host, settings.strictTls ?? true, certificates);
  } catch (error) {
    return { status: 'failed', findings: [{ is: 'handshakeFailed', code: codeOf(error) }] };
  } finally {
    secured.destroy();
  }
}

function judge(
  secured: tls.TLSSocket,
  host: string,
  isStrict: boolean,
  certificates: CertificateStore | undefined,
): StepOutcome<true> {
  const chain = readChain(secured.getPeerCertificate(true));
  const facts: readonly Finding[] = [
    { is: 'handshake', protocol: secured.getProtocol() ?? 'TLS' },
    { is: 'chain', certificates: chain.map(describe) },
  ];
  if (!secured.authorized) {
    const problems = [...findProblems(secured, chain, host), ...findStoreProblem(secured, certificates)];
    if (isStrict) return { status: 'failed', findings: [...problems, ...facts] };
    return { status: 'warning', findings: [{ is: 'notVerified' }, ...problems, ...facts], value: true };
  }
  const trusted: Finding = { is: 'trusted', store: findStore(chain, certificates) };
  const days = Math.floor((Math.min(...chain.map(expiryOf)) - Date.now()) / dayMs);
  if (days < soonDays)
    return { status: 'warning', findings: [{ is: 'expiresSoon', days }, trusted, ...facts], value: true };
  return { status: 'passed', findings: [trusted, ...facts], value: true };
}

/** The service's certificate first. */
function readChain(leaf: tls.DetailedPeerCertificate): readonly tls.DetailedPeerCertificate[] {
  const chain: tls.DetailedPeerCertificate[] = [];
  // Empty if the service shows no certificate; the last one is its own issuer.
  for (let at: tls.DetailedPeerCertificate | undefined = leaf; at?.raw; at = at.issuerCertificate) {
    const { fingerprint256 } = at;
    if (chain.length === maxChainLength || chain.some((one) => one.fingerprint256 === fingerprint256)) break;
    chain.push(at);
  }
  return chain;
}

function describe(certificate: tls.DetailedPeerCertificate): Certificate {
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    expiresMs: expiryOf(certificate),
  };
}

function expiryOf({ valid_to: validTo }: tls.PeerCertificate): number {
  return Date.parse(validTo);
}

/** A part that appears twice is a list, whatever the types say. */
function nameIn(subject: Partial<tls.Certificate> | undefined): string {
  const name: unknown = subject?.CN ?? subject?.O ?? subject?.OU ?? '?';
  const text = Array.isArray(name) ? name.join(', ') : String(name);
  return text.replace(/[\p{C}`[\]<>]/gu, ' ').slice(0, maxNameLength);
}

/** The verifier stops at the first problem, so the dates and the name are checked separately. */
function findProblems(
  secured: tls.TLSSocket,
  chain: readonly tls.DetailedPeerCertificate[],
  host: string,
): readonly Finding[] {
  const code = readCode(secured.authorizationError);
  const problems = new Set<CertificateProblem>([classify(code, chain)]);
  const now = Date.now();
  if (chain.some((one) => expiryOf(one) < now)) problems.add('expired');
  const [leaf] = chain;
  if (leaf && tls.checkServerIdentity(host, leaf)) problems.add('wrongName');
  return [...problems].map((problem) => ({ is: 'untrusted', problem, code }));
}

/** Why the system's store may lack what would make the certificate trusted. */
function findStoreProblem(
  secured: tls.TLSSocket,
  certificates: CertificateStore | undefined,
): readonly Finding[] {
  const state = certificates?.state ?? 'read';
  if (state === 'read' || !isOfUnknownAuthority(readCode(secured.authorizationError))) return [];
  return [{ is: 'systemStore', state }];
}

/** An Error by its type, and in fact its code. */
function readCode(error: unknown): string {
  return typeof error === 'string' ? error : codeOf(error);
}

function classify(code: string, chain: readonly tls.DetailedPeerCertificate[]): CertificateProblem {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'selfSigned';
    case 'CERT_HAS_EXPIRED':
      return 'expired';
    case 'CERT_NOT_YET_VALID':
      return 'notYetValid';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'wrongName';
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
      return 'unknownAuthority';
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      // A public authority says in its certificates where its own is; a company's seldom does.
      return chain.length === 1 && chain[0]?.infoAccess?.['CA Issuers - URI'] !== undefined
        ? 'missingIntermediate'
        : 'unknownAuthority';
    default:
      return 'other';
  }
}

/** The first list that knows one of the certificates, or who signed it. */
function findStore(
  chain: readonly tls.DetailedPeerCertificate[],
  certificates: CertificateStore | undefined,
): TrustStore {
  if (!certificates) return 'unknown';
  const shown = chain.map(({ raw }) => new X509Certificate(raw));
  for (const store of ['bundled', 'extra', 'system'] as const) {
    for (const text of store === 'system' ? certificates.ofSystem : tls.getCACertificates(store)) {
      const authority = new X509Certificate(text);
      const { fingerprint256 } = authority;
      if (shown.some((one) => one.fingerprint256 === fingerprint256 || one.checkIssued(authority)))
        return store;
    }
  }
  return 'unknown';
}
