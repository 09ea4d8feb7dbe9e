import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCohortReferences } from '#model/documents/cohortReferences.ts';

test('the cohorts of a text are found in all groups, as numbers and as texts', () => {
  const text = `{"properties": {"type": "OR", "values": [
    {"type": "cohort", "key": "id", "value": 7},
    {"type": "AND", "values": [{"type": "static-cohort", "key": "id", "value": "12"}]},
    {"type": "cohort", "key": "id", "value": null},
    {"type": "person", "key": "id", "value": 8}
  ]}}`;
  const found = findCohortReferences(text, 'cohort');
  assert.deepEqual(
    found.map(({ id, from, to }) => [id, text.slice(from, to)]),
    [
      [7, '7'],
      [12, '"12"'],
    ],
  );
});

test('a text that is no JSON refers to no cohort', () => {
  assert.deepEqual(findCohortReferences('{"properties": ', 'cohort'), []);
});
