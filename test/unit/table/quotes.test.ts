import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from './tables.ts';

test('quotes are letters if they would only join lines', async () => {
  const rows = [
    ['1', '"Hello'],
    ['2', 'World'],
    ['3', '"Big" Bob'],
    ['4', '"Bye'],
  ];
  for (const delimiter of [',', '\t']) {
    const text = [['id', 'name'], ...rows].map((cells) => `${cells.join(delimiter)}\n`).join('');
    assert.deepEqual(await readTable('a.csv', text), { columns: ['id', 'name'], rows, flaws: [] });
  }
});

test('a cell with text behind its quotes keeps them', async () => {
  const { rows, flaws } = await readTable('a.csv', 'id,name\n1,"Big, bad" Bob\n2,"Al"\n3,"Bo\n');
  assert.deepEqual(rows, [
    ['1', '"Big, bad" Bob'],
    ['2', 'Al'],
    ['3', 'Bo'],
  ]);
  assert.deepEqual(flaws, ['openQuote 4']);
});
