// The records deleted from here, for restoring them. A deleted dashboard cannot be read, so entries keep what is shown of it.
import { isDeepStrictEqual } from 'node:util';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import { isObject, type Memory } from '#model/storage/memory.ts';
import { type Tile, tileTitle } from './dashboardTiles.ts';
import { type Dashboard, tagsOf } from './deckRecord.ts';
import {
  formatProjectRef,
  formatRecordRef,
  parseRecordRef,
  type RecordRef,
  isSameProject,
  isSameRecord,
} from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

export interface Trashed {
  readonly ref: RecordRef;
  /** Empty if the record had no name. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
  /** Where the connection led then, which is not known of old entries and of sample data, whose port changes. */
  readonly address?: string;
  /** Absent for a cohort, which can still be read. */
  readonly dashboard?: TrashedDashboard;
}

/** Texts as the service has them. */
export interface TrashedDashboard {
  readonly description: string;
  readonly tags: readonly string[];
  /** Titles of its tiles, if they were loaded. */
  readonly tiles: readonly string[];
}

const maxEntries = 500;
/** UTF-16 units of a text, and texts of a list. */
const maxText = 2000;
const maxTexts = 100;

export function toTrashedDashboard(dashboard: Dashboard, tiles: readonly Tile[]): TrashedDashboard {
  const short = (texts: readonly string[]) => texts.slice(0, maxTexts).map((text) => text.slice(0, maxText));
  const [description = ''] = short([dashboard.description ?? '']);
  return {
    description,
    tags: short(tagsOf(dashboard)),
    tiles: short(tiles.map((tile) => tileTitle(tile) ?? '')),
  };
}

type Edit = (entries: readonly Trashed[]) => readonly Trashed[];

export interface TrashOptions {
  /** Keeps other windows from changing the memory. */
  readonly withLock?: WithLock;
  /** Called if the memory could not be written; what was not kept is in this window alone, until a later change is kept. */
  readonly onNotKept?: (error: unknown) => void;
  /** The ref with the number of a project that was stored under another name. */
  readonly numbered?: (ref: RecordRef) => RecordRef;
  /** Where a connection leads. Entries of another address are another service's. */
  readonly addressOf?: (connectionId: string) => string | undefined;
  /** Called if the memory cannot be read; its entries are there once it can be read again. */
  readonly onNotRead?: (error: unknown) => void;
}

export class Trash implements Subscription {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #numbered: (ref: RecordRef) => RecordRef;
  readonly #addressOf: NonNullable<TrashOptions['addressOf']>;
  readonly #onNotKept: (error: unknown) => void;
  readonly #onNotRead: (error: unknown) => void;
  /** Changes that are not in the memory yet. */
  #unkept: readonly Edit[] = [];
  /** One lock at a time: this window's own changes wait for each other here. */
  readonly #queue = new SerialQueue();
  readonly #changed = new Emitter<ProjectRef>();
  #entries: readonly Trashed[] = [];
  #isUnreadable = false;

  readonly onDidChange = this.#changed.event;

  /** `memory`: reads what all windows have written. */
  constructor(memory: Memory, options: TrashOptions = {}) {
    this.#memory = memory;
    this.#withLock = options.withLock ?? ((_, task) => task());
    this.#numbered = options.numbered ?? ((ref) => ref);
    this.#addressOf = options.addressOf ?? (() => undefined);
    this.#onNotKept = options.onNotKept ?? rethrow;
    this.#onNotRead = options.onNotRead ?? rethrow;
    this.readAgain();
  }

  /**
   * Shows what other windows have changed. What cannot be read is reported once.
   * @returns the projects with other entries than before
   */
  readAgain(): readonly ProjectRef[] {
    const before = this.#entries;
    try {
      this.#entries = this.#withUnkept(listIn(this.#memory.read()));
      this.#isUnreadable = false;
    } catch (error) {
      if (!this.#isUnreadable) this.#onNotRead(error);
      this.#isUnreadable = true;
    }
    const refs = [...before, ...this.#entries].map(({ ref }) => [formatProjectRef(ref), ref] as const);
    const changed = [...new Map(refs).values()].filter((project) => {
      const [old, now] = [before, this.#entries].map((entries) => entriesOf(entries, project));
      return !isDeepStrictEqual(old, now);
    });
    for (const project of changed) this.#changed.fire(project);
    return changed.map(({ connectionId, projectId }) => ({ connectionId, projectId }));
  }

  /** Newest first. */
  of(project: ProjectRef): readonly Trashed[] {
    return entriesOf(this.all, project);
  }

  get all(): readonly Trashed[] {
    return this.#entries.filter((entry) => this.#isAtItsAddress(entry));
  }

  find(ref: RecordRef): Trashed | undefined {
    return this.all.find((entry) => isSameRecord(entry.ref, ref));
  }

  add(entry: Trashed): Promise<void> {
    const address = this.#addressOf(entry.ref.connectionId);
    const added = address === undefined ? entry : { ...entry, address };
    return this.#change(entry.ref, (entries) =>
      [added, ...this.#without(entries, entry.ref)].slice(0, maxEntries),
    );
  }

  remove(ref: RecordRef): Promise<void> {
    return this.#change(ref, (entries) => this.#without(entries, ref));
  }

  #without(entries: readonly Trashed[], ref: RecordRef): readonly Trashed[] {
    return entries.filter((entry) => !isSameRecord(entry.ref, ref) || !this.#isAtItsAddress(entry));
  }

  #isAtItsAddress({ ref, address }: Trashed): boolean {
    const now = this.#addressOf(ref.connectionId);
    return address === undefined || now === undefined || address === now;
  }

  /** Removes those of the `shown` entries that are of a project; the records stay deleted on the service. */
  empty(project: ProjectRef, shown: readonly Trashed[]): Promise<void> {
    const removed = entriesOf(shown, project);
    return this.#change(project, (entries) =>
      entries.filter((entry) => !removed.some((one) => isDeepStrictEqual(one, entry))),
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Edits the stored entries, which another window may have changed. */
  #change(project: ProjectRef, edit: Edit): Promise<void> {
    return this.#queue.run(() =>
      this.#withLock('trash', async () => {
        this.#unkept = [...this.#unkept, edit];
        this.#entries = edit(this.#entries);
        try {
          const kept = listIn(this.#memory.read());
          this.#entries = this.#withUnkept(kept);
          this.#changed.fire(project);
          await this.#write(kept);
          this.#unkept = [];
        } catch (error) {
          this.#changed.fire(project);
          this.#onNotKept(error);
        }
      }),
    );
  }

  #withUnkept(kept: readonly unknown[]): readonly Trashed[] {
    return this.#unkept.reduce((entries, edit) => edit(entries), this.#parse(kept));
  }

  #parse(kept: readonly unknown[]): readonly Trashed[] {
    const entries = kept.flatMap((entry) => parseEntry(entry) ?? []);
    return entries.map(({ ref, ...entry }) => ({ ...entry, ref: this.#numbered(ref) }));
  }

  async #write(kept: readonly unknown[]): Promise<void> {
    const entries = this.#entries.map(({ ref, ...entry }) => ({ ...entry, ref: formatRecordRef(ref) }));
    // What this version cannot read, perhaps of a newer one, stays.
    await this.#memory.write([...entries, ...kept.filter((entry) => !parseEntry(entry))]);
  }
}

function entriesOf(entries: readonly Trashed[], project: ProjectRef): readonly Trashed[] {
  return entries.filter(({ ref }) => isSameProject(ref, project));
}

function rethrow(error: unknown): never {
  throw error;
}

function listIn(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Undefined for what is not an entry. */
function parseEntry(entry: unknown): Trashed | undefined {
  if (!isObject(entry)) return undefined;
  const { ref, name, deletedAt, address } = entry;
  const parsed = typeof ref === 'string' ? parseRecordRef(ref) : undefined;
  if (!parsed || typeof name !== 'string' || typeof deletedAt !== 'number') return undefined;
  const dashboard = parseDashboard(entry.dashboard);
  const of = typeof address === 'string' && { address };
  return { ref: parsed, name, deletedAt, ...of, ...(dashboard && { dashboard }) };
}

function parseDashboard(value: unknown): TrashedDashboard | undefined {
  if (!isObject(value)) return undefined;
  const { description, tags, tiles } = value;
  const textsIn = (list: unknown): readonly string[] =>
    Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
  return {
    description: typeof description === 'string' ? description : '',
    tags: textsIn(tags),
    tiles: textsIn(tiles),
  };
}
