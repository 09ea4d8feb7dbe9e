// How many persons a cohort had, as seen from this machine: a small file for each cohort that was opened, saved, exported or
// calculated here. Readable by the owner only, bounded, and cleared with the history of changes.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createFileLock } from '#model/storage/fileLock.ts';
import { createFileMemory, type OnDamaged, hashText, isObject } from '#model/storage/memory.ts';
import { removeOldFiles } from '#model/storage/textFiles.ts';
import type { Cohort } from './deckRecord.ts';
import { formatRecordRef, type RecordRef } from './recordRef.ts';

export interface CountPoint {
  /** When the service calculated it, or when it was first seen if the service does not say; milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
}

interface SeenCount extends CountPoint {
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

export interface CountHistoryOptions {
  readonly folder: string;
  /** Under which names a cohort may be stored, the first one for new counts. */
  readonly namesOf?: (ref: RecordRef) => readonly [RecordRef, ...RecordRef[]];
  /** Nothing is kept for 0 days. */
  readonly keepDays: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Called where old files could not be removed, the lock against other windows could not be taken, or the counts to
   * show could not be read.
   */
  readonly onStorageError: (error: unknown) => void;
  /** The counts of a cohort are kept aside then, and begin anew. */
  readonly onDamaged: OnDamaged;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Points of a cohort; older ones are dropped. */
const maxPoints = 200;

export class CountHistory {
  readonly #options: CountHistoryOptions;
  readonly #withLock: ReturnType<typeof createFileLock>;
  /** Old entries are removed. */
  readonly #cleaned: Promise<void>;

  /** Removes what is older than the setting allows, in the background. */
  constructor(options: CountHistoryOptions) {
    this.#options = options;
    this.#withLock = createFileLock(path.join(options.folder, 'locks'), options.onStorageError);
    this.#cleaned = this.#removeOld();
  }

  /** Keeps the count, unless it is known or being calculated again. Throws if the disk cannot be read or written. */
  async add(ref: RecordRef, cohort: Cohort): Promise<void> {
    await this.#cleaned;
    const { keepDays, now } = this.#options;
    const point = toPoint(cohort, now());
    if (keepDays() <= 0 || !point || isKnown(this.#read(ref), point)) return;
    const [file] = this.#filesOf(ref);
    await this.#withLock(file, async () => {
      const known = this.#read(ref); // another window may have added it
      if (!isKnown(known, point)) {
        const { at, count, seenAt } = point;
        await createFileMemory(file).write([...known, { at, count, seenAt }].slice(-maxPoints));
      }
    });
  }

  /** Oldest first; empty if the disk cannot be read. */
  of(ref: RecordRef): readonly CountPoint[] {
    try {
      return this.#read(ref).map(({ at, count }) => ({ at, count }));
    } catch (error) {
      this.#options.onStorageError(error);
      return [];
    }
  }

  async #removeOld(): Promise<void> {
    const { folder, keepDays, now, onStorageError } = this.#options;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeOldFiles(folder, now() - keepDays() * dayMs);
    } catch (error) {
      onStorageError(error);
    }
  }

  #read(ref: RecordRef): readonly SeenCount[] {
    const oldest = this.#options.now() - this.#options.keepDays() * dayMs;
    // The first file has all that the others had once something is added.
    for (const file of this.#filesOf(ref)) {
      const value = createFileMemory(file, this.#options.onDamaged).read();
      if (Array.isArray(value)) return value.filter(isSeenCount).filter(({ seenAt }) => seenAt > oldest);
    }
    return [];
  }

  #filesOf(ref: RecordRef): readonly [string, ...string[]] {
    const { folder, namesOf = (one) => [one] } = this.#options;
    const [first, ...others] = namesOf(ref);
    const fileOf = (name: RecordRef) => path.join(folder, `${hashText(formatRecordRef(name))}.json`);
    return [fileOf(first), ...others.map(fileOf)];
  }
}

/** Undefined if the count is that of an earlier calculation, or none. */
function toPoint(cohort: Cohort, now: number): (SeenCount & { readonly isDated: boolean }) | undefined {
  const { count, deleted, is_calculating: isCalculating, is_static: isStatic } = cohort;
  if (typeof count !== 'number' || count < 0 || deleted || isCalculating) return undefined;
  // The persons of a static cohort change without a calculation.
  const at = isStatic ? Number.NaN : Date.parse(cohort.last_calculation ?? '');
  const isDated = !Number.isNaN(at);
  return { at: isDated ? at : now, count, seenAt: now, isDated };
}

function isKnown(
  known: readonly SeenCount[],
  { at, count, isDated }: CountPoint & { readonly isDated: boolean },
): boolean {
  const last = known.at(-1);
  if (!last) return false;
  return isDated ? last.at >= at : last.count === count;
}

function isSeenCount(value: unknown): value is SeenCount {
  return (
    isObject(value) &&
    Number.isFinite(value['at']) &&
    Number.isFinite(value['count']) &&
    Number.isFinite(value['seenAt'])
  );
}
