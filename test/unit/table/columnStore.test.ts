import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import { ColumnStore } from '#table/columnStore.ts';
import type { Filter } from '#table/tableQuery.ts';
import { volatileDir } from '../../volatile.ts';

/** In their order. */
const sorted = [
  '-2e999999999',
  '-1e400',
  `-${'9'.repeat(400)}`,
  '-15.5e398',
  '-15e398',
  `-${'9'.repeat(309)}`.slice(0, 309),
  `-${2n ** 256n}`,
  `-${2n ** 256n - 1n}`,
  '-340282366920938463463374607431768211456',
  '-340282366920938463463374607431768211455',
  '-9007199254740993',
  '-9007199254740992',
  '-1',
  '0.00000000000000000000000000000000000000000000001',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '12345678901234567890',
  '12345678901234567891.5',
  '12345678901234567892',
  '99999999999999999999',
  '99999999999999999999.5',
  '1e20',
  '100000000000000000001',
  '99999999999999999999999999999999999',
  '100000000000000000000000000000000000',
  '340282366920938463463374607431768211454',
  '340282366920938463463374607431768211455',
  '340282366920938463463374607431768211456',
  String(2n ** 256n - 1n),
  String(2n ** 256n),
  `${'9'.repeat(399)}8.5`,
  '9'.repeat(400),
  '1e400',
  '0.0015e403',
  '1e999999999',
  '007',
  '1e9999999999',
  'a',
];

test('numbers of any length and size are compared with all of their digits, by sorting and by filters', () => {
  const store = new ColumnStore(path.join(volatileDir, `sort-${randomUUID()}`), sorted.length);
  try {
    const fill = store.fill(0);
    for (const [at, text] of sorted.toReversed().entries()) fill.add(at, text);
    fill.end();
    const rows = [...sorted.keys()];
    assert.deepEqual([...store.sortRows(0, true)], rows);
    assert.deepEqual([...store.sortRows(0, false)], rows.toReversed());
    const numbers = sorted.indexOf('007');
    const count = (side: Filter['test'], value: string) =>
      store.match({ column: 0, test: side, value }).count();
    for (const [at, value] of sorted.slice(0, numbers).entries()) {
      assert.equal(count('atMost', value), at + 1, value);
      assert.equal(count('atLeast', value), numbers - at, value);
    }
  } finally {
    store.close();
  }
});

function withColumn<T>(texts: readonly string[], use: (store: ColumnStore) => T): T {
  const store = new ColumnStore(path.join(volatileDir, `column-${randomUUID()}`), texts.length);
  try {
    const fill = store.fill(0);
    for (const [row, text] of texts.entries()) fill.add(row, text);
    fill.end();
    return use(store);
  } finally {
    store.close();
  }
}

test('no other text is at least or at most a time', () => {
  withColumn(['2024-03-01 10:00', 'n/a', '2024-02-01', '!'], (store) => {
    const rows = (side: Filter['test']) => {
      const found = store.match({ column: 0, test: side, value: '2024-02-15' });
      return [0, 1, 2, 3].filter((row) => found.has(row));
    };
    assert.deepEqual([rows('atLeast'), rows('atMost')], [[0], [2]]);
  });
});

test('times are compared as times, however they are written', () => {
  const times = [
    '0000-01-01T00:00:00+02:00',
    '2024-01-01',
    '2024-01-01T10:00:00+05:00',
    '2024-01-01T06:00:00Z',
    '2024-01-01 07:00',
    '2024-01-01T08:00:00Z',
    '2024-01-01T08:00:00.25Z',
    '2024-01-01T08:00:00.5+00:00',
    '2024-01-01 09:00:00',
    '2023-12-31T23:30:00-10:00',
    '2024-01-01T10:00',
    '9999-12-31T23:59:59-08:00',
  ];
  withColumn(times.toReversed(), (store) => {
    const order = [...store.sortRows(0, false)].map((row) => times.toReversed()[row]);
    assert.deepEqual(order, times);
    const { kind, least, most } = store.summarize(0);
    assert.deepEqual([kind, least, most], ['time', times[0], times.at(-1)]);
    const count = (side: Filter['test'], value: string) =>
      store.match({ column: 0, test: side, value }).count();
    for (const [at, value] of times.entries()) {
      assert.equal(count('atMost', value), at + 1, value);
      assert.equal(count('atLeast', value), times.length - at, value);
    }
  });
});

test('filters find the letters of numbers and times as they are shown, in small letters and capitals', () => {
  withColumn(['1E5', '1e5', '2024-01-01T08:00:00+02:00', '15'], (store) => {
    const rows = (side: Filter['test'], value: string) => [...store.match({ column: 0, test: side, value })];
    assert.deepEqual(rows('contains', 'E5'), [0, 1]);
    assert.deepEqual(rows('starts', '1e'), [0, 1]);
    assert.deepEqual(rows('contains', 't08:00:00+02'), [2]);
    assert.deepEqual(rows('lacks', '1E'), [2, 3]);
  });
});
