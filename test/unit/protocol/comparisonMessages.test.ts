import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseComparisonAgain, parseComparisonMessage } from '#protocol/comparisonMessages.ts';

for (const message of [
  { type: 'ready' },
  { type: 'openPart', part: 0 },
  { type: 'savePart', part: 3 },
  { type: 'copyText' },
  { type: 'openCohort', cohort: 1 },
]) {
  test(`understands ${message.type}`, () => assert.deepEqual(parseComparisonMessage(message), message));
}

for (const message of [
  { type: 'openPart', part: -1 },
  { type: 'openPart', part: 'In both' },
  { type: 'savePart' },
  { type: 'openCohort', cohort: 0.5 },
]) {
  test(`refuses ${JSON.stringify(message)}`, () => assert.equal(parseComparisonMessage(message), undefined));
}

test('what a page has kept of a comparison may have the files of exports', () => {
  const cohorts = {
    title: 'Comparison of 2 Cohorts',
    compares: 'cohorts',
    cohorts: ['a/1/cohort/1', 'a/1/cohort/2'],
    names: ['Paying shops', 'Active this month'],
  };
  const exports = { ...cohorts, compares: 'exports', exports: ['/tmp/first.json', '/tmp/second.json'] };
  for (const kept of [cohorts, exports]) assert.deepEqual(parseComparisonAgain(kept), kept);
  assert.equal(parseComparisonAgain({ ...exports, exports: [1] }), undefined);
});
