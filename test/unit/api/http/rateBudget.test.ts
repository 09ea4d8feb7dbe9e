import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maxHoldMs, RateBudget } from '#api/http/rateBudget.ts';

const minuteMs = 60_000;

/** Sends `count` requests, each as soon as it may, and returns when each left. */
function sendAll(
  budget: RateBudget,
  count: number,
  startMs: number,
  isInteractive = true,
): readonly number[] {
  const sentMs: number[] = [];
  let nowMs = startMs;
  for (let sent = 0; sent < count; sent++) {
    nowMs = Math.max(nowMs, budget.turnMs(nowMs, isInteractive));
    budget.spend(nowMs);
    budget.settle();
    sentMs.push(nowMs);
  }
  return sentMs;
}

function maxPerMinute(sentMs: readonly number[]): number {
  return Math.max(
    ...sentMs.map((startMs) => sentMs.filter((ms) => ms >= startMs && ms < startMs + minuteMs).length),
  );
}

test('however requests arrive, fewer than the limit are sent in any minute', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 60 }),
      fc.array(
        fc.record({
          pauseMs: fc.integer({ min: 0, max: 90_000 }),
          count: fc.integer({ min: 1, max: 40 }),
          isInteractive: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      (perMinute, bursts) => {
        const budget = new RateBudget(perMinute);
        const sentMs: number[] = [];
        let nowMs = 0;
        for (const { pauseMs, count, isInteractive } of bursts) {
          sentMs.push(...sendAll(budget, count, nowMs + pauseMs, isInteractive));
          nowMs = sentMs.at(-1) ?? 0;
        }
        assert.ok(maxPerMinute(sentMs) < perMinute);
      },
    ),
  );
});

test('a hundred requests, as many as a list of ten thousand records takes, are sent at once', () => {
  const budget = new RateBudget(480);
  assert.deepEqual(
    sendAll(budget, 100, 5000),
    Array.from({ length: 100 }, () => 5000),
  );
});

test('when exports have used their share, interactive requests are still sent', () => {
  const budget = new RateBudget(240);
  for (let sent = 0; sent < 240 && budget.turnMs(0, false) <= 0; sent++) {
    budget.spend(0);
    budget.settle();
  }
  assert.ok(budget.turnMs(0, false) > 0);
  assert.equal(budget.turnMs(0, true), 0);
});

test('a 429 holds everything back for as long as it says, and then one request is tried', () => {
  const budget = new RateBudget(480, () => 0);
  budget.spend(0);
  budget.settle();
  budget.refuse(1000, 10_000);
  assert.equal(budget.turnMs(1000, true), 11_000);
  assert.equal(budget.turnMs(11_000, true), 11_000);
  budget.spend(11_000);
  assert.equal(budget.turnMs(11_000, true), Infinity);
  budget.settle();
  budget.accept(11_200);
  assert.equal(budget.turnMs(11_200, true), 11_200);
});

test('a response to a request from before the 429 does not end the hold', () => {
  const budget = new RateBudget(480, () => 0);
  budget.refuse(0, 10_000);
  budget.accept(5000);
  assert.equal(budget.turnMs(5000, true), 10_000);
});

test('waits have jitter, so that several windows do not retry at once', () => {
  const until = (random: number): number => {
    const budget = new RateBudget(480, () => random);
    budget.refuse(0, 10_000);
    return budget.turnMs(0, true);
  };
  assert.equal(until(0), 10_000);
  assert.equal(until(1), 11_000);
});

test('no header holds a window back for longer than five minutes', () => {
  const budget = new RateBudget(480);
  budget.refuse(0, 1e12);
  assert.equal(budget.turnMs(0, true), maxHoldMs);
  const told = new RateBudget(480);
  told.adapt(0, { perMinute: undefined, exhaustedMs: 1e12 });
  assert.equal(told.turnMs(0, true), maxHoldMs);
});

test('a 429 that comes early, since others share the budget, lowers it for some minutes', () => {
  const budget = new RateBudget(480, () => 0);
  const before = sendAll(budget, 200, 0);
  budget.refuse(0, 0);
  budget.accept(0);
  const after = sendAll(budget, 100, 1);
  assert.ok(maxPerMinute([...before, ...after]) < 300);
  const later = sendAll(budget, 600, 60 * minuteMs);
  assert.equal(maxPerMinute(later), 479);
});

test('a limit that the service names is kept', () => {
  const budget = new RateBudget(480);
  budget.adapt(0, { perMinute: 30, exhaustedMs: undefined });
  assert.equal(maxPerMinute(sendAll(budget, 90, 0)), 29);
});

test('a budget that is off has no limit before a 429, and has it from then on, whatever is set', () => {
  const budget = new RateBudget(60, () => 0, false);
  const free = sendAll(budget, 500, 0);
  assert.equal(free.at(-1), 0);
  assert.equal(budget.usage(0).perMinute, undefined);
  budget.refuse(0, 1000);
  assert.ok((budget.usage(2000).perMinute ?? Infinity) <= 60);
  assert.notEqual(sendAll(budget, 2, 2000).at(-1), 2000);
  budget.set(60, false);
  assert.notEqual(budget.usage(2000).perMinute, undefined);
});

test('a budget that was off holds as soon as a limit is set', () => {
  const budget = new RateBudget(60, () => 0, false);
  budget.set(10, true);
  assert.ok(maxPerMinute(sendAll(budget, 30, 0)) < 10);
});
