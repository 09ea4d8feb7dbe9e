// Cohorts that are calculating are asked about until they are done: soon at first, then less and less often, and only
// while somebody looks.
import type { Catalog, CatalogChange } from './catalog.ts';
import type { Subscription } from './event.ts';
import { cohortState, isCohort } from './records.ts';
import { formatRecordRef, type RecordRef } from './refs.ts';

export interface CalculationWatchOptions {
  readonly catalog: Catalog;
  readonly isLookedAt: () => boolean;
  /** Hears of an answer that failed; the cohort is then not asked about again until it changes. */
  readonly onError: (ref: RecordRef, error: unknown) => void;
  /** Milliseconds before each question; after the last one the cohort counts as stuck and is left alone. */
  readonly delaysMs?: readonly number[];
}

/** About ten minutes in all. */
const defaultDelaysMs = [
  700,
  1000,
  2000,
  3000,
  5000,
  10_000,
  20_000,
  ...Array.from({ length: 18 }, () => 30_000),
];
/** A refresh of a project where everything calculates must not become a flood of questions. */
const maxWatched = 20;

interface Watched {
  readonly ref: RecordRef;
  asked: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class CalculationWatch implements Subscription {
  readonly #options: CalculationWatchOptions;
  readonly #delaysMs: readonly number[];
  readonly #watched = new Map<string, Watched>();
  readonly #subscription: Subscription;

  constructor(options: CalculationWatchOptions) {
    this.#options = options;
    this.#delaysMs = options.delaysMs ?? defaultDelaysMs;
    this.#subscription = options.catalog.onDidChange((change) => this.#look(change));
  }

  /** Goes on with what was left while nobody looked. */
  resume(): void {
    for (const watched of this.#watched.values()) this.#schedule(watched);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { timer } of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
  }

  #look(change: CatalogChange): void {
    if (change.ref.kind !== 'cohort') return;
    if (change.kind === 'record') return this.#consider(change.ref);
    for (const { id } of this.#options.catalog.list(change.ref).records)
      this.#consider({ ...change.ref, id });
  }

  #consider(ref: RecordRef): void {
    const key = formatRecordRef(ref);
    const record = this.#options.catalog.get(ref);
    const isCalculating = record !== undefined && isCohort(record) && cohortState(record) === 'calculating';
    const known = this.#watched.get(key);
    if (!isCalculating) {
      clearTimeout(known?.timer);
      this.#watched.delete(key);
    } else if (!known && this.#watched.size < maxWatched) {
      const watched: Watched = { ref, asked: 0, timer: undefined };
      this.#watched.set(key, watched);
      this.#schedule(watched);
    }
  }

  #schedule(watched: Watched): void {
    const delayMs = this.#delaysMs[watched.asked];
    if (delayMs === undefined || watched.timer !== undefined || !this.#options.isLookedAt()) return;
    watched.timer = setTimeout(() => void this.#ask(watched), delayMs);
  }

  async #ask(watched: Watched): Promise<void> {
    watched.asked++;
    try {
      await this.#options.catalog.retrieve(watched.ref);
    } catch (error) {
      this.#watched.delete(formatRecordRef(watched.ref));
      this.#options.onError(watched.ref, error);
    }
    watched.timer = undefined;
    if (this.#watched.get(formatRecordRef(watched.ref)) === watched) this.#schedule(watched);
  }
}
