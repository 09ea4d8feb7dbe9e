import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cohort } from '#model/records/deckRecord.ts';
import { type TreeOrder, TreeOrders, sortRecords } from '#model/records/search/treeOrders.ts';

function cohort(id: number, fields: Partial<Cohort>): Cohort {
  const standard = { groups: [], deleted: false, filters: {}, is_calculating: false, is_static: false };
  return { ...standard, ...fields, id };
}

const cohorts = [
  cohort(1, { name: 'shops 10', count: 7, created_at: '2026-01-01T00:00:00Z' }),
  cohort(2, { name: null, count: null, created_at: null }),
  cohort(3, { name: 'Shops 9', count: 0, created_at: '2026-03-01T00:00:00Z' }),
  cohort(4, { name: 'Äpfel', count: 7, last_calculation: '2026-02-01T00:00:00Z' }),
];

describe('an order of records', () => {
  const cases: readonly (readonly [TreeOrder, readonly number[]])[] = [
    ['service', [1, 2, 3, 4]],
    ['name', [4, 3, 1, 2]],
    ['created', [3, 1, 2, 4]],
    ['calculated', [4, 1, 2, 3]],
    ['count', [1, 4, 3, 2]],
  ];
  for (const [order, ids] of cases) {
    it(`by ${order} puts what is not known last, and keeps what is alike in place`, () =>
      assert.deepEqual(
        sortRecords(cohorts, order).map(({ id }) => id),
        ids,
      ));
  }

  it('is remembered for each kind, and one that is not known counts as that of the service', async () => {
    let kept: unknown = { dashboard: 'count', other: 1 };
    const orders = new TreeOrders({ read: () => kept, write: async (value) => void (kept = value) });
    const changed: string[] = [];
    orders.onDidChange((kind) => changed.push(kind));
    assert.deepEqual([orders.of('dashboard'), orders.of('cohort')], ['service', 'service']);
    await orders.set('cohort', 'count');
    await orders.set('dashboard', 'name');
    assert.deepEqual([orders.of('dashboard'), orders.of('cohort')], ['name', 'count']);
    assert.deepEqual(changed, ['cohort', 'dashboard']);
    assert.deepEqual(kept, { dashboard: 'name', other: 1, cohort: 'count' });
  });
});
