import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '#webview/filters/structure/fields/linesOf.ts';

test('pasted lines are values without the blanks around them, and empty lines are none', () => {
  assert.deepEqual(linesOf('a@x.com\r\n b@x.com \n\t\n c d\t\n'), ['a@x.com', 'b@x.com', 'c d']);
});

test('a single text keeps its blanks', () => {
  assert.deepEqual(linesOf(' Inc'), [' Inc']);
  assert.deepEqual(linesOf('  '), []);
});
