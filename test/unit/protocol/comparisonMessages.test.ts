import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseComparisonMessage } from '#protocol/comparisonMessages.ts';

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
