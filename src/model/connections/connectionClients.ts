// One client per connection, created when it is first needed. A changed key or setting replaces it: later calls get a new
// one, and what runs on the old one ends there. Another address closes it.
import { isDeepStrictEqual } from 'node:util';
import type { ApiClient, CallOutcome, RateLimits, ReadableClient } from '#api/clientTypes.ts';
import type { TransportGuard } from '#api/writeApproval.ts';
import type { Connection, ProjectEntry } from './connection.ts';
import { currentProject } from './projectRef.ts';
import { ConnectionError } from './connectionError.ts';
import type { Connections } from './connections.ts';
import type { WriteGuard } from './writeGuard.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';

/** Where keys are kept, each bound to the origin that it was entered for. */
export interface KeyStore {
  /** Undefined if no key was stored for this connection at this origin. */
  read(connectionId: string, origin: string): Promise<string | undefined>;
  write(connectionId: string, origin: string, key: string): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

/**
 * Makes a client; loads the network code when it is first called.
 * @param connection `guard` is undefined for a client that has nothing to write; `onOutcome` is called for each call
 * @param say called with a sentence that says what a request waits for
 */
export type CreateClient = (
  connection: {
    readonly url: string;
    readonly rateLimits?: Partial<RateLimits>;
    readonly guard?: TransportGuard;
    readonly onOutcome?: (outcome: CallOutcome) => void;
  },
  key: string,
  say?: (text: string) => void,
) => Promise<ApiClient>;

export interface EndedCall {
  readonly connectionId: string;
  readonly outcome: CallOutcome;
}

interface OpenClient {
  readonly url: string;
  readonly rateLimits: Connection['rateLimits'];
  /** Whether it asked which project `@current` is, or knows it. */
  readonly knowsCurrent: boolean;
  readonly client: Promise<ApiClient>;
}

export interface PinnedProject {
  readonly connectionId: string;
  readonly project: ProjectEntry;
  /** Why it is not in the setting. */
  readonly error: unknown;
}

export class ConnectionClients implements Subscription {
  readonly #connections: Connections;
  readonly #keys: KeyStore;
  readonly #guard: WriteGuard;
  readonly #create: CreateClient;
  readonly #open = new Map<string, OpenClient>();
  /** Clients whose running calls may finish, as long as their connection leads there. */
  #retired: { readonly id: string; readonly url: string; readonly client: Promise<ApiClient> }[] = [];
  readonly #subscription: Subscription;
  readonly #ended = new Emitter<EndedCall>();
  readonly #pinned = new Emitter<PinnedProject>();
  /** `@current` of a connection's setting was resolved: the tree shows its number from now on. */
  readonly onDidPinProject = this.#pinned.event;
  /** A call of a connection ended, or could not begin. Not of clients that were replaced: theirs is an old key. */
  readonly onDidEndCall = this.#ended.event;

  constructor(connections: Connections, keys: KeyStore, guard: WriteGuard, create: CreateClient) {
    this.#connections = connections;
    this.#keys = keys;
    this.#guard = guard;
    this.#create = create;
    this.#subscription = connections.onDidChange(() => {
      for (const [id, { url, knowsCurrent, rateLimits }] of this.#open) {
        const connection = connections.get(id);
        if (this.#hasLeft(id, url)) this.#close(id);
        else if (connection?.url !== url) this.replace(id);
        else if (!isDeepStrictEqual(connection.rateLimits, rateLimits)) this.replace(id);
        else if (hasCurrentProject(connection) && !knowsCurrent) this.replace(id);
      }
      this.#retired = this.#retired.filter((old) => {
        const hasLeft = this.#hasLeft(old.id, old.url);
        if (hasLeft) void old.client.then(async (client) => client.close(), ignoreReported);
        return !hasLeft;
      });
    });
  }

  /** Throws ConnectionError if there is no key or no such connection. */
  open(connectionId: string): Promise<ReadableClient> {
    const known = this.#open.get(connectionId);
    if (known) return known.client;
    const connection = this.#connections.get(connectionId);
    if (!connection) return Promise.reject(new ConnectionError('unknownConnection', connectionId));
    const isCurrent = () => this.#open.get(connectionId)?.client === client;
    const client = this.#connect(connection, (outcome) => this.#report(connectionId, outcome, isCurrent));
    this.#open.set(connectionId, {
      url: connection.url,
      rateLimits: connection.rateLimits,
      knowsCurrent: hasCurrentProject(connection),
      client,
    });
    client.catch((error: unknown) => {
      if (!isCurrent()) return;
      this.#open.delete(connectionId); // the next call tries again
      this.#report(connectionId, { kind: 'failed', error }, () => !this.#open.has(connectionId));
    });
    return client;
  }

  /** Undefined if this machine has none. */
  async keyOf({ id, url, isSample }: Connection): Promise<string | undefined> {
    return isSample ? this.#connections.sample?.key : this.#keys.read(id, new URL(url).origin);
  }

  /** The next call reads the key and the settings again; a running export keeps those that it began with. */
  replace(connectionId: string): void {
    const known = this.#open.get(connectionId);
    if (known) this.#retired.push({ id: connectionId, url: known.url, client: known.client });
    this.#take(connectionId, (client) => client.retire());
  }

  /** Replaces all clients, for settings that change how every connection is opened. */
  replaceAll(): void {
    for (const id of [...this.#open.keys()]) this.replace(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#ended.dispose();
    this.#pinned.dispose();
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  /** Ends what runs: the connection is gone, or has another address. A late response would be another service's. */
  #close(connectionId: string): void {
    this.#take(connectionId, async (client) => client.close());
  }

  #take(connectionId: string, end: (client: ApiClient) => unknown): void {
    const known = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    void known?.client.then(end, ignoreReported);
  }

  /** Whether it is removed, or leads elsewhere. The address of sample data may change with each start. */
  #hasLeft(id: string, url: string): boolean {
    return this.#connections.isRemoved(id) || this.#connections.leadsElsewhere(id, url);
  }

  /**
   * In a separate turn: an error of a listener must not fail the call. `isOfKey`: the connection still has that key.
   */
  #report(connectionId: string, outcome: CallOutcome, isOfKey: () => boolean): void {
    queueMicrotask(() => {
      if (isOfKey()) this.#ended.fire({ connectionId, outcome });
    });
  }

  async #connect(connection: Connection, onOutcome: (outcome: CallOutcome) => void): Promise<ApiClient> {
    const key = await this.keyOf(connection);
    if (key === undefined) throw new ConnectionError('noKey', connection.id);
    const guard = this.#guard.forConnection(connection.id);
    const { url, rateLimits = {} } = connection; // an empty object takes back what was set before
    const client = await this.#create({ url, rateLimits, guard, onOutcome }, key);
    if (!hasCurrentProject(connection)) return client;
    const { resolveCurrentProject, withCurrentProject } = await import('./currentProjects.ts');
    const resolve = async () =>
      resolveCurrentProject(client).catch(async (error: unknown) => {
        await client.close();
        throw error;
      });
    const isListed = connection.projects.some(({ id }) => id === currentProject);
    const resolved = isListed ? await resolve() : undefined;
    if (resolved) void this.#pin(connection, resolved);
    return withCurrentProject(client, (given) => {
      const { projectId } = this.#connections.numbered({ connectionId: connection.id, projectId: given });
      // One that is not known can be read, and the guard refuses to write to it.
      return projectId === currentProject ? (resolved?.id ?? projectId) : projectId;
    });
  }

  /** Requests have the number also if the setting cannot be changed. */
  async #pin({ id: connectionId, url }: Connection, project: ProjectEntry): Promise<void> {
    const isThere = () => this.#connections.get(connectionId)?.url === url;
    try {
      const { pinCurrentProject } = await import('./connectionEdits.ts');
      const pin = pinCurrentProject(connectionId, project);
      await this.#connections.change((entries) => (isThere() ? pin(entries) : entries));
      if (isThere()) this.#pinned.fire({ connectionId, project, error: undefined });
    } catch (error) {
      this.#pinned.fire({ connectionId, project, error });
    }
  }
}

/** A failure to create a client was reported to its caller. */
function ignoreReported(): void {}

/** Also one whose number is known: a document that was opened before has `@current` in its address. */
function hasCurrentProject({ projects }: Connection): boolean {
  return projects.some(({ id, addedAs }) => [id, addedAs].includes(currentProject));
}
