import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOptions } from '#webview/filters/structure/fields/phrase.tsx';

const offered = ['is', 'is not', 'contains', 'min', 'max'].map((value) => [value, value] as const);
const isRare = (value: string) => value.startsWith('m');

const listed = (value: string, isUnfolded: boolean) => {
  const { before, rare, after, isFolded } = orderOptions(offered, value, isRare, isUnfolded);
  return [...[before, rare, after].map((entries) => entries.map(([key]) => key).join(', ')), isFolded];
};

test('rare operators are folded until one is chosen or they are asked for', () => {
  assert.deepEqual(listed('is not', false), ['is, is not, contains', '', '', true]);
  assert.deepEqual(listed('max', false), ['is, is not, contains', 'min, max', '', false]);
});

test('rare operators that were asked for follow the chosen one, where the list opens', () => {
  assert.deepEqual(listed('is not', true), ['is, is not', 'min, max', 'contains', false]);
});

test('without rare ones, nothing is folded', () => {
  assert.equal(orderOptions(offered, 'is', () => false, false).isFolded, false);
});
