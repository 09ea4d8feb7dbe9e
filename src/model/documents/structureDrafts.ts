// JSON that is being written in a field of the structure is not in a document yet. It is stored here while it is written,
// in case the window is killed. All windows of a workspace share the storage.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createFileLock, type WithLock } from '#model/storage/fileLock.ts';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import type { Memory } from '#model/storage/memory.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import { isObject } from '#model/storage/isObject.ts';

/** Characters of all drafts of a workspace. */
const maxCharacters = 200_000;

interface StoredDrafts {
  /** The window that it was written in. */
  readonly window: string;
  readonly document: string;
  readonly drafts: readonly string[];
}

/** `onNoLock` is called where a write could not take the lock against other windows. */
export function openStructureDrafts(folder: string, onNoLock: (error: unknown) => void): StructureDrafts {
  return new StructureDrafts(
    createFileMemory(path.join(folder, 'drafts.json')),
    createFileLock(folder, onNoLock),
  );
}

export class StructureDrafts {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #window = randomUUID();
  /** What earlier windows left when this one opened. */
  #left: readonly StoredDrafts[];
  /** Drafts of this window, by the page that they are written in. */
  readonly #waiting = new Map<object, StoredDrafts>();
  readonly #writes = new KeyedQueue();
  /** A write that has not begun: it will include what comes until then. */
  #next: Promise<void> | undefined;

  /** @param withLock keeps other windows out between a read and a write of `memory` */
  constructor(memory: Memory, withLock: WithLock) {
    this.#memory = memory;
    this.#withLock = withLock;
    this.#left = parseDrafts(memory.read());
  }

  /** What earlier windows have left of a document, until `forget`. */
  left(document: string): readonly string[] {
    const kept = this.#left.filter((entry) => entry.document === document);
    return kept.toReversed().flatMap(({ drafts }) => drafts);
  }

  async forget(document: string): Promise<void> {
    const gone = this.#left.filter((entry) => entry.document === document);
    if (gone.length === 0) return;
    this.#left = this.#left.filter((entry) => entry.document !== document);
    // A window that is still open may have written more.
    await this.#write((others) => others.filter((entry) => !gone.some((left) => isSame(left, entry))));
  }

  /** @param page that the drafts are written in; an empty list removes them */
  async keep(page: object, document: string, drafts: readonly string[]): Promise<void> {
    if (drafts.length > 0) this.#waiting.set(page, { window: this.#window, document, drafts });
    else if (!this.#waiting.delete(page)) return;
    await (this.#next ??= this.#write((others) => others));
  }

  #write(change: (others: readonly StoredDrafts[]) => readonly StoredDrafts[]): Promise<void> {
    return this.#writes.run('', () =>
      this.#withLock('drafts', async () => {
        this.#next = undefined;
        const others = parseDrafts(this.#memory.read()).filter(({ window }) => window !== this.#window);
        await this.#memory.write(fitting([...[...this.#waiting.values()].toReversed(), ...change(others)]));
      }),
    );
  }
}

/** Newest first, so that abandoned drafts do not take the place of current ones. */
function fitting(all: readonly StoredDrafts[]): readonly StoredDrafts[] {
  let room = maxCharacters;
  return all.filter(({ document, drafts }) => {
    const length = document.length + drafts.join('').length;
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function isSame(one: StoredDrafts, other: StoredDrafts): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function parseDrafts(value: unknown): readonly StoredDrafts[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { window, document, drafts } = entry;
    if (typeof window !== 'string' || typeof document !== 'string' || !Array.isArray(drafts)) return [];
    return [{ window, document, drafts: drafts.filter((draft) => typeof draft === 'string') }];
  });
}
