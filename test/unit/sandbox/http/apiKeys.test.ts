import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '#sandbox/http/serviceError.ts';
import { RateLimiter } from '#sandbox/http/apiKeys.ts';

describe('rate limits', () => {
  const passes = (limits: RateLimiter, times: number, kind: 'records' | 'persons', project = 1): void => {
    for (let turn = 0; turn < times; turn += 1) limits.pass(project, kind);
  };
  const waitOf = (limits: RateLimiter, kind: 'records' | 'persons'): string | undefined => {
    try {
      limits.pass(1, kind);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error.headers['Retry-After'];
      throw error;
    }
  };

  for (const [kind, minute, hour] of [
    ['records', 480, 4800],
    ['persons', 240, 1200],
  ] as const) {
    it(`let ${minute} requests for ${kind} pass in a minute, then require a wait for the rest of it`, () => {
      let nowMs = 0;
      const limits = new RateLimiter(() => nowMs);
      passes(limits, minute, kind);
      nowMs = 20_000;
      assert.equal(waitOf(limits, kind), '40');
      nowMs = 60_000;
      assert.equal(waitOf(limits, kind), undefined);
    });

    it(`let ${hour} requests for ${kind} pass in an hour`, () => {
      let nowMs = 0;
      const limits = new RateLimiter(() => nowMs);
      for (let passed = 0; passed < hour; passed += minute) {
        passes(limits, minute, kind);
        nowMs += 60_000;
      }
      assert.equal(waitOf(limits, kind), String(3600 - nowMs / 1000));
      nowMs = 3_600_000;
      assert.equal(waitOf(limits, kind), undefined);
    });
  }

  it('are separate for records, persons and projects', () => {
    const limits = new RateLimiter(() => 0);
    passes(limits, 240, 'persons');
    passes(limits, 480, 'records');
    passes(limits, 240, 'persons', 2);
    assert.equal(waitOf(limits, 'persons'), '60');
  });
});
