import assert from 'node:assert/strict';
import test from 'node:test';
import { describe, it } from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { createProgress, type ExportProgress, ExportSpeed } from '#exports/exportProgress.ts';
import { makePersons, startPersons } from './personsService.ts';

function start() {
  const told: ExportProgress[] = [];
  const clock = { ms: 1000 };
  const progress = createProgress(
    (one) => told.push(one),
    50,
    undefined,
    () => clock.ms,
  );
  return { told, clock, progress };
}

test('the first persons are reported at once, also just after a chunk that has none', () => {
  const { told, clock, progress } = start();
  clock.ms += 1000;
  progress.report(0, 12);
  progress.report(3, 300);
  progress.report(4, 400);
  assert.deepEqual(
    told.map(({ rows }) => rows),
    [0, 0, 3],
  );
});

test('progress is reported at once, at most ten times a second, and at the end', () => {
  const { told, clock, progress } = start();
  for (let rows = 1; rows <= 300; rows++) {
    clock.ms++;
    progress.report(rows, rows * 10);
  }
  progress.finish(300, 3000);
  assert.deepEqual(
    told.map(({ rows }) => rows),
    [0, 1, 101, 201, 300],
  );
});

test('the end of a page is reported at once: the next one may be long in coming', () => {
  const { told, progress } = start();
  progress.report(10, 100);
  progress.report(20, 200);
  progress.report(20, 200, true);
  assert.deepEqual(
    told.map(({ rows }) => rows),
    [0, 10, 20],
  );
});

test('a resumed export begins with what it has', () => {
  const reported: ExportProgress[] = [];
  createProgress((one) => reported.push(one), 50, { rows: 20, bytes: 300 });
  assert.deepEqual(reported, [{ rows: 20, bytes: 300, expectedRows: 50, waiting: undefined }]);
});

test('a wait is reported until it is over, even while persons of other pages arrive', () => {
  const { told, clock, progress } = start();
  progress.wait({ ms: 5000, reason: 'throttled' });
  assert.deepEqual(told.at(-1)?.waiting, { ms: 5000, reason: 'throttled' });
  clock.ms += 1000;
  progress.report(7, 70);
  assert.deepEqual([told.at(-1)?.rows, told.at(-1)?.waiting], [7, { ms: 4000, reason: 'throttled' }]);
  clock.ms += 4000;
  progress.report(8, 80);
  assert.deepEqual([told.at(-1)?.rows, told.at(-1)?.waiting], [8, undefined]);
});

test('an export says that it waits for a page that was held back before its turn', async (context) => {
  const persons = makePersons(100);
  const { cohorts, directory } = await startPersons(context, persons, () => undefined, persons.length, {
    rateLimits: { personsPerMinute: 3 },
    key: 'phx_held_ahead',
  });
  const cancelling = new AbortController();
  const waits: unknown[] = [];
  const exporting = exportPersons({
    cohorts,
    cohortId: 7,
    format: 'json',
    directory,
    fileName: 'a.json',
    expectedCount: persons.length,
    signal: cancelling.signal,
    paging: { pageSize: 10 },
    onProgress({ rows, waiting }) {
      if (!waiting) return;
      waits.push([rows, waiting.reason, waiting.ms > 1000 && waiting.ms <= 61_000]);
      cancelling.abort();
    },
  });
  await assert.rejects(exporting, { kind: 'cancelled' });
  assert.deepEqual(waits, [[10, 'paced', true]]);
});

describe('the speed of an export', () => {
  it('is known once two more pages have arrived in two seconds, and excludes the wait for the first one', () => {
    const speed = new ExportSpeed(0);
    const at: readonly (readonly [number, number, number | undefined])[] = [
      [0, 10_000, undefined],
      [1000, 30_000, undefined],
      [2000, 30_100, undefined], // 10,000 per second, of one page
      [6000, 31_999, undefined],
      [6000, 32_000, 2500],
      [6000, 35_000, 1000],
      [41_000, 50_000, 2000],
    ];
    for (const [rows, nowMs, expected] of at) assert.equal(speed.perSecond(rows, nowMs), expected);
  });

  it('excludes what a resumed export already has, however long it takes to continue', () => {
    const speed = new ExportSpeed(5000);
    assert.equal(speed.perSecond(5000, 0), undefined);
    assert.equal(speed.perSecond(6000, 60_000), undefined);
    assert.equal(speed.perSecond(7000, 63_000), undefined);
    assert.equal(speed.perSecond(8000, 64_000), 500);
  });
});
