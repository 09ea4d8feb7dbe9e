import assert from 'node:assert/strict';
import test from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { makePersons, pagedFormats, startPersons } from './personsService.ts';

const persons = makePersons(95).map((person, index) => ({
  ...person,
  distinct_ids: Array.from({ length: [3, 9, 10, 11, 0][index % 5] ?? 0 }, (_, id) => `"[${id}],`),
}));

for (const format of pagedFormats) {
  test(`persons with exactly 10 distinct ids are counted in an export as ${format}`, async (context) => {
    const { cohorts, directory } = await startPersons(context, persons);
    const result = await exportPersons({
      cohorts,
      cohortId: 7,
      format,
      directory,
      fileName: `a.${format}`,
      expectedCount: 95,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      paging: { pageSize: 10, firstWaitMs: 0 },
    });
    assert.deepEqual([result.complete, result.notes, result.tally.withMostIds], ['yes', ['mostIds'], 19]);
  });
}
