// The status of each connection, from the outcomes of its requests. It sends requests itself only while a
// connection is or may be offline: one cheap request, after waits that grow.
import { isApiError, wasNeverSent } from '#api/apiError.ts';
import type { CallOutcome } from '#api/clientTypes.ts';
import { defaultRetryAfterMs } from '#api/clientTypes.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { ConnectionError, isConnectionLoss, isUnauthorized } from './connectionError.ts';
import { type ConnectionStatus, nextStatus, ready, type StatusEvent } from './connectionStatus.ts';

export interface MonitorOptions {
  /** One cheap request; throws what the request throws. */
  readonly check: (connectionId: string) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The wait before the first check of an outage; it doubles from check to check. Default 2,000. */
  readonly firstWaitMs?: number | undefined;
}

const defaultFirstWaitMs = 2000;
/** Windows that lost the same network do not check at the same moment. */
const jitterOfChecks = 0.25;
/** A shorter hold is over before a person could read it. */
const minHoldMs = 1000;
/** The longest timer; longer ones would run immediately. */
const maxTimerMs = 2 ** 31 - 1;

interface Watched {
  status: ConnectionStatus;
  /** The waits before the checks of an outage. */
  readonly retry: Backoff;
  timer: NodeJS.Timeout | undefined;
  checking: Promise<void> | undefined;
  /** Rises with each changed key, address or network setting, so that results of older checks are ignored. */
  generation: number;
}

export class ConnectionMonitor implements Subscription {
  readonly #options: MonitorOptions;
  #isDisposed = false;
  readonly #watched = new Map<string, Watched>();
  readonly #connectionOf = new WeakMap<object, string>();
  readonly #changed = new Emitter<string>();
  readonly #recovered = new Emitter<string>();

  /** Fires with the connection's ID. */
  readonly onDidChange = this.#changed.event;
  /** A connection is ready again: what failed meanwhile can be asked for again. */
  readonly onDidRecover = this.#recovered.event;

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  of(connectionId: string): ConnectionStatus {
    return this.#watched.get(connectionId)?.status ?? ready;
  }

  /** The connection whose request ended in this error. */
  connectionOf(error: unknown): string | undefined {
    return typeof error === 'object' && error !== null ? this.#connectionOf.get(error) : undefined;
  }

  report(connectionId: string, outcome: CallOutcome): void {
    switch (outcome.kind) {
      case 'answered':
        return this.#apply(connectionId, { type: 'answered' });
      case 'held':
        return this.#hold(connectionId, outcome.ms);
      case 'failed':
        return this.reportFailure(connectionId, outcome.error);
    }
  }

  reportFailure(connectionId: string, error: unknown): void {
    if (typeof error === 'object' && error !== null) this.#connectionOf.set(error, connectionId);
    const isOffline = this.of(connectionId).state === 'offline';
    // A single request can fail alone. A cheap one shows whether the connection is lost.
    if (isConnectionLoss(error) && !wasNeverSent(error) && !isOffline) void this.check(connectionId);
    else this.#fail(connectionId, error);
  }

  /** Asks immediately, for instance because a person wants to know. Never rejects; resolves when the status is known. */
  async check(connectionId: string): Promise<void> {
    const watched = this.#watch(connectionId);
    if (!watched.checking) {
      const checking = this.#check(connectionId, watched).finally(() => {
        if (watched.checking === checking) watched.checking = undefined;
      });
      watched.checking = checking;
    }
    await watched.checking;
  }

  /** Resolves once it is known whether a request that failed was lost by itself or with its connection. Never rejects. */
  async settled(connectionId: string): Promise<void> {
    if (this.of(connectionId).state !== 'offline') await this.#watched.get(connectionId)?.checking;
  }

  /** Call it when the network is likely to be back, for instance when the person returns to the window. */
  checkOffline(): void {
    for (const [id, watched] of this.#watched) {
      if (watched.status.state !== 'offline') continue;
      watched.retry.reset();
      void this.check(id);
    }
  }

  /** The connection has another key, address or network setting. */
  reset(connectionId: string): void {
    const watched = this.#watched.get(connectionId);
    if (!watched) return;
    watched.generation++;
    watched.checking = undefined;
    this.#apply(connectionId, { type: 'reset' });
  }

  resetAll(): void {
    for (const id of this.#watched.keys()) this.reset(id);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const { timer } of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
    this.#changed.dispose();
    this.#recovered.dispose();
  }

  #watch(connectionId: string): Watched {
    const known = this.#watched.get(connectionId);
    if (known) return known;
    const { firstWaitMs = defaultFirstWaitMs } = this.#options;
    const retry = new Backoff(firstWaitMs, jitterOfChecks);
    const fresh = { status: ready, retry, timer: undefined, checking: undefined, generation: 0 };
    this.#watched.set(connectionId, fresh);
    return fresh;
  }

  async #check(connectionId: string, watched: Watched): Promise<void> {
    const { generation } = watched;
    if (watched.status.state === 'offline') {
      clearTimeout(watched.timer); // it would start the check that starts here
      watched.timer = undefined;
    }
    try {
      await this.#options.check(connectionId);
    } catch (error) {
      if (watched.generation !== generation) return;
      this.#fail(connectionId, error);
      this.#planNextCheck(connectionId);
      return;
    }
    if (watched.generation === generation) this.#apply(connectionId, { type: 'answered' });
  }

  /** Also after an inconclusive check, such as one without a key from the keyring. */
  #planNextCheck(connectionId: string): void {
    const watched = this.#watched.get(connectionId);
    if (watched?.status.state === 'offline' && watched.timer === undefined) this.#plan(connectionId, watched);
  }

  #fail(connectionId: string, error: unknown): void {
    if (isConnectionLoss(error)) return this.#apply(connectionId, { type: 'lost', error });
    if (isUnauthorized(error)) return this.#apply(connectionId, { type: 'rejected', error });
    if (isApiError(error, 'throttled')) {
      if (error.status === 429) this.#hold(connectionId, error.retryAfterMs ?? defaultRetryAfterMs);
      return; // without a response it is our own limit
    }
    if (error instanceof ConnectionError && error.kind === 'unknownConnection')
      return this.forget(connectionId);
    // Any response means that the service is reachable.
    if (isApiError(error) && error.status !== undefined) this.#apply(connectionId, { type: 'answered' });
  }

  /** The connection no longer exists, or has another address. */
  forget(connectionId: string): void {
    const watched = this.#watched.get(connectionId);
    if (!watched) return;
    watched.generation++; // a check that is running says nothing
    clearTimeout(watched.timer);
    this.#watched.delete(connectionId);
    this.#changed.fire(connectionId);
  }

  #hold(connectionId: string, ms: number): void {
    if (ms < minHoldMs) return;
    this.#apply(connectionId, { type: 'held', untilMs: this.#options.now() + ms });
  }

  #apply(connectionId: string, event: StatusEvent): void {
    if (this.#isDisposed) return;
    const watched = this.#watch(connectionId);
    const before = watched.status;
    watched.status = nextStatus(before, event);
    if (watched.status.state !== 'offline') watched.retry.reset();
    if (watched.status === before) return;
    this.#plan(connectionId, watched);
    this.#changed.fire(connectionId);
    if (watched.status.state === 'ready') this.#recovered.fire(connectionId);
  }

  /** Sets the one timer that the state calls for. */
  #plan(connectionId: string, watched: Watched): void {
    clearTimeout(watched.timer);
    watched.timer = undefined;
    const { status } = watched;
    if (status.state === 'throttled') {
      const ms = Math.min(maxTimerMs, Math.max(0, status.untilMs - this.#options.now()));
      watched.timer = setTimeout(() => this.#apply(connectionId, { type: 'released' }), ms);
    }
    if (status.state !== 'offline') return;
    watched.timer = setTimeout(() => {
      watched.timer = undefined;
      void this.check(connectionId);
    }, watched.retry.next());
  }
}

const maxMs = 5 * 60_000;

/** Waits that double from one to the next, up to five minutes. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxJitter: number;
  #nextMs: number;

  /** @param maxJitter the largest share of a wait that is added to it at random */
  constructor(firstMs: number, maxJitter = 0) {
    this.#firstMs = firstMs;
    this.#maxJitter = maxJitter;
    this.#nextMs = firstMs;
  }

  /** The next wait, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, maxMs);
    return ms * (1 + this.#maxJitter * Math.random());
  }

  /** The next wait is the first one again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
