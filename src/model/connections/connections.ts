// The connections in the settings and, while it runs, the embedded service.
import { type Connection, hostOf, type ProjectEntry, sampleConnectionId } from './connection.ts';
import { currentProject, type ProjectRef } from './projectRef.ts';
import { ConnectionError } from './connectionError.ts';
import { type ConnectionProblem, parseConnections } from './connectionSetting.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { hashText } from '#model/storage/memory.ts';

/** The running embedded service. */
export interface SampleService {
  readonly url: string;
  readonly key: string;
  readonly projects: readonly ProjectEntry[];
}

/** A connection as it is added to the setting, where it gets an id. */
export interface NewConnection {
  readonly name: string;
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
}

/** Where the key of a connection is stored. */
export interface KeyPlace {
  store(connectionId: string): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

/** The setting with the connections; `get` returns whatever a person wrote there. */
export interface ConnectionStore {
  get(): unknown;
  /** Includes unreadable entries, unchanged. */
  set(entries: readonly unknown[]): Promise<void>;
  onDidChange(listener: () => void): Subscription;
}

/** All entries of the setting become others. */
export type SettingEdit = (entries: readonly unknown[]) => readonly unknown[];

/** Runs a task while no other window changes the setting, once `get` gives what the last of them wrote. */
export type ChangeLock = (task: () => Promise<void>) => Promise<void>;

/** All connections, in the order in the tree. Only this class writes the setting. */
export class Connections implements Subscription {
  readonly #store: ConnectionStore;
  readonly #sampleName: string;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Subscription;
  readonly #changeLock: ChangeLock;
  #sample: SampleService | undefined;
  #known: ReturnType<typeof parseConnections>;
  /** The addresses of those that are known, by ID, also of entries that are unusable at the moment. */
  readonly #urls = new Map<string, string>();
  /** Those that wait for the removal of a connection, by its ID. */
  readonly #removals = new Map<string, AbortController>();
  readonly #left = new Emitter<string>();

  readonly onDidChange = this.#changed.event;
  /**
   * After `onDidChange`, with the ID of a connection of the settings that was removed or has another address: what is known of
   * it, and what is to be done there, is another service's.
   */
  readonly onDidLeave = this.#left.event;

  /** `sampleName`: the name of the embedded service, in the person's language. */
  constructor(store: ConnectionStore, sampleName = 'Sample Data', changeLock: ChangeLock = (task) => task()) {
    this.#store = store;
    this.#changeLock = changeLock;
    this.#sampleName = sampleName;
    this.#known = parseConnections(store.get());
    this.#noteUrls();
    this.#subscription = store.onDidChange(() => {
      this.#known = parseConnections(store.get());
      this.#change();
    });
  }

  get problems(): readonly ConnectionProblem[] {
    return this.#known.problems;
  }

  get all(): readonly Connection[] {
    const { connections } = this.#known;
    return this.#sample ? [...connections, toConnection(this.#sample, this.#sampleName)] : connections;
  }

  get(id: string): Connection | undefined {
    return this.all.find((connection) => connection.id === id);
  }

  /** Undefined for the embedded service, whose port changes, and for connections that are not known. */
  addressOf(id: string): string | undefined {
    return this.#urls.get(id);
  }

  /** Whether a connection leads to another address than it did: to another service. Not if one of them is not known. */
  leadsElsewhere(id: string, address: string | undefined): boolean {
    const now = this.addressOf(id);
    return now !== undefined && address !== undefined && now !== address;
  }

  /** Its id if it is not in the settings. */
  nameOf(id: string): string {
    return this.get(id)?.name ?? id;
  }

  /** Whether it was removed, or never there: an entry of the setting that is unusable at the moment counts as there. */
  isRemoved(id: string): boolean {
    if (id === sampleConnectionId) return this.#sample === undefined;
    return this.#known.ids?.has(id) === false;
  }

  /** Aborts once the connection is removed or has another address; never if there is none. */
  removalOf(id: string): AbortSignal {
    const removal = this.#removals.get(id) ?? new AbortController();
    if (this.get(id)) this.#removals.set(id, removal);
    return removal.signal;
  }

  /**
   * A link to a document may name any connection and project; requests go to those in the tree only. Throws
   * ConnectionError.
   */
  requireProject(place: ProjectRef): void {
    const { connectionId, projectId } = this.numbered(place);
    const connection = this.get(connectionId);
    if (!connection) throw new ConnectionError('unknownConnection', connectionId);
    if (!connection.projects.some(({ id }) => id === projectId))
      throw new ConnectionError('unknownProject', connectionId);
  }

  /** With the number in place of `@current`, where a project was added as that. */
  numbered<T extends ProjectRef>(place: T): T {
    return this.namesOf(place)[0];
  }

  /** Under which names something of a project may be stored: its number, and `@current` where it was added as that. */
  namesOf<T extends ProjectRef>(place: T): readonly [T, ...T[]] {
    const { projects = [] } = this.get(place.connectionId) ?? {};
    const id = projects.find(({ addedAs }) => addedAs === currentProject)?.id;
    const isOfIt = id !== undefined && [id, currentProject].includes(place.projectId);
    return isOfIt
      ? [
          { ...place, projectId: id },
          { ...place, projectId: currentProject },
        ]
      : [place];
  }

  /** What a project is called beside its id, with its connection if there are several; undefined without a name. */
  placeName({ connectionId, projectId }: ProjectRef): string | undefined {
    const connection = this.get(connectionId);
    const project = connection?.projects.find(({ id }) => id === projectId)?.name;
    const names = this.all.length > 1 ? [connection?.name, project] : [project];
    return names.filter((name) => name).join(' · ') || undefined;
  }

  /** The embedded service; undefined while it does not run. */
  get sample(): SampleService | undefined {
    return this.#sample;
  }

  setSample(sample: SampleService | undefined): void {
    this.#sample = sample;
    this.#change();
  }

  /** Unreadable entries stay as they are. */
  async change(edit: SettingEdit): Promise<void> {
    await this.#changeLock(() => this.#write(edit));
  }

  /**
   * Stores the key before the tree needs it, under an id that no entry has, also none of another window: all windows
   * share the keys. Removes it if the setting cannot be written: nothing else would.
   * @returns the id
   */
  async add(connection: NewConnection, key: KeyPlace): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    await this.#changeLock(async () => {
      const { ids = [] } = parseConnections(this.#store.get());
      const id = createConnectionId(connection.url, new Set([...ids].map(String)));
      await key.store(id);
      try {
        await this.#write((entries) => [...entries, { id, ...withoutHostName(connection) }]);
      } catch (error) {
        await key.remove(id);
        throw error;
      }
      resolve(id);
    });
    return promise;
  }

  async #write(edit: SettingEdit): Promise<void> {
    const entries = this.#store.get();
    await this.#store.set(edit(Array.isArray(entries) ? entries : []));
  }

  #change(): void {
    const left = this.#noteUrls();
    for (const [id, removal] of this.#removals) {
      if (!this.isRemoved(id) && !left.includes(id)) continue;
      this.#removals.delete(id);
      removal.abort();
    }
    this.#changed.fire();
    for (const id of left) this.#left.fire(id);
  }

  /** @returns the IDs of connections that are removed, or have another address than before */
  #noteUrls(): readonly string[] {
    const now = new Map(this.#known.connections.map(({ id, url }) => [id, url]));
    const left = [...this.#urls].filter(([id, url]) => this.isRemoved(id) || (now.get(id) ?? url) !== url);
    for (const [id] of left) this.#urls.delete(id);
    for (const [id, url] of now) this.#urls.set(id, url);
    return left.map(([id]) => id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#left.dispose();
    this.#changed.dispose();
  }
}

/**
 * An unused ID that no other address has had or gets, as what was stored under an ID stays when its connection is removed:
 * `us-posthog-com--4b4e1f7c9a02`, `us-posthog-com--4b4e1f7c9a02-2`. By the host alone, `a.b.com` and `a-b.com` would be the same.
 */
export function createConnectionId(url: string, taken: ReadonlySet<string>): string {
  const { href, host } = new URL(url);
  const words = host.split(/[^a-z0-9]/).filter((word) => word !== '');
  const id = `${words.join('-')}--${hashText(href.replace(/\/$/, '')).slice(0, hashLength)}`;
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? id : `${id}-${n}`;
    if (!taken.has(numbered)) return numbered;
  }
}

const hashLength = 12;

/** A connection without a name of its own is called by its host, also once it has another address. */
function withoutHostName({ name, ...connection }: NewConnection): Partial<NewConnection> {
  return name === hostOf(connection.url) ? connection : { name, ...connection };
}

function toConnection(sample: SampleService, name: string): Connection {
  return {
    id: sampleConnectionId,
    name,
    url: sample.url,
    projects: sample.projects,
    isSample: true,
  };
}
