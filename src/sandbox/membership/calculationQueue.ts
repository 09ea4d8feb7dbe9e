// Calculates cohorts in the background: one at a time, in slices, so that requests are answered in between.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#sandbox/store/database.ts';
import { findAnyCohort, listCalculating } from '#sandbox/store/cohorts.ts';
import { sweepMembers } from '#sandbox/store/persons.ts';
import { calculate } from './calculate.ts';

/** Unused members removed in one step. */
const sweep = 20_000;

export class CalculationQueue {
  private readonly db: Database;
  private readonly log: (line: string) => void;
  private readonly waiting = new Set<number>();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;

  /** Starts with calculations that the last process left unfinished. `log` receives the reasons of failures. */
  constructor(db: Database, log: (line: string) => void) {
    this.db = db;
    this.log = log;
    for (const id of listCalculating(db)) this.enqueue(id);
    this.start();
  }

  /** Calculates a cohort after the earlier ones; a slow cohort after its delay. */
  enqueue(cohortId: number): void {
    const slowMs = findAnyCohort(this.db, cohortId)?.slowMs ?? 0;
    clearTimeout(this.timers.get(cohortId));
    const wait = (): void => {
      this.waiting.add(cohortId);
      this.start();
    };
    if (slowMs === 0) wait();
    else this.timers.set(cohortId, setTimeout(wait, slowMs));
  }

  /** Resolves when every calculation is done, except those of slow cohorts. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Ends at the next slice; the next start calculates the rest. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    await this.idle();
  }

  private start(): void {
    if (this.closing.signal.aborted || this.running) return;
    // In the next turn: the response that says "calculating" is sent first.
    this.running = setImmediate()
      .then(() => this.work())
      .catch((error: unknown) => this.log(`Calculation failed: ${String(error)}`))
      .finally(() => {
        this.running = undefined;
        if (this.waiting.size > 0) this.start();
      });
  }

  private async work(): Promise<void> {
    const { signal } = this.closing;
    for (const id of this.waiting) {
      this.waiting.delete(id);
      const steps = calculate(this.db, id, Date.now(), this.log);
      while (!signal.aborted && steps.next().done !== true) await setImmediate();
      if (signal.aborted) return;
    }
    const sweepMore = (): boolean => this.db.relaxed(() => sweepMembers(this.db, sweep));
    while (!signal.aborted && this.waiting.size === 0 && sweepMore()) await setImmediate();
  }
}
