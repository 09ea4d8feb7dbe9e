// Limits per project, shared by its keys: 480 requests a minute and 4,800 an hour for records, 240 and 1,200 for
// persons. Off by default.
import { throttled } from './serviceError.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const limits = {
  records: { minute: 480, hour: 4800 },
  persons: { minute: 240, hour: 1200 },
} as const;

export class RateLimiter {
  /** Times of the accepted requests of the last hour, oldest first. */
  private readonly passed = new Map<string, number[]>();
  private readonly now: () => number;

  /** `now`: milliseconds that only rise. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Accepts a request or throws 429 with the seconds to wait. */
  pass(projectId: number, kind: keyof typeof limits): void {
    const nowMs = this.now();
    const name = `${projectId} ${kind}`;
    const passed = (this.passed.get(name) ?? []).filter((atMs) => atMs > nowMs - hourMs);
    const { minute, hour } = limits[kind];
    const waitMs = Math.max(waitFor(passed, minute, minuteMs, nowMs), waitFor(passed, hour, hourMs, nowMs));
    if (waitMs > 0) throw throttled(Math.ceil(waitMs / 1000));
    passed.push(nowMs);
    this.passed.set(name, passed);
  }
}

/** Milliseconds until fewer than `most` of the requests are within the last `windowMs`. */
function waitFor(passed: readonly number[], most: number, windowMs: number, nowMs: number): number {
  const oldest = passed.at(-most);
  return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - nowMs);
}
