// Polls cohorts that are calculating, less and less often, while they are visible; keeps each outcome with the count
// before.
import { isApiError } from '#api/apiError.ts';
import type { Calculation } from './describeCalculation.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogChange } from './loadedRecords.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import { type Cohort, cohortState, type DeckRecord, isCohort, lastErrorOf } from './deckRecord.ts';
import { formatRecordRef, isSameList, type ListRef, type RecordRef } from './recordRef.ts';

export interface CalculationWatchOptions {
  readonly catalog: Pick<Catalog, 'get' | 'list' | 'retrieve' | 'onDidChange'>;
  /** Whether the cohort is visible now; call `resume` when that may have changed. */
  readonly isVisible: (ref: RecordRef) => boolean;
  /** Receives the error of a failed poll. */
  readonly onError: (ref: RecordRef, error: unknown) => void;
  /** Milliseconds that only rise: a clock may be set back. */
  readonly now: () => number;
  /** Milliseconds before each poll; after the last one the cohort counts as stuck. */
  readonly delaysMs?: readonly number[];
  /** Milliseconds between the polls of a stuck cohort. */
  readonly stuckDelayMs?: number;
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
/** A refresh of a project where everything calculates must not flood the service with polls. */
const maxFromLists = 20;
/** A stuck cohort is polled again as long as it is visible, and when it becomes so, but not more often than this. */
const defaultStuckDelayMs = 60_000;
/** More stuck cohorts are polled less often. */
const maxStuckPerDelay = 20;

interface Watched {
  readonly ref: RecordRef;
  readonly sinceMs: number;
  readonly before: number | undefined;
  readonly errorsBefore: number;
  /** As it was last stored. One that no poll has brought may be of a new calculation: a service starts one with each change. */
  record: Cohort;
  /** Records that were stored during a poll; the one that it brings is among them. */
  readonly storedMeanwhile: Set<Cohort>;
  polls: number;
  polledAtMs: number;
  activity: Activity;
  /** All delays have passed: it is polled seldom. */
  isStuck: boolean;
  /** The key may not read it: only a person can start a poll. */
  isRefused: boolean;
  hasResponse: boolean;
  /** As in the last event. */
  isPolling: boolean;
}

/** `timer` ends with the next poll. `idle`: out of sight, or refused. */
type Activity = 'idle' | { readonly timer: ReturnType<typeof setTimeout> } | 'requesting';

interface Outcome {
  readonly ref: RecordRef;
  readonly calculation: Calculation;
}

/** Outcomes of more cohorts than a person looks at in a session. */
const maxOutcomes = 1000;

export class CalculationWatch implements Subscription {
  readonly #options: CalculationWatchOptions;
  readonly #delaysMs: readonly number[];
  readonly #stuckDelayMs: number;
  readonly #watched = new Map<string, Watched>();
  readonly #outcomes = new RecentMap<string, Outcome>(maxOutcomes);
  readonly #changed = new Emitter<RecordRef>();
  readonly #subscription: Subscription;

  /** Fires with the cohort whose `result` has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: CalculationWatchOptions) {
    this.#options = options;
    this.#delaysMs = options.delaysMs ?? defaultDelaysMs;
    this.#stuckDelayMs = options.stuckDelayMs ?? defaultStuckDelayMs;
    this.#subscription = options.catalog.onDidChange((change) => this.#handleChange(change));
  }

  /** Undefined if no calculation was seen and none has failed. */
  result(ref: RecordRef): Calculation | undefined {
    const key = formatRecordRef(ref);
    const watched = this.#watched.get(key);
    if (watched) {
      const { sinceMs, before, isStuck, hasResponse, isPolling } = watched;
      return { state: isStuck ? 'stuck' : 'calculating', sinceMs, before, hasResponse, isPolling };
    }
    const outcome = this.#outcomes.get(key)?.calculation;
    if (outcome) return outcome;
    const cohort = toCohort(this.#options.catalog.get(ref));
    return cohort && cohortState(cohort) === 'failed' ? failed(cohort) : undefined;
  }

  /** Polls immediately, then with the first delays again: a person wants to know. */
  pollNow(ref: RecordRef): void {
    const watched = this.#watched.get(formatRecordRef(ref));
    if (!watched || watched.activity === 'requesting') return;
    restart(watched);
    this.#changed.fire(ref);
    void this.#poll(watched);
  }

  /** Continues polling the cohorts that are visible again. */
  resume(): void {
    for (const watched of this.#watched.values()) {
      // The key may have been changed.
      if (this.#options.now() - watched.polledAtMs > this.#stuckDelayMs) watched.isRefused = false;
      this.#schedule(watched);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const watched of this.#watched.values()) stopWaiting(watched);
    this.#watched.clear();
    this.#changed.dispose();
  }

  #handleChange(change: CatalogChange): void {
    const { ref } = change;
    if (ref.kind !== 'cohort') return;
    if (change.kind === 'record') return this.#update(change.ref);
    for (const known of [...this.#watched.values(), ...this.#outcomes.values()])
      if (isSameList(known.ref, ref)) this.#update(known.ref, true);
    this.#watchList(ref);
  }

  /** Watches calculating cohorts of a list, up to the limit. */
  #watchList(list: ListRef): void {
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

  #update(ref: RecordRef, isOfList = false): void {
    const key = formatRecordRef(ref);
    const cohort = toCohort(this.#options.catalog.get(ref));
    const known = this.#watched.get(key);
    if (cohort && cohortState(cohort) === 'calculating') {
      if (!known) this.#start(ref, cohort);
      // There may be hundreds of stuck ones: that a list still has them calculating is no reason to poll each.
      else if (isOfList && known.isStuck) known.record = cohort;
      else if (known.record !== cohort) this.#noticeStored(known, cohort);
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
      // oxlint-disable-next-line no-restricted-properties -- a time of day for people
      sinceMs: Date.now(),
      before: cohort.count ?? undefined, // a service that calculates still sends the old count
      errorsBefore: cohort.errors_calculating ?? 0,
      record: cohort,
      storedMeanwhile: new Set(),
      polls: 0,
      polledAtMs: now,
      activity: 'idle',
      isStuck: false,
      isRefused: false,
      hasResponse: true,
      isPolling: this.#options.isVisible(ref),
    };
    this.#watched.set(formatRecordRef(ref), watched);
    this.#outcomes.delete(formatRecordRef(ref));
    this.#changed.fire(ref);
    this.#schedule(watched);
  }

  /** It was saved, renamed or read before the last calculation ended. */
  #noticeStored(watched: Watched, cohort: Cohort): void {
    watched.record = cohort;
    if (watched.activity === 'requesting') watched.storedMeanwhile.add(cohort);
    else this.#startAgain(watched);
  }

  #startAgain(watched: Watched): void {
    const { isStuck } = watched;
    watched.polledAtMs = this.#options.now();
    restart(watched);
    if (isStuck) this.#changed.fire(watched.ref);
    this.#schedule(watched);
  }

  /** `cohort`: undefined if it was deleted or is no longer loaded. */
  #finish(watched: Watched, cohort: Cohort | undefined): void {
    const { ref, before, errorsBefore } = watched;
    stopWaiting(watched);
    this.#watched.delete(formatRecordRef(ref));
    if (cohort && !cohort.is_static) {
      const isFailed = (cohort.errors_calculating ?? 0) > errorsBefore;
      const calculation: Calculation = isFailed
        ? failed(cohort)
        : { state: 'done', count: cohort.count ?? undefined, before };
      this.#outcomes.set(formatRecordRef(ref), { ref, calculation });
    }
    this.#changed.fire(ref);
    this.#watchList(ref);
  }

  #schedule(watched: Watched): void {
    this.#planPoll(watched);
    this.#updateIsPolling(watched);
  }

  #planPoll(watched: Watched): void {
    const { ref, activity, isRefused, polls, polledAtMs } = watched;
    if (activity !== 'idle' || isRefused || !this.#options.isVisible(ref)) return;
    if (!watched.isStuck && polls >= this.#delaysMs.length) {
      watched.isStuck = true;
      watched.isPolling = false;
      this.#changed.fire(ref);
      this.#watchList(ref);
    }
    const delayMs = watched.isStuck ? this.#delayOfStuck() : (this.#delaysMs[polls] ?? 0);
    const waitMs = Math.max(0, polledAtMs + delayMs - this.#options.now());
    const timer = setTimeout(() => {
      watched.activity = 'idle';
      if (this.#options.isVisible(ref)) void this.#poll(watched);
      else this.#updateIsPolling(watched);
    }, waitMs);
    watched.activity = { timer };
  }

  #delayOfStuck(): number {
    const stuck = [...this.#watched.values()].filter(({ isStuck }) => isStuck).length;
    return this.#stuckDelayMs * Math.ceil(stuck / maxStuckPerDelay);
  }

  #updateIsPolling(watched: Watched): void {
    const isPolling = !watched.isStuck && watched.activity !== 'idle';
    if (watched.isPolling === isPolling) return;
    watched.isPolling = isPolling;
    this.#changed.fire(watched.ref);
  }

  async #poll(watched: Watched): Promise<void> {
    const { ref } = watched;
    stopWaiting(watched);
    watched.activity = 'requesting';
    watched.polls++;
    watched.storedMeanwhile.clear();
    this.#updateIsPolling(watched);
    let hasResponse = true;
    let record: DeckRecord | undefined;
    try {
      record = await this.#options.catalog.retrieve(ref);
      if (record.deleted && this.#isWatching(watched)) this.#finish(watched, undefined);
    } catch (error) {
      this.#options.onError(ref, error);
      hasResponse = false;
      if (isApiError(error, 'notFound') && this.#isWatching(watched)) this.#finish(watched, undefined);
      watched.isRefused = isApiError(error, 'unauthenticated', 'missingScope', 'forbidden');
      watched.isStuck ||= watched.isRefused;
    }
    watched.activity = 'idle';
    watched.polledAtMs = this.#options.now();
    if (!this.#isWatching(watched)) return;
    if (watched.hasResponse !== hasResponse) {
      watched.hasResponse = hasResponse;
      this.#changed.fire(ref);
    }
    const isStoredByOther = [...watched.storedMeanwhile].some((stored) => stored !== record);
    if (isStoredByOther) this.#startAgain(watched);
    else this.#schedule(watched);
  }

  #isWatching(watched: Watched): boolean {
    return this.#watched.get(formatRecordRef(watched.ref)) === watched;
  }
}

function stopWaiting(watched: Watched): void {
  if (typeof watched.activity !== 'object') return;
  clearTimeout(watched.activity.timer);
  watched.activity = 'idle';
}

function restart(watched: Watched): void {
  stopWaiting(watched);
  watched.polls = 0;
  watched.isStuck = false;
  watched.isRefused = false;
}

function toCohort(record: DeckRecord | undefined): Cohort | undefined {
  return record && isCohort(record) ? record : undefined;
}

function failed(cohort: Cohort): Calculation {
  return {
    state: 'failed',
    lastSuccessAt: cohort.last_calculation ?? undefined,
    reason: lastErrorOf(cohort),
  };
}

/** Whether the record is of a later calculation than the outcome. */
function isOutdated(outcome: Calculation, cohort: Cohort): boolean {
  if (outcome.state === 'done') return outcome.count !== (cohort.count ?? undefined);
  return cohortState(cohort) !== 'failed';
}
