// Where every request of an origin and key waits for a socket and for its turn within the service's rate limit. There is
// one gate for all clients that use the same key, so that the tree, editors, exports and polling share one budget.
import { ApiError } from '#api/apiError.ts';
import type { Lane, Priority, Urgency } from '#api/requestPriority.ts';
import type { RateLimits } from '#api/clientTypes.ts';
import { linkAbort, throwIfAborted } from '#api/http/abortSignals.ts';
import type { Signals } from '#api/http/abortSignals.ts';
import { RateBudget } from './rateBudget.ts';
import type { BudgetUsage } from './rateBudget.ts';
import { readRateLimitHeaders } from './readRateLimitHeaders.ts';
import type { ResponseHeaders } from '#api/http/wire.ts';

/** The connections of a client to its origin. */
export const maxSockets = 4;
/** So many of them at most are an export's: one is always free for interactive requests. */
const maxExportSockets = maxSockets - 1;

/**
 * What all responses that are read as a whole may hold at the same time, of all gates: they share the memory of one
 * process.
 */
const maxKeptBytes = 128 * 1024 * 1024;
let allKeptBytes = 0;

const order: readonly Urgency[] = ['interactive', 'export', 'early'];

export type BudgetName = keyof RateLimits;

/** `throttled`: after a 429; `paced`: to stay below the limit. */
export interface Hold {
  readonly ms: number;
  readonly reason: 'throttled' | 'paced';
}

export interface Entry {
  readonly budget: BudgetName;
  readonly priority: Priority;
  readonly operation: string;
  readonly signals: Signals;
  /** Where the service asks for a longer wait, `enter` rejects with `throttled` immediately. */
  readonly maxWaitMs: number;
  /** Called when the rate limit begins to delay the request, and when the delay grows; `ms` is what it grows by. */
  readonly onHeld: (wait: Hold) => void;
  /** An early page gives its socket back. */
  readonly onDropped: () => void;
}

/** Its holder calls `release` once the socket is free again. */
export interface Pass {
  /** A response began. */
  answered(headers: ResponseHeaders): void;
  /** The response is a 429. Undefined: nothing leaves until a call says how long, or `release`. */
  throttled(retryAfterMs: number | undefined): void;
  /** Keeps so many bytes more of a response until `release`. @returns false if all responses together have no room for them */
  keep(bytes: number): boolean;
  release(): void;
}

export interface GateUsage {
  readonly records: BudgetUsage;
  readonly persons: BudgetUsage;
  readonly heldMs: number;
}

interface Waiting {
  readonly entry: Entry;
  heldUntilMs: number;
  grant(): void;
  refuse(error: ApiError): void;
}

/** Longer than a budget's window and its longest hold. */
const forgottenMs = 10 * 60_000;

export class RequestGate {
  readonly #budgets: Readonly<Record<BudgetName, RateBudget>>;
  readonly #waiting = new Set<Waiting>();
  readonly #passed = new Set<Entry>();
  readonly #lanes = new Set<Lane>();
  readonly #heldListeners = new Set<(hold: Hold) => void>();
  #reportedUntilMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #usedMs = performance.now();

  constructor(limits: RateLimits) {
    this.#budgets = {
      recordsPerMinute: new RateBudget(limits.recordsPerMinute),
      personsPerMinute: new RateBudget(limits.personsPerMinute),
    };
  }

  /** Called once for each time that all are held back. */
  onDidHold(listener: (hold: Hold) => void): () => void {
    this.#heldListeners.add(listener);
    return () => this.#heldListeners.delete(listener);
  }

  /** True if nothing has used it for as long as its budgets look back. */
  get isIdle(): boolean {
    return this.#waiting.size + this.#passed.size === 0 && performance.now() - this.#usedMs > forgottenMs;
  }

  /** Usage of the last minute. `heldMs`: how long the service still refuses requests; 0 or less if it does not. */
  usage(): GateUsage {
    const nowMs = performance.now();
    const [records, persons] = [this.#budgets.recordsPerMinute, this.#budgets.personsPerMinute];
    return {
      records: records.usage(nowMs),
      persons: persons.usage(nowMs),
      heldMs: Math.max(records.heldMs(nowMs), persons.heldMs(nowMs)),
    };
  }

  /** Resolves when the request may be sent. Rejects with `cancelled`, `timeout` or `throttled`. */
  async enter(entry: Entry): Promise<Pass> {
    this.#join(entry.priority.lane);
    throwIfAborted(entry.signals, entry.operation);
    return new Promise<Pass>((resolve, reject) => {
      const leave = (): void => {
        unlink();
        this.#waiting.delete(waiting);
        if (this.#waiting.size === 0) clearTimeout(this.#timer);
      };
      const waiting: Waiting = {
        entry,
        heldUntilMs: -Infinity,
        grant: () => {
          leave();
          resolve(this.#createPass(entry));
        },
        refuse(error) {
          leave();
          reject(error);
        },
      };
      const unlink = linkAbort(entry.signals, (error) => waiting.refuse(error), entry);
      this.#waiting.add(waiting);
      entry.priority.onDidChange?.(() => {
        waiting.heldUntilMs = -Infinity; // who waits for it now has not been informed
        this.#pump();
      });
      this.#pump();
    });
  }

  #createPass(entry: Entry): Pass {
    const budget = this.#budgets[entry.budget];
    let isAnswered = false;
    let keptBytes = 0;
    let refusedMs = -Infinity;
    const settle = (): void => {
      if (!isAnswered) budget.settle();
      isAnswered = true;
    };
    return {
      answered: (headers) => {
        settle();
        budget.accept(performance.now());
        budget.adapt(performance.now(), readRateLimitHeaders(headers));
        this.#pump();
      },
      throttled: (retryAfterMs) => {
        settle();
        if (retryAfterMs === undefined) return void budget.undecided.add(entry);
        budget.undecided.delete(entry);
        // Its header may have said so before its body.
        if (retryAfterMs > refusedMs) budget.refuse(performance.now(), retryAfterMs);
        refusedMs = Math.max(refusedMs, retryAfterMs);
        this.#pump();
      },
      keep: (bytes) => {
        keptBytes += bytes;
        allKeptBytes += bytes;
        return allKeptBytes <= maxKeptBytes;
      },
      release: () => {
        settle();
        budget.undecided.delete(entry);
        allKeptBytes -= keptBytes;
        keptBytes = 0;
        this.#passed.delete(entry);
        this.#pump();
      },
    };
  }

  #join(lane: Lane | undefined): void {
    if (lane === undefined || lane.isClosed || this.#lanes.has(lane)) return;
    this.#lanes.add(lane);
    lane.onDidClose(() => {
      this.#lanes.delete(lane);
      this.#pump();
    });
  }

  /** Lets through what may go, in the order of urgency and then of arrival. */
  #pump(): void {
    this.#usedMs = performance.now();
    let wakeMs = Infinity;
    let lacksSocket = false;
    for (const urgency of order) {
      for (const waiting of this.#waiting) {
        const { priority, budget } = waiting.entry;
        if (priority.urgency !== urgency) continue;
        const nowMs = performance.now();
        const turnMs = this.#budgets[budget].turnMs(nowMs, urgency === 'interactive');
        if (turnMs > nowMs) {
          wakeMs = Math.min(wakeMs, turnMs);
          this.#hold(waiting, nowMs, turnMs);
        } else if (this.#hasSocket(priority, lacksSocket)) {
          this.#budgets[budget].spend(nowMs);
          this.#passed.add(waiting.entry);
          waiting.grant();
        } else if (urgency !== 'early') {
          lacksSocket = true;
        }
      }
    }
    if (lacksSocket) this.#dropEarly();
    clearTimeout(this.#timer);
    if (wakeMs < Infinity && this.#waiting.size > 0) {
      this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(wakeMs - performance.now())));
    }
  }

  #hasSocket({ urgency }: Priority, othersWait: boolean): boolean {
    if (this.#passed.size >= maxSockets) return false;
    if (urgency === 'interactive') return true;
    const exports = this.#count(({ urgency: passed }) => passed !== 'interactive');
    if (exports >= maxExportSockets) return false;
    if (urgency === 'export') return true;
    // Each export keeps a socket for its next page, also in the moment between two pages.
    const kept = this.#lanes.size + this.#count(({ urgency: passed, lane }) => passed === 'export' && !lane);
    const early = this.#count(({ urgency: passed }) => passed === 'early');
    return !othersWait && early < maxExportSockets - kept;
  }

  #count(matches: (priority: Priority) => boolean): number {
    let count = 0;
    for (const { priority } of this.#passed) if (matches(priority)) count++;
    return count;
  }

  /** The one that was opened last is needed last. */
  #dropEarly(): void {
    const newest = [...this.#passed].findLast(({ priority }) => priority.urgency === 'early');
    newest?.onDropped();
  }

  #hold(waiting: Waiting, nowMs: number, untilMs: number): void {
    if (untilMs === Infinity) return; // until another request has its response, which has a deadline of its own
    const { entry } = waiting;
    const budget = this.#budgets[entry.budget];
    const reason = budget.isRefused(nowMs) ? 'throttled' : 'paced';
    const remainingMs = budget.remainingMs(nowMs, untilMs);
    if (remainingMs > entry.maxWaitMs) {
      const status = reason === 'throttled' ? 429 : undefined;
      const fields = { status, operation: entry.operation, retryAfterMs: remainingMs };
      waiting.refuse(new ApiError('throttled', 'The rate limit is reached.', fields));
      return;
    }
    if (untilMs <= waiting.heldUntilMs) return;
    const longerMs = untilMs - Math.max(nowMs, waiting.heldUntilMs);
    waiting.heldUntilMs = untilMs;
    entry.onHeld({ ms: longerMs, reason });
    if (untilMs <= this.#reportedUntilMs) return;
    this.#reportedUntilMs = untilMs;
    for (const listener of this.#heldListeners) listener({ ms: untilMs - nowMs, reason });
  }
}
