// Where every request of an origin and key waits for a socket and for its turn within the service's rate limit. There is
// one gate for all clients that use the same key, so that the tree, editors, exports and polling share one budget.
import { type BudgetUsage, RateBudget } from './rateBudget.ts';
import type { SafeBaseUrl } from './safeBaseUrl.ts';
import { createHash } from 'node:crypto';
import { ApiError } from '#api/apiError.ts';
import type { Priority, RateLimits } from '#api/clientTypes.ts';
import { errorOfAbort, linkAbort } from './abortSignals.ts';
import { readRateLimitHeaders, type ResponseHeaders } from './responseHeaders.ts';
import { defaultRetryAfterMs } from '#api/clientTypes.ts';

/** The connections of a client to its origin. */
export const maxSockets = 4;
/** So many of them at most are an export's: one is always free for interactive requests. */
const maxExportSockets = maxSockets - 1;

const order: readonly Priority[] = ['interactive', 'export'];

export type BudgetName = keyof RateLimits;
const budgetNames = ['recordsPerMinute', 'personsPerMinute'] as const satisfies readonly BudgetName[];
const allOn = { recordsPerMinute: true, personsPerMinute: true } as const;

/** `throttled`: after a 429; `paced`: to stay below the limit. */
export interface Hold {
  readonly ms: number;
  readonly reason: 'throttled' | 'paced';
}

export interface Entry {
  readonly budget: BudgetName;
  readonly priority: Priority;
  readonly operation: string;
  readonly signal: AbortSignal;
  /** Where the service asks for a longer wait, `enter` rejects with `throttled` immediately. */
  readonly maxWaitMs: number;
  /** Called when the rate limit begins to delay the request, and when the delay grows; `ms` is what it grows by. */
  readonly onHeld: (wait: Hold) => void;
}

/** Its holder calls `release` once the socket is free again. */
export interface Pass {
  /** A response began. */
  answered(headers: ResponseHeaders): void;
  /** The response is a 429. Undefined: nothing leaves until a call says how long. `release` without one means a default time. */
  throttled(retryAfterMs: number | undefined): void;
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
  readonly #heldListeners = new Set<(hold: Hold) => void>();
  #reportedUntilMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #usedMs = performance.now();

  /** @param isOn whether each limit holds before a 429 */
  constructor(limits: RateLimits, isOn: Readonly<Record<BudgetName, boolean>> = allOn) {
    const budgetOf = (name: BudgetName) => new RateBudget(limits[name], Math.random, isOn[name]);
    this.#budgets = {
      recordsPerMinute: budgetOf('recordsPerMinute'),
      personsPerMinute: budgetOf('personsPerMinute'),
    };
  }

  /** Others from now on, also for what waits. */
  setLimits(limits: RateLimits, isOn: Readonly<Record<BudgetName, boolean>>): void {
    for (const name of budgetNames) this.#budgets[name].set(limits[name], isOn[name]);
    this.#pump();
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
    if (entry.signal.aborted) throw errorOfAbort(entry.signal, { operation: entry.operation });
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
      const unlink = linkAbort(entry.signal, (error) => waiting.refuse(error), {
        operation: entry.operation,
      });
      this.#waiting.add(waiting);
      this.#pump();
    });
  }

  #createPass(entry: Entry): Pass {
    const budget = this.#budgets[entry.budget];
    let isAnswered = false;
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
      release: () => {
        settle();
        if (budget.undecided.delete(entry)) budget.refuse(performance.now(), defaultRetryAfterMs); // its body never came
        this.#passed.delete(entry);
        this.#pump();
      },
    };
  }

  /** Lets through what may go, in the order of priority and then of arrival. */
  #pump(): void {
    this.#usedMs = performance.now();
    let wakeMs = Infinity;
    for (const priority of order) {
      for (const waiting of this.#waiting) {
        const { entry } = waiting;
        if (entry.priority !== priority) continue;
        const budget = this.#budgets[entry.budget];
        const nowMs = performance.now();
        const turnMs = budget.turnMs(nowMs, priority === 'interactive');
        if (turnMs > nowMs) {
          wakeMs = Math.min(wakeMs, turnMs);
          this.#hold(waiting, nowMs, turnMs);
        } else if (this.#hasSocket(priority)) {
          budget.spend(nowMs);
          this.#passed.add(entry);
          waiting.grant();
        }
      }
    }
    clearTimeout(this.#timer);
    if (wakeMs < Infinity && this.#waiting.size > 0) {
      this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(wakeMs - performance.now())));
    }
  }

  #hasSocket(priority: Priority): boolean {
    if (this.#passed.size >= maxSockets) return false;
    if (priority === 'interactive') return true;
    return [...this.#passed].filter((passed) => passed.priority === 'export').length < maxExportSockets;
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

const gates = new Map<string, RequestGate>();

/**
 * The one gate of an origin and key in this process. A service on this machine has those of the default limits alone that it
 * shows by a 429 to have: nobody shares it.
 * @param limits undefined leaves those that the gate has
 */
export function gateOfKey(
  { origin, isLoopback }: Pick<SafeBaseUrl, 'origin' | 'isLoopback'>,
  key: string,
  limits?: Partial<RateLimits>,
): RequestGate {
  const all = { ...defaultRateLimits, ...limits };
  const isOn = {
    recordsPerMinute: !isLoopback || limits?.recordsPerMinute !== undefined,
    personsPerMinute: !isLoopback || limits?.personsPerMinute !== undefined,
  };
  // A client without limits gets a gate of its own.
  if (Object.values(all).every((perMinute) => perMinute === Infinity)) return new RequestGate(all);
  const name = `${origin} ${createHash('sha256').update(key).digest('base64')}`;
  const known = gates.get(name);
  if (known !== undefined) {
    if (limits) known.setLimits(all, isOn);
    return known;
  }
  for (const [other, gate] of gates) if (gate.isIdle) gates.delete(other);
  const gate = new RequestGate(all, isOn);
  gates.set(name, gate);
  return gate;
}

/** Requests a minute, of the cloud service, for all of a team's keys and programs together. */
const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };
