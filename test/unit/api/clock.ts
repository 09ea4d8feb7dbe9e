// A deadline that passes when a test says so, independent of the machine's speed.
import type { TestContext } from 'node:test';

/** So long that it never ends by itself, and no other timer has it. */
export const untilPassed = 86_399_999;

export interface Clock {
  /** How many deadlines of `untilPassed` milliseconds run. */
  readonly running: number;
  /** They are over. @returns how many there were */
  pass(): number;
}

/** Other timers go on as ever. */
export function startClock(test: TestContext): Clock {
  const running = new Map<unknown, () => void>();
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  test.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number) => {
    if (ms !== untilPassed) return start(run, ms);
    const timer = start(() => undefined, ms).unref();
    running.set(timer, run);
    return timer;
  });
  test.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout | undefined) => {
    running.delete(timer);
    clear(timer);
  });
  return {
    get running() {
      return running.size;
    },
    pass() {
      const due = [...running];
      for (const [timer, run] of due) if (running.delete(timer)) run();
      return due.length;
    },
  };
}

/** Time stands still until the result is called: no wait is over before it was reported, on a slow machine either. */
export function stopTime(test: TestContext): () => void {
  const stoppedMs = performance.now();
  const { mock } = test.mock.method(performance, 'now', () => stoppedMs);
  return () => mock.restore();
}
