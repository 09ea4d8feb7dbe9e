import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cohortSchema } from '#api/responseSchemas.ts';
import { collectNames } from '#model/records/namesInFilters.ts';

const cohorts = [
  {
    type: 'AND',
    values: [
      { type: 'person', key: 'plan' },
      { type: 'cohort', key: 'id', value: 1 },
      { type: 'static-cohort', key: 'id', value: 2 },
    ],
  },
  { type: 'OR', values: [{ type: 'AND', values: [{ key: 'seats' }, { key: 'plan' }] }, {}, null] },
  {
    type: 'AND',
    values: [
      { type: 'behavioral', key: 'order placed' },
      { type: 'behavioral', key: '12', event_type: 'actions' },
      { type: 'hogql', key: 'a > 1' },
    ],
  },
].map((properties, id) => cohortSchema.parse({ id, filters: { properties } }));

test('names from loaded filters come first, the most used before the others', () => {
  const { properties, events } = collectNames(cohorts);
  assert.deepEqual(properties.slice(0, 3), ['plan', 'seats', 'email']);
  assert.deepEqual(events.slice(0, 2), ['order placed', '$pageview']);
  assert.ok(!properties.includes('id') && !properties.includes('a > 1'));
  assert.ok(!events.includes('12'), 'an action is no event');
});

test('actions have the names that groups and tiles give them', () => {
  const grouped = cohortSchema.parse({
    id: 1,
    groups: [{ action_id: 12, label: 'Ordered' }, { action_id: 13 }],
  });
  const tiles = [
    [{ id: 1, insight: { filters: { actions: [{ id: '14', type: 'actions', name: 'Invited' }] } } }],
    [
      {
        id: 2,
        insight: { query: { source: { series: [{ kind: 'ActionsNode', id: 15, name: 'Signed up' }] } } },
      },
    ],
    undefined,
  ];
  assert.deepEqual(
    [...collectNames([grouped], tiles).actions].toSorted(([a], [b]) => a - b),
    [
      [12, 'Ordered'],
      [14, 'Invited'],
      [15, 'Signed up'],
    ],
  );
});

test('values that conditions compare a property with are known by its name', () => {
  const values = [
    { type: 'person', key: 'plan', value: ['starter', 'growth'] },
    { type: 'person', key: 'plan', value: 'growth' },
    { type: 'person', key: 'seats', value: 3 },
    { type: 'cohort', key: 'id', value: 7 },
    { type: 'behavioral', key: 'order placed', value: 'performed_event' },
    { type: 'person', key: 'empty', value: '' },
  ];
  const record = cohortSchema.parse({ id: 1, filters: { properties: { type: 'AND', values } } });
  const known = [...collectNames([record]).values].map(([name, texts]) => [name, [...texts].toSorted()]);
  assert.deepEqual(Object.fromEntries(known), { plan: ['growth', 'starter'], seats: ['3'], empty: [] });
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

test('events have the names that groups, sequences and tiles give them', () => {
  const sequence = { type: 'behavioral', key: 'first', seq_event: 'second', seq_event_type: 'events' };
  const cohort = cohortSchema.parse({
    id: 1,
    groups: [{ event_id: 'grouped' }],
    filters: { properties: { type: 'AND', values: [sequence] } },
  });
  const tiles = [
    [{ id: 1, insight: { filters: { events: [{ id: 'old tile', type: 'events' }] } } }],
    [{ id: 2, insight: { query: { source: { series: [{ kind: 'EventsNode', event: 'new tile' }] } } } }],
    [{ id: 3, insight: { query: { source: { series: [{ kind: 'EventsNode', event: null }] } } } }],
  ];
  const { events } = collectNames([cohort], tiles);
  assert.deepEqual(events.slice(0, 5).toSorted(), ['first', 'grouped', 'new tile', 'old tile', 'second']);
});
