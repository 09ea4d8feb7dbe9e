// JSON that is being written in a field of the structure is not in a document yet. It is stored here while it is written,
// in case the window is killed.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createSharedFileMemory, readInUse } from '#model/storage/fileMemory.ts';
import { isObject } from '#model/storage/isObject.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import type { Memory } from '#model/storage/memory.ts';

/** Characters of all drafts of a workspace. */
const maxCharacters = 200_000;

interface StoredDrafts {
  /** The window that it was written in. */
  readonly window: string;
  readonly document: string;
  readonly drafts: readonly string[];
}

/** `onStorageError` is called if the stored drafts are damaged. */
export function openStructureDrafts(
  folder: string,
  onStorageError: (error: unknown) => void,
  keyOf?: (document: string) => string,
): StructureDrafts {
  return new StructureDrafts(createSharedFileMemory(path.join(folder, 'drafts.json'), onStorageError), keyOf);
}

export class StructureDrafts {
  readonly #memory: Memory;
  readonly #keyOf: (document: string) => string;
  readonly #window = randomUUID();
  /** Drafts of this window, by the page that they are written in. */
  readonly #waiting = new Map<object, StoredDrafts>();
  readonly #writes = new KeyedQueue();
  /** A write that has not begun: it will include what comes until then. */
  #next: Promise<void> | undefined;

  /** `keyOf`: the same for two addresses of one document. */
  constructor(memory: Memory, keyOf = (document: string): string => document) {
    this.#memory = memory;
    this.#keyOf = keyOf;
  }

  /** What other windows have stored of a document, the oldest first, until `forget`. Throws if it cannot be read. */
  left(document: string): readonly StoredDrafts[] {
    const key = this.#keyOf(document);
    return this.#ofOthers(this.#memory.read())
      .filter((entry) => this.#keyOf(entry.document) === key)
      .toReversed();
  }

  /** @param left the result of `left`: another window may have written since */
  async forget(left: readonly StoredDrafts[]): Promise<void> {
    await this.#write((others) => others.filter((entry) => !left.some((gone) => isSame(gone, entry))));
  }

  /** @param page that the drafts are written in; an empty list removes them */
  async keep(page: object, document: string, drafts: readonly string[]): Promise<void> {
    if (drafts.length > 0) this.#waiting.set(page, { window: this.#window, document, drafts });
    else if (!this.#waiting.delete(page)) return;
    await (this.#next ??= this.#write((others) => others));
  }

  #ofOthers(stored: unknown): readonly StoredDrafts[] {
    return parseDrafts(stored).filter(({ window }) => window !== this.#window);
  }

  #write(change: (others: readonly StoredDrafts[]) => readonly StoredDrafts[]): Promise<void> {
    return this.#writes.run('', async () => {
      this.#next = undefined;
      const others = this.#ofOthers(await readInUse(this.#memory));
      await this.#memory.write(fitting([...[...this.#waiting.values()].toReversed(), ...change(others)]));
    });
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
