// Cohorts that are calculating are asked about until they are done: soon at first, then less and less often, and only
// while somebody looks. What came of it is kept, against the count from before.
import { isApiError } from '#api/apiError.ts';
import type { Calculation } from './calculationMessage.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogChange } from './recordState.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { type Cohort, cohortState, type DeckRecord, isCohort } from './deckRecord.ts';
import { formatRecordRef, isSameList, type ListRef, type RecordRef } from './recordRef.ts';

export interface CalculationWatchOptions {
  readonly catalog: Pick<Catalog, 'get' | 'list' | 'retrieve' | 'onDidChange'>;
  /** Whether anybody can see the cohort at this moment; `resume` is to be called when that may have changed. */
  readonly isVisible: (ref: RecordRef) => boolean;
  /** Hears of a question that was not answered. */
  readonly onError: (ref: RecordRef, error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
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
const maxFromLists = 20;
/** A stuck cohort is asked about once more when somebody comes back to it, but not more often than this. */
const stuckDelayMs = 60_000;

interface Watched {
  readonly ref: RecordRef;
  readonly sinceMs: number;
  readonly before: number | undefined;
  readonly errorsBefore: number;
  /** What is calculated; another text means that a calculation began anew. */
  filters: string;
  asked: number;
  askedAtMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  isAsking: boolean;
  isStuck: boolean;
  hasAnswer: boolean;
  isFollowed: boolean;
}

export class CalculationWatch implements Subscription {
  readonly #options: CalculationWatchOptions;
  readonly #delaysMs: readonly number[];
  readonly #watched = new Map<string, Watched>();
  readonly #outcomes = new Map<string, { readonly ref: RecordRef; readonly calculation: Calculation }>();
  readonly #changed = new Emitter<RecordRef>();
  readonly #subscription: Subscription;

  /** Names a cohort for which `result` has another answer now. */
  readonly onDidChange = this.#changed.event;

  constructor(options: CalculationWatchOptions) {
    this.#options = options;
    this.#delaysMs = options.delaysMs ?? defaultDelaysMs;
    this.#subscription = options.catalog.onDidChange((change) => this.#look(change));
  }

  /** How a cohort's calculation goes or went; undefined where there is nothing to tell. */
  result(ref: RecordRef): Calculation | undefined {
    const key = formatRecordRef(ref);
    const watched = this.#watched.get(key);
    if (watched) {
      const { sinceMs, before, isStuck, hasAnswer, isFollowed } = watched;
      return { state: isStuck ? 'stuck' : 'calculating', sinceMs, before, hasAnswer, isFollowed };
    }
    const outcome = this.#outcomes.get(key)?.calculation;
    if (outcome) return outcome;
    const cohort = toCohort(this.#options.catalog.get(ref));
    return cohort && cohortState(cohort) === 'failed' ? failed(cohort) : undefined;
  }

  /** Asks at once, and from then on as often as about a cohort that has just begun: a person wants to know. */
  askAgain(ref: RecordRef): void {
    const watched = this.#watched.get(formatRecordRef(ref));
    if (!watched || watched.isAsking) return;
    restart(watched);
    this.#changed.fire(ref);
    void this.#ask(watched);
  }

  /** Goes on with what was left while nobody looked. */
  resume(): void {
    const stuckBefore = this.#options.now() - stuckDelayMs;
    for (const watched of this.#watched.values()) {
      const isDue = watched.isStuck && !watched.isAsking && watched.askedAtMs < stuckBefore;
      if (isDue && this.#options.isVisible(watched.ref)) void this.#ask(watched);
      else this.#schedule(watched);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { timer } of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
    this.#changed.dispose();
  }

  #look(change: CatalogChange): void {
    const { ref } = change;
    if (ref.kind !== 'cohort') return;
    if (change.kind === 'record') return this.#consider(change.ref);
    for (const known of [...this.#watched.values(), ...this.#outcomes.values()])
      if (isSameList(known.ref, ref)) this.#consider(known.ref);
    this.#fill(ref);
  }

  /** Takes up cohorts of a list that calculate, as long as not too many are asked about. */
  #fill(list: ListRef): void {
    const { connectionId, projectId, kind } = list;
    let free = maxFromLists - [...this.#watched.values()].filter(({ isStuck }) => !isStuck).length;
    for (const record of free > 0 ? this.#options.catalog.list(list).records : []) {
      if (free <= 0) return;
      const cohort = toCohort(record);
      if (!cohort || cohortState(cohort) !== 'calculating') continue;
      const ref = { connectionId, projectId, kind, id: cohort.id };
      if (this.#watched.has(formatRecordRef(ref))) continue;
      this.#start(ref, cohort);
      free--;
    }
  }

  #consider(ref: RecordRef): void {
    const key = formatRecordRef(ref);
    const cohort = toCohort(this.#options.catalog.get(ref));
    const known = this.#watched.get(key);
    if (cohort && cohortState(cohort) === 'calculating') {
      if (!known) this.#start(ref, cohort);
      else if (!known.isAsking) this.#noticeRestart(known, cohort);
      return;
    }
    if (known) return this.#finish(known, cohort);
    const outcome = this.#outcomes.get(key)?.calculation;
    if (outcome && (!cohort || isOutdated(outcome, cohort))) {
      this.#outcomes.delete(key);
      this.#changed.fire(ref);
    }
  }

  #start(ref: RecordRef, cohort: Cohort): void {
    const now = this.#options.now();
    const watched: Watched = {
      ref,
      sinceMs: now,
      before: cohort.count ?? undefined, // what a service that calculates still answers is the old count
      errorsBefore: cohort.errors_calculating ?? 0,
      filters: JSON.stringify(cohort.filters),
      asked: 0,
      askedAtMs: now,
      timer: undefined,
      isAsking: false,
      isStuck: false,
      hasAnswer: true,
      isFollowed: this.#options.isVisible(ref),
    };
    this.#watched.set(formatRecordRef(ref), watched);
    this.#outcomes.delete(formatRecordRef(ref));
    this.#changed.fire(ref);
    this.#schedule(watched);
  }

  /** Other filters were saved before the calculation of the last ones was over. */
  #noticeRestart(watched: Watched, cohort: Cohort): void {
    const filters = JSON.stringify(cohort.filters);
    if (filters === watched.filters) return;
    watched.filters = filters;
    watched.askedAtMs = this.#options.now();
    restart(watched);
    this.#changed.fire(watched.ref);
    this.#schedule(watched);
  }

  /** `cohort` is undefined where it is gone, or not known any more. */
  #finish(watched: Watched, cohort: Cohort | undefined): void {
    const { ref, before, errorsBefore } = watched;
    clearTimeout(watched.timer);
    this.#watched.delete(formatRecordRef(ref));
    if (cohort && !cohort.is_static) {
      const isFailed = (cohort.errors_calculating ?? 0) > errorsBefore;
      const calculation: Calculation = isFailed
        ? failed(cohort)
        : { state: 'done', count: cohort.count ?? undefined, before };
      this.#outcomes.set(formatRecordRef(ref), { ref, calculation });
    }
    this.#changed.fire(ref);
    this.#fill(ref);
  }

  #schedule(watched: Watched): void {
    this.#planQuestion(watched);
    this.#noteFollowing(watched);
  }

  #planQuestion(watched: Watched): void {
    const { ref, timer, isAsking, isStuck, asked, askedAtMs } = watched;
    if (timer !== undefined || isAsking || isStuck || !this.#options.isVisible(ref)) return;
    const delayMs = this.#delaysMs[asked];
    if (delayMs === undefined) {
      watched.isStuck = true;
      watched.isFollowed = false;
      this.#changed.fire(ref);
      return this.#fill(ref);
    }
    const waitMs = Math.max(0, askedAtMs + delayMs - this.#options.now());
    watched.timer = setTimeout(() => {
      watched.timer = undefined;
      if (this.#options.isVisible(ref)) void this.#ask(watched);
      else this.#noteFollowing(watched);
    }, waitMs);
  }

  #noteFollowing(watched: Watched): void {
    const isFollowed = !watched.isStuck && (watched.isAsking || watched.timer !== undefined);
    if (watched.isFollowed === isFollowed) return;
    watched.isFollowed = isFollowed;
    this.#changed.fire(watched.ref);
  }

  async #ask(watched: Watched): Promise<void> {
    const { ref } = watched;
    clearTimeout(watched.timer);
    watched.timer = undefined;
    watched.isAsking = true;
    watched.asked++;
    this.#noteFollowing(watched);
    let wasAnswered = true;
    try {
      const record = await this.#options.catalog.retrieve(ref);
      if (record.deleted && this.#isWatching(watched)) this.#finish(watched, undefined);
    } catch (error) {
      this.#options.onError(ref, error);
      wasAnswered = false;
      if (isApiError(error, 'notFound') && this.#isWatching(watched)) this.#finish(watched, undefined);
      watched.isStuck ||= isApiError(error, 'unauthenticated', 'missingScope', 'forbidden');
    }
    watched.isAsking = false;
    watched.askedAtMs = this.#options.now();
    if (!this.#isWatching(watched)) return;
    if (watched.hasAnswer !== wasAnswered) {
      watched.hasAnswer = wasAnswered;
      this.#changed.fire(ref);
    }
    this.#schedule(watched);
  }

  #isWatching(watched: Watched): boolean {
    return this.#watched.get(formatRecordRef(watched.ref)) === watched;
  }
}

function restart(watched: Watched): void {
  clearTimeout(watched.timer);
  watched.timer = undefined;
  watched.asked = 0;
  watched.isStuck = false;
}

function toCohort(record: DeckRecord | undefined): Cohort | undefined {
  return record && isCohort(record) ? record : undefined;
}

function failed(cohort: Cohort): Calculation {
  return { state: 'failed', lastGoodAt: cohort.last_calculation ?? undefined };
}

/** Whether the record tells of a later calculation than the one that was watched. */
function isOutdated(outcome: Calculation, cohort: Cohort): boolean {
  if (outcome.state === 'done') return outcome.count !== (cohort.count ?? undefined);
  return cohortState(cohort) !== 'failed';
}
