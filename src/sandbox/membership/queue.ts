// The background job: one cohort at a time, a slice at a time, so that requests are answered in between.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '#sandbox/store/database.ts';
import { findAnyCohort, listCalculating } from '#sandbox/store/cohorts.ts';
import { sweepMembers } from '#sandbox/store/members.ts';
import { calculate } from './calculation.ts';

/** Members removed in one go once no cohort holds them any more. */
const sweep = 20_000;

export class Calculations {
  private readonly db: Database;
  private readonly log: (line: string) => void;
  private readonly waiting = new Set<number>();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;

  /** Starts with what an earlier end left undone. `log` hears why a calculation failed. */
  constructor(db: Database, log: (line: string) => void) {
    this.db = db;
    this.log = log;
    for (const id of listCalculating(db)) this.enqueue(id);
    this.start();
  }

  /** Calculates a cohort as soon as those asked for earlier are done, a slow one after its time. */
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

  /** Resolves when nothing is left to do but slow cohorts. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Ends at the next slice; what is left is calculated at the next start. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    await this.idle();
  }

  private start(): void {
    if (this.closing.signal.aborted || this.running) return;
    // A turn later: the answer that says "calculating" goes out first.
    this.running = setImmediate()
      .then(() => this.work())
      .catch((error: unknown) => this.log(`calculation: ${String(error)}`))
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
