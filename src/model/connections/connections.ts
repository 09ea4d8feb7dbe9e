// The connections that a person has: those in the settings and, where it was started, the embedded service.
import { parseBaseUrl } from './baseUrl.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { isObject } from '#model/storage/isObject.ts';

export interface ProjectEntry {
  readonly id: string;
  /** Empty where the service did not say. */
  readonly name: string;
}

export interface Connection {
  readonly id: string;
  readonly name: string;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
  /** The embedded service: it is in no setting, and its address and key are new at each start. */
  readonly isSample: boolean;
}

/** What the embedded service tells when it runs. */
export interface SampleService {
  readonly url: string;
  readonly key: string;
  readonly projects: readonly ProjectEntry[];
}

export const sampleConnectionId = 'sample-data';

/** Where the list of connections is kept; reads give whatever a person wrote there. */
export interface ConnectionStore {
  get(): unknown;
  /** Entries that could not be read come back as they were. */
  set(entries: readonly unknown[]): Promise<void>;
  onDidChange(listener: () => void): Subscription;
}

export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly projects: readonly ProjectEntry[];
}

/** An entry of the setting that cannot be used: `index` from 0, and why. */
export interface ConnectionProblem {
  readonly index: number;
  readonly reason: 'notAList' | 'notAnObject' | 'badId' | 'doubleId' | 'badUrl' | 'badProjects';
}

/** Reads the setting. An entry that cannot be used is named and left out; the others stay. */
export function parseConnections(value: unknown): {
  readonly connections: readonly Connection[];
  readonly problems: readonly ConnectionProblem[];
} {
  if (!Array.isArray(value)) return { connections: [], problems: [{ index: 0, reason: 'notAList' }] };
  const connections: Connection[] = [];
  const problems: ConnectionProblem[] = [];
  for (const [index, entry] of value.entries()) {
    const result = parseConnection(entry);
    if (typeof result === 'string') problems.push({ index, reason: result });
    else if (connections.some((other) => other.id === result.id))
      problems.push({ index, reason: 'doubleId' });
    else connections.push(result);
  }
  return { connections, problems };
}

function parseConnection(entry: unknown): Connection | ConnectionProblem['reason'] {
  if (!isObject(entry)) return 'notAnObject';
  const { id, name, url, projects = [] } = entry;
  if (typeof id !== 'string' || !/^[a-z0-9-]+$/.test(id)) return 'badId';
  if (id === sampleConnectionId) return 'doubleId';
  const base = typeof url === 'string' ? parseBaseUrl(url) : undefined;
  if (!base?.ok) return 'badUrl';
  if (!Array.isArray(projects)) return 'badProjects';
  const entries = projects.map(parseProject);
  if (entries.includes(undefined)) return 'badProjects';
  return {
    id,
    name: typeof name === 'string' && name.trim() !== '' ? name : hostOf(base.value),
    url: base.value,
    projects: uniqueById(entries.filter((project) => project !== undefined)),
    isSample: false,
  };
}

function parseProject(entry: unknown): ProjectEntry | undefined {
  if (!isObject(entry)) return undefined;
  const { id, name } = entry;
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return { id: text, name: typeof name === 'string' ? name : '' };
}

function uniqueById(projects: readonly ProjectEntry[]): readonly ProjectEntry[] {
  return [...new Map(projects.map((project) => [project.id, project])).values()];
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

/** A short id for a new connection that no other has: `us-posthog-com`, `us-posthog-com-2`. */
export function createConnectionId(url: string, taken: ReadonlySet<string>): string {
  const slug =
    hostOf(url)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'service';
  for (let n = 1; ; n++) {
    const id = n === 1 ? slug : `${slug}-${n}`;
    if (id !== sampleConnectionId && !taken.has(id)) return id;
  }
}

/** All connections, in the order in which they are shown. The one writer of the setting. */
export class Connections implements Subscription {
  readonly #store: ConnectionStore;
  readonly #sampleName: string;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Subscription;
  #sample: SampleService | undefined;
  #known: ReturnType<typeof parseConnections>;

  readonly onDidChange = this.#changed.event;

  /** `sampleName`: what the embedded service is called, in the person's language. */
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

  /** The embedded service as it runs now; undefined where it was not started. */
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

  /** Does nothing for an id that is not there. */
  async update(id: string, changes: Partial<Omit<StoredConnection, 'id'>>): Promise<void> {
    await this.#write((list) =>
      list.map((entry) => (isEntryOf(entry, id) ? { ...entry, ...changes } : entry)),
    );
  }

  async remove(id: string): Promise<void> {
    await this.#write((list) => list.filter((entry) => !isEntryOf(entry, id)));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Entries that we cannot read are a person's own text and stay as they are. */
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
