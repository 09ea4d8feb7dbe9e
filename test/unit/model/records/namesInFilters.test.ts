import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { cohortSchema, dashboardSchema } from '#api/responseSchemas.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import { cohortIdsIn, collectNames, findUsers } from '#model/records/namesInFilters.ts';
import { RecordList } from '#model/records/loadedRecords.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';

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

const inCohort = (value: unknown, type = 'cohort') => ({ type, key: 'id', value });

const inGroups = cohortSchema.parse({ id: 9, filters: {}, groups: [{ properties: [inCohort(7)] }] });

describe('the cohorts that a record names', () => {
  for (const [filters, ids] of [
    [{ properties: { type: 'OR', values: [{ type: 'AND', values: [inCohort(3)] }, inCohort('4')] } }, [3, 4]],
    [{ properties: [inCohort([5, '6'])] }, [5, 6]],
    [{ properties: [inCohort(7, 'static-cohort'), inCohort(8, 'precalculated-cohort')] }, [7, 8]],
    [
      { properties: [{ type: 'person', key: 'id', value: 9 }, inCohort('x'), inCohort(1.5), inCohort(null)] },
      [],
    ],
    [undefined, []],
  ] as const) {
    it(`are ${ids.join(', ') || 'none'}: ${JSON.stringify(filters)}`, () => {
      const record = cohortSchema.parse({ id: 1, filters });
      assert.deepEqual(
        [...cohortIdsIn(record)].toSorted((a, b) => a - b),
        ids,
      );
    });
  }

  it('are found in what is nested thousands of levels deep', () => {
    let filters: unknown = inCohort(3);
    for (let level = 0; level < 20_000; level++) filters = { values: [filters] };
    assert.deepEqual([...cohortIdsIn(cohortSchema.parse({ id: 1, filters }))], [3]);
  });

  it('are those of its older groups, too', () => {
    assert.deepEqual([...cohortIdsIn(inGroups)], [7]);
  });
});

describe('the records that name a cohort', () => {
  const project = { connectionId: 'acme', projectId: '1' };
  const naming = { properties: { type: 'AND', values: [inCohort(7)] } };
  const lists: Record<ListRef['kind'], readonly DeckRecord[]> = {
    cohort: [
      cohortSchema.parse({ id: 7, filters: {} }),
      cohortSchema.parse({ id: 8, filters: naming }),
      inGroups,
    ],
    dashboard: [
      dashboardSchema.parse({ id: 1, filters: naming }),
      dashboardSchema.parse({ id: 2, filters: {} }),
      dashboardSchema.parse({ id: 3 }),
    ],
  };
  const catalog = {
    list: ({ kind }: ListRef) => {
      const list = new RecordList();
      list.reset(lists[kind]);
      return list.state();
    },
    tiles: ({ kind, id }: RecordRef) =>
      kind === 'dashboard' && id === 2
        ? [{ id: 5, insight: { query: { source: { properties: [inCohort(7)] } } } }]
        : undefined,
  };

  it('are cohorts by filters or groups, dashboards, and dashboards by their tiles', () => {
    const users = findUsers(catalog, { ...project, kind: 'cohort', id: 7 });
    assert.deepEqual(
      users.map(({ ref }) => `${ref.kind} ${ref.id}`),
      ['cohort 8', 'cohort 9', 'dashboard 1', 'dashboard 2'],
    );
    assert.deepEqual(findUsers(catalog, { ...project, kind: 'cohort', id: 10 }), []);
  });
});
