import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '#table/tableQuery.ts';
import { ignore, noSignal, withTable } from './tables.ts';

const names = ['パス', 'ハス', 'काल', 'कल', '각', '가', 'ΟΔΟΣΑ', 'Zürich', 'ZURICH'];

async function found(query: Partial<Query>): Promise<readonly string[]> {
  return withTable(
    'names.csv',
    `id,name\n${names.map((name) => `1,${name}\n`).join('')}`,
    async ({ table }) => {
      const view = await table.view({ search: '', filters: [], sort: undefined, ...query }, noSignal, ignore);
      const [cells = []] = await table.cells(view, 0, table.rowsOf(view), [1]);
      return cells;
    },
  );
}

test('a search of a table ignores case and accents, but not the marks that make another letter', async () => {
  const wanted = { ハス: ['ハス'], कल: ['कल'], 가: ['가'], ΟΔΟΣ: ['ΟΔΟΣΑ'], zurich: ['Zürich', 'ZURICH'] };
  for (const [search, rows] of Object.entries(wanted))
    assert.deepEqual(await found({ search }), rows, search);
});

test('filters of a table do the same', async () => {
  for (const name of ['contains', 'starts'] as const) {
    const rows = await found({ filters: [{ column: 1, test: name, value: 'ハ' }] });
    assert.deepEqual(rows, ['ハス'], name);
  }
});

test('texts that differ in such a mark are not equal in the order of a table', async () => {
  const sorted = await found({ sort: { column: 1, isDescending: false } });
  assert.ok(sorted.indexOf('ハス') < sorted.indexOf('パス'), sorted.join());
});
