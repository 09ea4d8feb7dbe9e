// JSON that is being written in a field of the structure is not in a document yet. It is stored here while it is written,
// in case the window is killed. All windows of a workspace share the storage.
import { randomUUID } from 'node:crypto';
import { uptime } from 'node:os';
import path from 'node:path';
import { createFileLock, type WithLock } from '#model/storage/fileLock.ts';
import { createSharedFileMemory, readInUse } from '#model/storage/fileMemory.ts';
import type { Memory } from '#model/storage/memory.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import { isObject } from '#model/storage/isObject.ts';
import { isRunning } from '#disk/runningProcess.ts';

/** Characters of all drafts of a workspace. */
const maxCharacters = 200_000;

interface StoredDrafts {
  /** The window that it was written in. */
  readonly window: string;
  /** The process of that window. */
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly document: string;
  readonly drafts: readonly string[];
}

/** `onStorageError` is called if a write could not take the lock against other windows, or the stored drafts are damaged. */
export function openStructureDrafts(
  folder: string,
  now: () => number,
  onStorageError: (error: unknown) => void,
  keyOf?: (document: string) => string,
): StructureDrafts {
  return new StructureDrafts(
    createSharedFileMemory(path.join(folder, 'drafts.json'), onStorageError),
    createFileLock(folder, onStorageError),
    now,
    keyOf,
  );
}

export class StructureDrafts {
  readonly #memory: Memory;
  readonly #withLock: WithLock;
  readonly #now: () => number;
  readonly #keyOf: (document: string) => string;
  readonly #window = randomUUID();
  /** Drafts of this window, by the page that they are written in. */
  readonly #waiting = new Map<object, StoredDrafts>();
  readonly #writes = new KeyedQueue();
  /** A write that has not begun: it will include what comes until then. */
  #next: Promise<void> | undefined;

  /**
   * @param withLock keeps other windows out between a read and a write of `memory`
   * @param now milliseconds since 1970
   * @param keyOf the same for two addresses of one document
   */
  constructor(
    memory: Memory,
    withLock: WithLock,
    now: () => number,
    keyOf = (document: string): string => document,
  ) {
    this.#memory = memory;
    this.#withLock = withLock;
    this.#now = now;
    this.#keyOf = keyOf;
  }

  /** What windows that have ended left of a document, the oldest first, until `forget`. Throws if it cannot be read. */
  left(document: string): readonly StoredDrafts[] {
    return this.#ofOthers(document)
      .filter((entry) => !this.#isOpen(entry))
      .toReversed();
  }

  /** Whether another window has drafts of a document, and is open or about to end. Throws if that cannot be read. */
  isWrittenElsewhere(document: string): boolean {
    return this.#ofOthers(document).some((entry) => this.#isOpen(entry));
  }

  /** @param left the result of `left`: another window may have ended since */
  async forget(left: readonly StoredDrafts[]): Promise<void> {
    await this.#write((others) => others.filter((entry) => !left.some((gone) => isSame(gone, entry))));
  }

  /** @param page that the drafts are written in; an empty list removes them */
  async keep(page: object, document: string, drafts: readonly string[]): Promise<void> {
    const owner = { window: this.#window, pid: process.pid, writtenAt: this.#now() };
    if (drafts.length > 0) this.#waiting.set(page, { ...owner, document, drafts });
    else if (!this.#waiting.delete(page)) return;
    await (this.#next ??= this.#write((others) => others));
  }

  #ofOthers(document: string): readonly StoredDrafts[] {
    const key = this.#keyOf(document);
    return parseDrafts(this.#memory.read()).filter(
      (entry) => entry.window !== this.#window && this.#keyOf(entry.document) === key,
    );
  }

  /** A process ID may be another process's by now: for sure after a restart of the machine, and where it is this process's. */
  #isOpen({ pid, writtenAt }: StoredDrafts): boolean {
    const machineStartedAt = this.#now() - uptime() * 1000;
    return pid !== process.pid && writtenAt > machineStartedAt && isRunning(pid);
  }

  #write(change: (others: readonly StoredDrafts[]) => readonly StoredDrafts[]): Promise<void> {
    return this.#writes.run('', () =>
      this.#withLock('drafts', async () => {
        this.#next = undefined;
        const stored = parseDrafts(await readInUse(this.#memory));
        const others = stored.filter(({ window }) => window !== this.#window);
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
    const { window, pid, writtenAt, document, drafts } = entry;
    if (typeof window !== 'string' || typeof document !== 'string' || !Array.isArray(drafts)) return [];
    return [
      {
        window,
        pid: typeof pid === 'number' ? pid : 0,
        writtenAt: typeof writtenAt === 'number' ? writtenAt : 0, // of an older version, whose windows have ended
        document,
        drafts: drafts.filter((draft) => typeof draft === 'string'),
      },
    ];
  });
}
