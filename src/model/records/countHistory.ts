// How many persons a cohort had, as seen from this machine: a small file for each cohort that was opened, saved, exported or
// calculated here. Readable by the owner only, bounded, and cleared with the history of changes.
import { isObject } from '#model/storage/memory.ts';
import type { Cohort } from './deckRecord.ts';
import { HistoryFiles, type HistoryOptions } from './historyFiles.ts';
import type { RecordRef } from './recordRef.ts';

export interface CountPoint {
  /** When the service calculated it, or when it was first seen if the service does not say; milliseconds since 1970. */
  readonly at: number;
  readonly count: number;
}

interface SeenCount extends CountPoint {
  /** Milliseconds since 1970. */
  readonly seenAt: number;
}

/** Points of a cohort; older ones are dropped. */
const maxPoints = 200;

export class CountHistory {
  readonly #options: HistoryOptions;
  readonly #files: HistoryFiles;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#files = new HistoryFiles(options);
  }

  /** Keeps the count, unless it is known or being calculated again. Throws if the disk cannot be read or written. */
  async add(ref: RecordRef, cohort: Cohort): Promise<void> {
    const { keepDays, now } = this.#options;
    const point = toPoint(cohort, now());
    if (keepDays() <= 0 || !point || isKnown(this.#read(ref), point)) return;
    await this.#files.edit(this.#files.of(ref)[0], () => {
      const known = this.#read(ref); // another window may have added it
      const { at, count, seenAt } = point;
      return isKnown(known, point) ? undefined : [...known, { at, count, seenAt }].slice(-maxPoints);
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

  #read(ref: RecordRef): readonly SeenCount[] {
    // The first file has all that the others had once something is added.
    for (const file of this.#files.of(ref)) {
      const value = this.#files.read(file);
      if (Array.isArray(value))
        return value.filter(isSeenCount).filter(({ seenAt }) => seenAt > this.#files.oldest);
    }
    return [];
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
