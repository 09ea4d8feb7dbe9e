// How many requests of a kind may be sent per minute, and any hold. Pure; the caller passes the time.

import type { RateLimitHeaders } from './responseHeaders.ts';

/** Longer than the service's minute: requests can arrive closer together than they left. */
const windowMs = 61_000;
const minuteMs = 60_000;
/**
 * The longest hold that is kept in one go; the service can repeat it. A header that names a day by mistake must not
 * block a window for a day.
 */
export const maxHoldMs = 5 * 60_000;
/** So much of the budget is left to interactive requests. */
const interactiveShare = 0.1;
/** How far a 429 lowers the budget at most, and how much of it comes back each minute after. */
const lowestShare = 0.5;
const recoveryShare = 0.25;

/** First extra wait if the service still returns 429 after its Retry-After; doubles each time. */
const firstBackoffMs = 250;
const maxJitter = 0.1;

export interface BudgetUsage {
  /** Requests of the last minute. */
  readonly recent: number;
  /** The most requests per minute, lowered after refusals; undefined for no limit. */
  readonly perMinute: number | undefined;
}

export class RateBudget {
  /** Those whose response is a 429 that does not say yet for how long: nothing leaves before. */
  readonly undecided = new Set<unknown>();
  #perMinute: number;
  /** Whether the limit holds; else it does from the first 429 on. */
  #isOn: boolean;
  #wasRefused = false;
  readonly #random: () => number;
  /** When the requests of the last minute left, oldest first. */
  readonly #sentMs: number[] = [];
  #learned: { readonly limit: number; readonly atMs: number } | undefined;
  #heldUntilMs = -Infinity;
  #refusedUntilMs = -Infinity;
  /** The end of a hold as the service stated it, however far away. */
  #statedUntilMs = -Infinity;
  #inFlight = 0;
  #isProbing = false;
  #refusals = 0;

  /** `random` is 0 to 1, for the jitter that keeps windows apart. @param isOn false: there is no limit before a 429 */
  constructor(perMinute: number, random: () => number = Math.random, isOn = true) {
    this.#perMinute = perMinute;
    this.#random = random;
    this.#isOn = isOn;
  }

  /** Another limit from now on. */
  set(perMinute: number, isOn: boolean): void {
    this.#perMinute = perMinute;
    this.#isOn = isOn || this.#wasRefused;
  }

  /** When a request may leave: `nowMs` or earlier means immediately, Infinity once another request has its whole response. */
  turnMs(nowMs: number, isInteractive: boolean): number {
    if (nowMs < this.#heldUntilMs) return this.#heldUntilMs;
    if (this.undecided.size > 0 || (this.#isProbing && this.#inFlight > 0)) return Infinity;
    while ((this.#sentMs[0] ?? nowMs) <= nowMs - windowMs) this.#sentMs.shift();
    const limit = this.#limit(nowMs);
    const allowed = Math.max(1, Math.floor(isInteractive ? limit : limit * (1 - interactiveShare)) - 1);
    const blocking = this.#sentMs[this.#sentMs.length - allowed];
    return blocking === undefined ? nowMs : blocking + windowMs;
  }

  /** How long until requests go on, as far as is known at `nowMs`: longer than until `turnMs` if the service says so. */
  remainingMs(nowMs: number, turnMs: number): number {
    return Math.max(turnMs, nowMs < this.#heldUntilMs ? this.#statedUntilMs : -Infinity) - nowMs;
  }

  usage(nowMs: number): BudgetUsage {
    const recent = this.#sentMs.filter((atMs) => atMs > nowMs - minuteMs).length;
    const limit = this.#limit(nowMs);
    return { recent, perMinute: Number.isFinite(limit) ? Math.floor(limit) : undefined };
  }

  /** How long the service still rejects requests, by its own statement; 0 or less if it does not. */
  heldMs(nowMs: number): number {
    return nowMs < this.#heldUntilMs ? Math.max(this.#heldUntilMs, this.#statedUntilMs) - nowMs : 0;
  }

  /** Whether requests are held back because of a 429, and not to stay below the limit. */
  isRefused(nowMs: number): boolean {
    return nowMs < this.#refusedUntilMs;
  }

  spend(nowMs: number): void {
    this.#inFlight++;
    if (Number.isFinite(this.#perMinute)) this.#sentMs.push(nowMs);
  }

  /** The request has its response, or will never get one. */
  settle(): void {
    this.#inFlight--;
  }

  /** A response that was not refused for its rate. */
  accept(nowMs: number): void {
    if (nowMs < this.#heldUntilMs) return; // it was sent before the hold
    this.#isProbing = false;
    this.#refusals = 0;
  }

  /** A 429. Nothing leaves for `retryAfterMs`; after that a single request tries, before the others follow. */
  refuse(nowMs: number, retryAfterMs: number): void {
    const isFirst = nowMs >= this.#heldUntilMs;
    if (isFirst) this.#refusals++;
    const backoffMs = this.#refusals < 2 ? 0 : firstBackoffMs * 2 ** Math.min(this.#refusals - 2, 10);
    const ms = Math.max(retryAfterMs, backoffMs) * (1 + maxJitter * this.#random());
    const untilMs = nowMs + Math.min(maxHoldMs, ms);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, untilMs);
    this.#refusedUntilMs = this.#heldUntilMs;
    this.#statedUntilMs = nowMs + retryAfterMs;
    this.#isProbing = true;
    this.#isOn = true;
    this.#wasRefused = true;
    if (!isFirst || !Number.isFinite(this.#perMinute)) return;
    const sent = this.#sentMs.filter((atMs) => atMs > nowMs - windowMs).length;
    const limit = Math.max(this.#perMinute * lowestShare, Math.min(sent, this.#limit(nowMs)) * 0.9);
    this.#learned = { limit, atMs: nowMs };
  }

  /** What a response's headers say of the rate limit. */
  adapt(nowMs: number, { perMinute, exhaustedMs }: RateLimitHeaders): void {
    if (perMinute !== undefined && perMinute > 0) this.#perMinute = perMinute;
    if (exhaustedMs !== undefined) {
      this.#heldUntilMs = Math.max(this.#heldUntilMs, nowMs + Math.min(maxHoldMs, exhaustedMs));
    }
  }

  /** Others of the team may use the same budget, so a 429 can come long before we have used it up. */
  #limit(nowMs: number): number {
    if (!this.#isOn) return Infinity;
    if (this.#learned === undefined) return this.#perMinute;
    const minutes = (nowMs - this.#learned.atMs) / 60_000;
    return Math.min(this.#perMinute, this.#learned.limit + minutes * recoveryShare * this.#perMinute);
  }
}
