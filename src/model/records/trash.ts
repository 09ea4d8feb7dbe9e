// The records deleted from here, for restoring them. A deleted dashboard cannot be read, so entries keep the name.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { WithLock } from '#model/storage/fileLock.ts';
import { isObject } from '#model/storage/isObject.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import type { Memory } from '#model/storage/memory.ts';
import {
  formatRecordRef,
  parseRecordRef,
  type ProjectRef,
  type RecordRef,
  isSameProject,
  isSameRecord,
} from './recordRef.ts';

export interface Trashed {
  readonly ref: RecordRef;
  /** Empty where the record had no name. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

const maxEntries = 500;

type Edit = (entries: readonly Trashed[]) => readonly Trashed[];

export interface TrashOptions {
  /** Keeps other windows from changing the memory. */
  readonly withLock?: WithLock;
  /** Called where the memory could not be written; what was not kept is in this window alone, until a later change is kept. */
  readonly onNotKept?: (error: unknown) => void;
  /** Called where the memory cannot be read at first; its entries are there with the next change. */
  readonly onNotRead?: (error: unknown) => void;
}

export class Trash implements Subscription {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #onNotKept: (error: unknown) => void;
  /** Changes that are not in the memory yet. */
  #unkept: readonly Edit[] = [];
  /** One lock at a time: this window's own changes wait for each other here. */
  readonly #queue = new KeyedQueue();
  readonly #changed = new Emitter<ProjectRef>();
  #entries: readonly Trashed[];

  readonly onDidChange = this.#changed.event;

  /** `memory`: reads what all windows have written. */
  constructor(memory: Memory, options: TrashOptions = {}) {
    this.#memory = memory;
    this.#withLock = options.withLock ?? ((_, task) => task());
    this.#onNotKept = options.onNotKept ?? rethrow;
    try {
      this.#entries = parseEntries(listIn(memory.read()));
    } catch (error) {
      this.#entries = [];
      (options.onNotRead ?? rethrow)(error);
    }
  }

  /** Newest first. */
  of(project: ProjectRef): readonly Trashed[] {
    return this.#entries.filter(({ ref }) => isSameProject(ref, project));
  }

  get all(): readonly Trashed[] {
    return this.#entries;
  }

  find(ref: RecordRef): Trashed | undefined {
    return this.#entries.find((entry) => isSameRecord(entry.ref, ref));
  }

  add(entry: Trashed): Promise<void> {
    return this.#change(entry.ref, (entries) => {
      const others = entries.filter(({ ref }) => !isSameRecord(ref, entry.ref));
      return [entry, ...others].slice(0, maxEntries);
    });
  }

  remove(ref: RecordRef): Promise<void> {
    return this.#change(ref, (entries) => entries.filter((entry) => !isSameRecord(entry.ref, ref)));
  }

  /** Removes the entries of a project; the records stay deleted on the service. */
  empty(project: ProjectRef): Promise<void> {
    return this.#change(project, (entries) => entries.filter(({ ref }) => !isSameProject(ref, project)));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Edits the stored entries, which another window may have changed. */
  #change(project: ProjectRef, edit: Edit): Promise<void> {
    return this.#queue.run('', () =>
      this.#withLock('trash', async () => {
        this.#unkept = [...this.#unkept, edit];
        this.#entries = edit(this.#entries);
        try {
          const kept = listIn(this.#memory.read());
          this.#entries = this.#unkept.reduce((entries, one) => one(entries), parseEntries(kept));
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

  async #write(kept: readonly unknown[]): Promise<void> {
    const entries = this.#entries.map(({ ref, ...entry }) => ({ ...entry, ref: formatRecordRef(ref) }));
    // What this version cannot read, perhaps of a newer one, stays.
    await this.#memory.write([...entries, ...kept.filter((entry) => !parseEntry(entry))]);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function listIn(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function parseEntries(list: readonly unknown[]): readonly Trashed[] {
  return list.flatMap((entry) => parseEntry(entry) ?? []);
}

/** Undefined for what is not an entry. */
function parseEntry(entry: unknown): Trashed | undefined {
  if (!isObject(entry)) return undefined;
  const { ref, name, deletedAt } = entry;
  const parsed = typeof ref === 'string' ? parseRecordRef(ref) : undefined;
  if (!parsed || typeof name !== 'string' || typeof deletedAt !== 'number') return undefined;
  return { ref: parsed, name, deletedAt };
}
