// The client's shape: a resource is a verb and a path. Types and three limits, so that importing it loads nothing else.
import type { SecureContext } from 'node:tls';
import type { CohortActivity, CohortCalculation, CohortUses } from './cohortDetails.ts';
import type { Cohort, Dashboard, Person, Project, UserSummary } from './responseSchemas.ts';
import type { WriteApproval, TransportGuard } from './writeApproval.ts';

/**
 * How urgent a request is against others of its connection.
 * - `interactive`: a person is waiting for it. It goes first, and one socket is always free for it.
 * - `export`: goes in the order of arrival, on the other sockets.
 */
export type Priority = 'interactive' | 'export';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called in addition to the client's own `onWait`, when this call has to wait. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Default: that of an interactive request; of a stream of persons, that of an export. */
  readonly priority?: Priority | undefined;
}

export interface PageOptions extends CallOptions {
  /** Records a page; the service's own default is 100. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Of a list of cohorts; a service of the interface alone ignores what is beyond it. */
export interface ListOptions extends PageOptions {
  /** A part of the name, of up to 200 characters. */
  readonly search?: string | undefined;
}

/** Where a page is. */
export interface Cursor {
  readonly offset: number;
  readonly limit: number;
}

/** The largest response that is read as a whole, in MB: past this, something is wrong with it. An export has no maximum. */
export const maxResponseMb = 64;

/** Pages in a row without a new record before a list or an export counts as endless. */
export const maxIdlePages = 20;
/** The problem of a page after which a list or an export gives up. */
export const nextStands = 'The next page brings nothing new, so the list ends here.';

export interface Page<T> {
  readonly results: readonly T[];
  /** All records there are; undefined if the service does not say (persons). */
  readonly count: number | undefined;
  /** Undefined after the last page, and, with a problem, if the service's `next` does not advance. */
  readonly next: Cursor | undefined;
  /** One sentence per record that could not be read at all, or field that had a wrong type. */
  readonly problems: readonly string[];
}

/** A record with the exact text it came in, so that no digit of it is lost. */
export interface RecordText<T> {
  readonly record: T;
  /** The response's body. */
  readonly text: string;
}

export interface ReadableResource<T> {
  list(options?: ListOptions): Promise<Page<T>>;
  /**
   * All pages, each record once, reading ahead on at most four connections. Ends after the last page, and, with a problem
   * on that page, if `next` does not advance. Throws ApiError after it has yielded earlier pages.
   */
  pages(options?: PageOptions): AsyncIterable<Page<T>>;
  retrieve(id: number, options?: CallOptions): Promise<T>;
  retrieveText(id: number, options?: CallOptions): Promise<RecordText<T>>;
}

/** Every verb that writes is listed in the table of test/contract/model/writeGuard.test.ts. */
export interface Resource<T> extends ReadableResource<T> {
  /** Sends `body`, the text of a JSON object, byte for byte. */
  createText(body: string, options?: CallOptions): Promise<T>;
  /** Sends `body` as `createText` does: the fields that change, alone. */
  updateText(id: number, body: string, options?: CallOptions): Promise<RecordText<T>>;
  /** The interface's DELETE. Real deployments respond with 405, thrown as `notAllowed`; nothing is ever removed by it. */
  delete(id: number, options?: CallOptions): Promise<void>;
}

export interface MoveTile {
  readonly tileId: number;
  readonly toDashboard: number;
}

export interface Dashboards extends Resource<Dashboard> {
  /** Returns the source dashboard, without the tile. */
  moveTile(id: number, move: MoveTile, options?: CallOptions): Promise<Dashboard>;
}

type PersonsFormat = 'csv' | 'json';

export interface PersonsOptions extends PageOptions {
  readonly format: PersonsFormat;
  /** Limits for this call only, in place of the client's own. */
  readonly retry?: Partial<RetryLimits> | undefined;
}

export interface PersonSearch extends PageOptions {
  /** A part of a name, an email or an ID. */
  readonly search?: string | undefined;
}

/** A response whose body has not been read yet. The caller loops over the body, to its end or not, or calls `cancel`. */
export interface StreamedResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Bytes as they came off the socket, back-pressure kept. Throws ApiError (`network`, `incomplete`, `cancelled`). */
  readonly body: AsyncIterable<Uint8Array>;
  cancel(): void;
}

export interface ReadableCohorts extends ReadableResource<Cohort> {
  /** The persons export as the service serves it, unread. */
  openPersons(id: number, options: PersonsOptions): Promise<StreamedResponse>;
  /** One page of persons as records. A service of the interface alone ignores `search`. */
  persons(id: number, options?: PersonSearch): Promise<Page<Person>>;
  /** All pages of persons, as `pages` has them; without a count, nothing is read ahead. */
  personPages(id: number, options?: PageOptions): AsyncIterable<Page<Person>>;
  /** What uses it, beyond the interface. Throws ApiError, of older deployments `notFound` or `forbidden`. */
  uses(id: number, options?: CallOptions): Promise<CohortUses>;
  /** Its newest calculations, the last one first, beyond the interface. Throws as `uses`. */
  calculations(id: number, options?: PageOptions): Promise<readonly CohortCalculation[]>;
  /** What was done to it, the last first, beyond the interface. Throws as `uses`. */
  activities(id: number, options?: Omit<PageOptions, 'offset'>): Promise<readonly CohortActivity[]>;
}

export interface Cohorts extends ReadableCohorts, Resource<Cohort> {
  /** Beyond the interface, to a static cohort. Unknown persons are ignored, unless all are. Throws as `uses`, and `invalid`. */
  addPersons(id: number, personIds: readonly string[], options?: CallOptions): Promise<void>;
  /** Beyond the interface. Throws `notFound` for a person that the project does not have; no error for one not in the cohort. */
  removePerson(id: number, personId: string, options?: CallOptions): Promise<void>;
}

/** A client that can only read until it is given an approval. */
export interface ReadableClient {
  /** Scheme, host and port that the key is bound to. */
  readonly origin: string;
  /** The projects the key may list; throws `forbidden`, `missingScope` or `notFound` if it may not. */
  listProjects(options?: CallOptions): Promise<readonly Project[]>;
  /** Its number and name; `@current` is the account's current one. Throws as `listProjects`. */
  retrieveProject(id: string, options?: CallOptions): Promise<Project>;
  /** The person whose key it is, beyond the interface. Throws as `listProjects`. */
  retrieveUser(options?: CallOptions): Promise<UserSummary>;
  /** One small request, sent once: resolves where the service responds. Throws ApiError. Reports no outcome. */
  check(options?: CallOptions): Promise<void>;
  dashboards(projectId: string): ReadableResource<Dashboard>;
  cohorts(projectId: string): ReadableCohorts;
  /** The same client, whose writes carry the approval. */
  withApproval(approval: WriteApproval): ApiClient;
  /** Retires a client that another one replaces: running calls end in their own time, then it closes. */
  retire(): void;
  /** Closes idle sockets and ends running requests. */
  close(): Promise<void>;
}

export interface ApiClient extends ReadableClient {
  dashboards(projectId: string): Dashboards;
  cohorts(projectId: string): Cohorts;
}

/** How a call ended, with all its tries; or that the service has responded with 429, so calls wait. */
export type CallOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'held'; readonly ms: number };

export type RetryReason = 'throttled' | 'network' | 'server';

/** A wait before a request is sent; `paced`: sending now would exceed the rate limit. */
export interface RetryWait {
  readonly ms: number;
  readonly reason: RetryReason | 'paced';
}

/** The wait after a 429 that names no time. Here, because the tree needs it before anything is requested. */
export const defaultRetryAfterMs = 30_000;
/** A request for which the service wants a longer wait fails immediately. */
export const maxWaitMs = 130_000;

export interface RetryLimits {
  /** How often a request is sent at most, the first time included. */
  readonly tries: number;
  /** How many tries that ended in a 429 are not counted. */
  readonly extraThrottledTries: number;
  /** The wait before the second try; it doubles from try to try. A longer `Retry-After` is kept to. */
  readonly firstWaitMs: number;
  /** The longest single wait. Where the service asks for more, the error is thrown immediately, with its `retryAfterMs`. */
  readonly maxWaitMs: number;
  /** The longest total of the waits of one request; beyond it the error is thrown. */
  readonly allWaitsMs: number;
}

/** What the best-known deployments allow a team. Each is adjusted to what the service says. */
export interface RateLimits {
  /** Requests for anything but persons. */
  readonly recordsPerMinute: number;
  readonly personsPerMinute: number;
}

/** Where and how to connect; from the editor's settings, handed down as plain data. */
export interface NetworkSettings {
  /** `http.proxy`, or the proxy environment variables. Undefined: connect directly. */
  readonly proxy?: string | undefined;
  /** The setting or environment variable that decides on the proxy, for people to find it. */
  readonly proxySource?: string | undefined;
  /** Hosts that bypass the proxy, as in `http.noProxy` and NO_PROXY. */
  readonly noProxy?: readonly string[] | undefined;
  /** `http.proxyStrictSSL`; true unless said otherwise. */
  readonly strictTls?: boolean | undefined;
  /** `http.proxyAuthorization`, the whole header value. */
  readonly proxyAuthorization?: string | undefined;
  /** This machine's unless given. */
  readonly certificates?: CertificateStore | undefined;
}

/** `empty`: on macOS also if the process may not read the keychain. `unreadable`: too slow, or failed. */
export type StoreState = 'reading' | 'read' | 'empty' | 'unreadable';

/** The system's certificates, which come from a thread. */
export interface CertificateStore {
  /** Trusts Node's authorities, and the system's from the moment at which they are read. */
  readonly secureContext: SecureContext;
  /** Resolves when the store is read, or is given up. */
  readonly settled: Promise<void>;
  /** Resolves then, or after a short moment: new connections do not wait longer. */
  readonly pause: Promise<void>;
  readonly maxReadMs: number;
  readonly state: StoreState;
  /** The valid ones, as PEM; empty until they are read. */
  readonly ofSystem: readonly string[];
}

export interface ClientOptions {
  /** May hold a path and a trailing slash: `https://host/prefix/`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Undefined for a service that nothing protects, as in a test. */
  readonly guard?: TransportGuard | undefined;
  readonly network?: NetworkSettings | undefined;
  /**
   * How long a call may take in all, the wait for a socket included, announced waits for the rate limit not. Where a body
   * is streamed: how long until it begins, and how long it may bring next to nothing. Default 30,000.
   */
  readonly timeoutMs?: number | undefined;
  /** One line per request: method, path without query, status, milliseconds. Never a key, a body or a query value. */
  readonly log?: ((line: string) => void) | undefined;
  /** Default: 4 tries, waits of 250 ms and doubling, of 130 s in all. */
  readonly retry?: Partial<RetryLimits> | undefined;
  /**
   * Default: `defaultRateLimits`, of which a service on this machine has none before a 429. Shared by all clients in this
   * process with the same origin and key: undefined leaves what another one has set. With Infinity for both, the client
   * shares nothing.
   */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  /** Called when the rate limit or a lost connection makes a request wait before it is sent. */
  readonly onWait?: ((wait: RetryWait) => void) | undefined;
  /** Called once for each call, before its caller has the response or the error; and when calls begin to wait. */
  readonly onOutcome?: ((outcome: CallOutcome) => void) | undefined;
  /**
   * The editor's own fetch, which knows PAC files and system proxies. Used for an origin where our own connection
   * could not be opened, so nothing was sent yet.
   */
  readonly fallbackFetch?: typeof fetch | undefined;
}
