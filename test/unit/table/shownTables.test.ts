import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShownTables } from '#table/shownTables.ts';
import { plainDialect } from './tables.ts';

test('what a file shows is that of its active table, else of the one that was opened last', () => {
  const tables = new ShownTables();
  let active = 0;
  const open = (rows: number) =>
    tables.add('/persons.csv', {
      shown: () => ({
        ...{ rows, allRows: 9, columns: 2, allColumns: 2, isWhole: false },
        ...{ format: 'csv', dialect: plainDialect, write: async () => 0 },
        keepsJson: { shown: false, all: false },
      }),
      isActive: () => active === rows,
    });
  const shownRows = () => tables.get('/persons.csv')?.rows;
  assert.equal(shownRows(), undefined);
  const first = open(1);
  const second = open(2);
  assert.equal(shownRows(), 2);
  active = 1;
  assert.equal(shownRows(), 1);
  first.dispose();
  assert.equal(shownRows(), 2);
  second.dispose();
  assert.equal(shownRows(), undefined);
});
