import assert from 'node:assert/strict';
import test from 'node:test';
import { recentExportOf } from '#commands/exports/recentExportOf.ts';
import { emptyTally, type ExportResult } from '#exports/exportResult.ts';

const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 } as const;
const result: ExportResult = {
  path: '/a.csv',
  format: 'csv',
  rows: 10,
  bytes: 100,
  complete: 'capped',
  expectedRows: 20,
  notes: [],
  tally: emptyTally,
};

test('the entry of an export says of how many persons it has some', () => {
  const { isComplete, rows, expectedRows, cohort } = recentExportOf(ref, 'A', result);
  assert.deepEqual([isComplete, rows, expectedRows, cohort], [false, 10, 20, 'acme/1/cohorts/7']);
});

test('the entry of a response that was kept as it came says that it holds no persons', () => {
  assert.equal(recentExportOf(ref, 'A', result).holdsPersons, true);
  for (const note of ['cohortShaped', 'notCsv'] as const)
    assert.equal(recentExportOf(ref, 'A', { ...result, notes: [note] }).holdsPersons, false);
});
