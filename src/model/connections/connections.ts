// The connections in the settings and, while it runs, the embedded service.
import { type Connection, type ProjectEntry, sampleConnectionId } from './connection.ts';
import { ConnectionError } from './connectionError.ts';
import { type ConnectionProblem, parseConnections } from './connectionSetting.ts';
import type { ProjectPlace, Protection } from './protection.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { isObject } from '#model/storage/isObject.ts';

/** The running embedded service. */
export interface SampleService {
  readonly url: string;
  readonly key: string;
  readonly projects: readonly ProjectEntry[];
}

/** The setting with the connections; `get` returns whatever a person wrote there. */
export interface ConnectionStore {
  get(): unknown;
  /** Includes unreadable entries, unchanged. */
  set(entries: readonly unknown[]): Promise<void>;
  onDidChange(listener: () => void): Subscription;
}

export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
}

/** All connections, in the order in the tree. Only this class writes the setting. */
export class Connections implements Subscription {
  readonly #store: ConnectionStore;
  readonly #sampleName: string;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Subscription;
  #sample: SampleService | undefined;
  #known: ReturnType<typeof parseConnections>;

  readonly onDidChange = this.#changed.event;

  /** `sampleName`: the name of the embedded service, in the person's language. */
  constructor(store: ConnectionStore, sampleName = 'Sample Data') {
    this.#store = store;
    this.#sampleName = sampleName;
    this.#known = parseConnections(store.get());
    this.#subscription = store.onDidChange(() => {
      this.#known = parseConnections(store.get());
      this.#changed.fire();
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

  /**
   * A link to a document may name any connection and project; requests go to those in the tree only. Throws
   * ConnectionError.
   */
  requireProject({ connectionId, projectId }: ProjectPlace): void {
    const connection = this.get(connectionId);
    if (!connection) throw new ConnectionError('unknownConnection', connectionId);
    if (!connection.projects.some(({ id }) => id === projectId))
      throw new ConnectionError('unknownProject', connectionId);
  }

  /** What a project is called beside its id, with its connection where there are several; undefined without a name. */
  placeName({ connectionId, projectId }: ProjectPlace): string | undefined {
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
    this.#changed.fire();
  }

  async add(connection: StoredConnection): Promise<void> {
    await this.#write((list) => [...list, connection]);
  }

  /** Does nothing for an unknown id. */
  async update(id: string, changes: Partial<Omit<StoredConnection, 'id'>>): Promise<void> {
    await this.#write((list) =>
      list.map((entry) => (isEntryOf(entry, id) ? { ...entry, ...changes } : entry)),
    );
  }

  /** Of a project, or of the connection where `projectId` is undefined. Undefined: none. */
  async setProtection(
    id: string,
    projectId: string | undefined,
    protection: Protection | undefined,
  ): Promise<void> {
    const setIn = (entry: unknown): unknown => {
      if (!isObject(entry)) return entry;
      const { protection: _, ...rest } = entry;
      return protection === undefined ? rest : { ...rest, protection };
    };
    const setInProject = (entry: unknown): unknown =>
      isObject(entry) && String(entry['id']) === projectId ? setIn(entry) : entry;
    await this.#write((list) =>
      list.map((entry) => {
        if (!isEntryOf(entry, id)) return entry;
        if (projectId === undefined) return setIn(entry);
        const { projects } = entry;
        return Array.isArray(projects) ? { ...entry, projects: projects.map(setInProject) } : entry;
      }),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#write((list) => list.filter((entry) => !isEntryOf(entry, id)));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Unreadable entries stay as they are. */
  async #write(change: (entries: readonly unknown[]) => readonly unknown[]): Promise<void> {
    const entries = this.#store.get();
    await this.#store.set(change(Array.isArray(entries) ? entries : []));
  }
}

function isEntryOf(entry: unknown, id: string): entry is Readonly<Record<string, unknown>> {
  return isObject(entry) && entry['id'] === id;
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
