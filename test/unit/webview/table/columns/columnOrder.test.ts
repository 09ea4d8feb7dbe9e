import assert from 'node:assert/strict';
import test from 'node:test';
import { orderColumns } from '#webview/table/columns/columnOrder.ts';

const order = (names: readonly string[], filled: readonly number[] = []) =>
  orderColumns(names, filled).map((column) => names[column]);

test('a person’s name and email come first, then properties, then dates, and ids last', () => {
  const names = [
    'created_at',
    'distinct_ids.0',
    'id',
    'name',
    'properties.$os',
    'properties.email',
    'properties.plan',
    'uuid',
  ];
  assert.deepEqual(order(names), [
    'name',
    'properties.email',
    'properties.plan',
    'properties.$os',
    'created_at',
    'distinct_ids.0',
    'id',
    'uuid',
  ]);
});

test('the most filled properties come first; of equally filled ones, the service’s own come last', () => {
  const names = ['properties.$os', 'properties.b', 'properties.c', 'properties.a'];
  assert.deepEqual(order(names, [9, 9, 3, 9]), [
    'properties.a',
    'properties.b',
    'properties.$os',
    'properties.c',
  ]);
});

test('of changed persons, who it is and what changed come first, then each property before and after', () => {
  const names = [
    'after.age',
    'after.plan',
    'before.age',
    'before.country.code',
    'before.plan',
    'changed',
    'id',
    'name',
    'other',
  ];
  const sorted = ['name', 'id', 'changed', 'before.age', 'after.age', 'before.country.code'];
  assert.deepEqual(order(names), [...sorted, 'before.plan', 'after.plan', 'other']);
  const [first, second] = order(names, [2, 7, 0, 1, 8, 9, 9, 9, 9]).slice(3);
  assert.deepEqual([first, second], ['before.plan', 'after.plan']);
});

test('a file that only has a column “changed” stays as it is', () => {
  assert.deepEqual(order(['b', 'changed', 'a']), ['b', 'changed', 'a']);
});

test('columns of other files stay as the file has them', () => {
  assert.deepEqual(order(['plan', 'name', 'average', '', 'id'], [1, 2, 3, 4, 5]), [
    'plan',
    'name',
    'average',
    '',
    'id',
  ]);
});
