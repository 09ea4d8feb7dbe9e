import assert from 'node:assert/strict';
import test from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { throttled } from '../../../misbehaving/acts.ts';
import { makePersons, startPersons } from '../personsService.ts';

const paceMs = 40;

/** Resolves with the milliseconds between the first and the last of ten pages. */
async function exportTenPages(context: test.TestContext): Promise<number> {
  const times: number[] = [];
  const service = await startPersons(context, makePersons(95), ({ index }) => {
    if (index === 0) return throttled(0, '0');
    times.push(performance.now());
    return undefined;
  });
  const result = await exportPersons({
    cohorts: service.cohorts,
    cohortId: 7,
    format: 'json',
    directory: service.directory,
    fileName: 'a.json',
    expectedCount: 95,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { pageSize: 10, firstWaitMs: 0, ahead: 0, paceMs },
  });
  assert.deepEqual([result.complete, times.length], ['yes', 10]);
  return (times.at(-1) ?? 0) - (times[0] ?? 0);
}

test('a service that has throttled once is asked no faster than its limit', async (context) => {
  const ms = await exportTenPages(context);
  assert.ok(ms > 8 * paceMs, `nine more requests took ${ms} ms`);
});
