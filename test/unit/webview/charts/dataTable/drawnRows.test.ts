import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areAllDrawn, drawFirst, drawNext } from '#webview/charts/dataTable/drawnRows.ts';

const rows = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);

test('the slices of a table are drawn one by one', () => {
  const first = drawFirst(rows('a', 5), 2);
  assert.deepEqual(first.shown, [['a0', 'a1']]);
  const second = drawNext(first);
  assert.deepEqual([second.shown.length, areAllDrawn(second)], [2, false]);
  const third = drawNext(second);
  assert.deepEqual(third.shown.flat(), rows('a', 5));
  assert.ok(areAllDrawn(third));
});

test('the slices of new rows replace those before one by one', () => {
  const before = drawNext(drawNext(drawFirst(rows('a', 5), 2)));
  const first = drawFirst(rows('b', 4), 2, before.shown);
  assert.deepEqual(first.shown.flat(), ['b0', 'b1', 'a2', 'a3', 'a4']);
  assert.equal(areAllDrawn(first), false);
  assert.deepEqual(drawNext(first).shown.flat(), rows('b', 4));
});

test('new rows that have one slice, or none, leave nothing of those before', () => {
  const before = drawNext(drawFirst(rows('a', 4), 2));
  assert.deepEqual(drawFirst(rows('b', 2), 2, before.shown).shown, [['b0', 'b1']]);
  assert.deepEqual(drawFirst([], 2, before.shown).shown, []);
});
