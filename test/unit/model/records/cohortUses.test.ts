import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cohortSchema, dashboardSchema } from '#api/responseSchemas.ts';
import { cohortIdsIn, findUsers } from '#model/records/cohortUses.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import { RecordList } from '#model/records/recordList.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';

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
