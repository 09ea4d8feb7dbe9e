import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cohortSchema } from '#api/schemas.ts';
import { collectNames } from '#model/records/namesInFilters.ts';

const cohorts = [
  {
    type: 'AND',
    values: [
      { type: 'person', key: 'plan' },
      { type: 'cohort', key: 'id', value: 1 },
    ],
  },
  { type: 'OR', values: [{ type: 'AND', values: [{ key: 'seats' }, { key: 'plan' }] }, {}, null] },
  { type: 'AND', values: [{ type: 'behavioral', key: 'order placed' }] },
].map((properties, id) => cohortSchema.parse({ id, filters: { properties } }));

test('names from loaded filters come first, the most used before the others', () => {
  const { properties, events } = collectNames(cohorts);
  assert.deepEqual(properties.slice(0, 3), ['plan', 'seats', 'email']);
  assert.deepEqual(events.slice(0, 2), ['order placed', '$pageview']);
  assert.ok(!properties.includes('id'));
});

test('each name occurs once', () => {
  const { properties } = collectNames([
    cohortSchema.parse({ id: 1, filters: { properties: { values: [{ key: 'email' }] } } }),
  ]);
  assert.equal(properties.filter((name) => name === 'email').length, 1);
});

test('filters of any depth and size take bounded time', () => {
  let deep: object = { key: 'deep' };
  for (let level = 0; level < 100_000; level++) deep = { values: [deep] };
  const record = { ...cohortSchema.parse({ id: 1 }), filters: { properties: deep } };
  assert.ok(!collectNames([record]).properties.includes('deep'));
});
