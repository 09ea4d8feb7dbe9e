import { cancelledError } from '#api/apiError.ts';
import type { Finding, NotChecked, Step, StepName, StepStatus } from './findings.ts';

export interface StepOutcome<T> {
  readonly status: StepStatus;
  readonly findings: readonly Finding[];
  /** What later steps need; undefined if they cannot run. */
  readonly value?: T | undefined;
}

/** Runs the steps one after the other, each with its deadline, and keeps what they found. */
export class StepRunner {
  readonly steps: Step[] = [];
  readonly #stepMs: number;
  readonly #signal: AbortSignal;
  readonly #onStep: (name: StepName) => void;

  constructor(stepMs: number, signal: AbortSignal, onStep: (name: StepName) => void) {
    this.#stepMs = stepMs;
    this.#signal = signal;
    this.#onStep = onStep;
  }

  /** Throws `cancelled` when the person cancels; every other error of `run` is a mistake of ours. */
  async run<T>(
    name: StepName,
    run: (signal: AbortSignal) => StepOutcome<T> | Promise<StepOutcome<T>>,
  ): Promise<T | undefined> {
    this.#throwIfCancelled();
    this.#onStep(name);
    const startedMs = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#stepMs);
    const signal = AbortSignal.any([this.#signal, deadline.signal]);
    try {
      const outcome = await Promise.race([run(signal), aborted(signal)]);
      this.#throwIfCancelled();
      const isLate = deadline.signal.aborted;
      const { status, findings, value } = isLate ? this.#late() : outcome;
      this.steps.push({ name, status, findings, ms: Math.round(performance.now() - startedMs) });
      return value;
    } finally {
      clearTimeout(timer);
      deadline.abort(); // ends what is still under way
    }
  }

  skip(name: StepName, why: NotChecked): void {
    this.steps.push({ name, status: 'skipped', ms: 0, findings: [{ is: 'notChecked', why }] });
  }

  #late(): StepOutcome<never> {
    return { status: 'failed', findings: [{ is: 'timedOut', seconds: this.#stepMs / 1000 }] };
  }

  #throwIfCancelled(): void {
    if (this.#signal.aborted) throw cancelledError();
  }
}

/** Not every call can be aborted: a lookup of a name runs to its end. */
async function aborted(signal: AbortSignal): Promise<StepOutcome<never>> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ status: 'failed', findings: [] }), { once: true });
  });
}
