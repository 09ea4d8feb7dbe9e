// The authorities that connections trust: Node's own, and those of the system's certificate store. Reading the store is
// synchronous and takes up to 48 s on managed Macs, so a thread does it.
import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import type { CertificateStore, StoreState } from '#api/clientTypes.ts';

export interface CertificateOptions {
  /** JavaScript of a function that returns the system's certificates as PEM; it runs in a thread. */
  readonly reader?: string;
  readonly maxReadMs?: number;
  readonly maxPauseMs?: number;
}

const defaultReader = `() => process.getBuiltinModule('node:tls').getCACertificates('system')`;
const defaultMaxReadMs = 60_000;
const defaultMaxPauseMs = 1000;

export class TrustedCertificates implements CertificateStore {
  readonly secureContext: tls.SecureContext;
  readonly settled: Promise<void>;
  readonly pause: Promise<void>;
  readonly maxReadMs: number;
  #state: StoreState = 'reading';
  #ofSystem: readonly string[] = [];

  constructor(options: CertificateOptions = {}) {
    const { reader = defaultReader, maxReadMs = defaultMaxReadMs, maxPauseMs = defaultMaxPauseMs } = options;
    this.maxReadMs = maxReadMs;
    // Parsing a few hundred of them takes tens of milliseconds, so it happens once, not for each connection.
    this.secureContext = tls.createSecureContext({ ca: readDefaults() });
    this.settled = readInThread(reader, maxReadMs).then((found) => this.#settle(found));
    this.pause = Promise.race([this.settled, sleepUnreferenced(maxPauseMs)]);
  }

  get state(): StoreState {
    return this.#state;
  }

  get ofSystem(): readonly string[] {
    return this.#ofSystem;
  }

  #settle(found: readonly string[] | undefined): void {
    this.#ofSystem = found ?? [];
    // Not in Node's documentation, but what VS Code itself adds certificates with.
    const { context }: { readonly context: { addCACert(pem: string): void } } = this.secureContext;
    for (const pem of this.#ofSystem) context.addCACert(pem);
    this.#state = found === undefined ? 'unreadable' : found.length === 0 ? 'empty' : 'read';
  }
}

let shared: TrustedCertificates | undefined;

/** Those given, or this machine's, which are read once. Undefined for plain http, and before Node 22.15. */
export function certificatesFor(
  origin: string,
  given: CertificateStore | undefined,
): CertificateStore | undefined {
  if (!origin.startsWith('https:') || typeof tls.getCACertificates !== 'function') return undefined;
  if (given) return given;
  return (shared ??= new TrustedCertificates());
}

/** Node reads the system's store for its defaults, too, if it is told to; those come from the thread. */
function readDefaults(): string[] {
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const includesSystem = process.env['NODE_USE_SYSTEM_CA'] === '1' || flags.includes('--use-system-ca');
  return includesSystem
    ? [...tls.getCACertificates('bundled'), ...tls.getCACertificates('extra')]
    : tls.getCACertificates('default');
}

/** Undefined if it fails or takes too long. A thread in a call of the system ends only after that call. */
async function readInThread(reader: string, maxMs: number): Promise<readonly string[] | undefined> {
  const code = `process.getBuiltinModule('node:worker_threads').parentPort.postMessage((${reader})())`;
  // The flags of this process may be none of a thread, or make an ES module of the code.
  const worker = new Worker(code, { eval: true, execArgv: [], name: 'cohort-deck-certificates' });
  const found = new Promise<unknown>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  worker.unref(); // after the listeners, which keep the process alive
  const read = await Promise.race([found, sleepUnreferenced(maxMs)]);
  void worker.terminate();
  if (!Array.isArray(read)) return undefined;
  return [...new Set(read.filter((one) => typeof one === 'string'))].filter(isValid);
}

/** One that has expired would hide its successor of the same name. */
function isValid(pem: string): boolean {
  try {
    const { validFrom, validTo } = new X509Certificate(pem);
    const now = Date.now();
    return Date.parse(validFrom) <= now && now <= Date.parse(validTo);
  } catch {
    return false; // a store may hold what OpenSSL cannot read
  }
}

async function sleepUnreferenced(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
}

const ofUnknownAuthority: ReadonlySet<string> = new Set([
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Whether a connection failed for what another certificate in the store could mend. */
export function isOfUnknownAuthority(code: string | undefined): boolean {
  return code !== undefined && ofUnknownAuthority.has(code);
}
