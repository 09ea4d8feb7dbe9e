// JSON that waits in fields of a structure is in no document. It is kept here as it is written, for the case that the
// window goes away and nobody has closed its tabs. Windows of one workspace keep theirs in one place, each beside the others.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createFileLock, type WithLock } from '#model/storage/fileLock.ts';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import type { Memory } from '#model/storage/memory.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import { isObject } from '#model/storage/isObject.ts';

/** Letters of all that is kept of one workspace. */
const maxKept = 200_000;

interface Kept {
  /** That it was written in. */
  readonly window: string;
  readonly document: string;
  readonly drafts: readonly string[];
}

/** `onNoLock` hears why other windows could not be kept out of a write. */
export function openStructureDrafts(folder: string, onNoLock: (error: unknown) => void): StructureDrafts {
  return new StructureDrafts(
    createFileMemory(path.join(folder, 'drafts.json')),
    createFileLock(folder, onNoLock),
  );
}

export class StructureDrafts {
  readonly #memory: Memory;
  readonly #alone: WithLock;
  readonly #window = randomUUID();
  /** What was there when this window began. */
  #left: readonly Kept[];
  /** What is waiting in this window, by the page that it was written in. */
  readonly #waiting = new Map<object, Kept>();
  readonly #writes = new KeyedQueue();
  /** A write that has not begun, so that it will have what comes until then. */
  #next: Promise<void> | undefined;

  /** @param alone keeps other windows out between a read and a write of `memory` */
  constructor(memory: Memory, alone: WithLock) {
    this.#memory = memory;
    this.#alone = alone;
    this.#left = parseKept(memory.read());
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
    // A window that is still there may have written more.
    await this.#write((others) => others.filter((entry) => !gone.some((left) => isSame(left, entry))));
  }

  /** @param page that they were written in; has nothing waiting any more where there are none */
  async keep(page: object, document: string, drafts: readonly string[]): Promise<void> {
    if (drafts.length > 0) this.#waiting.set(page, { window: this.#window, document, drafts });
    else if (!this.#waiting.delete(page)) return;
    await (this.#next ??= this.#write((others) => others));
  }

  #write(change: (others: readonly Kept[]) => readonly Kept[]): Promise<void> {
    return this.#writes.run('', () =>
      this.#alone('drafts', async () => {
        this.#next = undefined;
        const others = parseKept(this.#memory.read()).filter(({ window }) => window !== this.#window);
        await this.#memory.write(fitting([...[...this.#waiting.values()].toReversed(), ...change(others)]));
      }),
    );
  }
}

/** Newest first: what nobody came back to must not take the room of what is being written. */
function fitting(all: readonly Kept[]): readonly Kept[] {
  let room = maxKept;
  return all.filter(({ document, drafts }) => {
    const length = document.length + drafts.join('').length;
    if (length > room) return false;
    room -= length;
    return true;
  });
}

function isSame(one: Kept, other: Kept): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function parseKept(value: unknown): readonly Kept[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { window, document, drafts } = entry;
    if (typeof window !== 'string' || typeof document !== 'string' || !Array.isArray(drafts)) return [];
    return [{ window, document, drafts: drafts.filter((draft) => typeof draft === 'string') }];
  });
}
