import assert from 'node:assert/strict';
import test from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { createProgress } from '#exports/exportProgress.ts';
import type { ExportProgress } from '#exports/exportProgress.ts';
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
