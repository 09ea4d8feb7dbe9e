import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPastedText } from '#webview/filters/structure/fields/splitPastedText.ts';

test('pasted lines are values without the blanks around them, and empty lines are none', () => {
  assert.deepEqual(splitPastedText('a@x.com\r\n b@x.com \n\t\n c d\t\n'), ['a@x.com', 'b@x.com', 'c d']);
});

test('a single text keeps its blanks', () => {
  assert.deepEqual(splitPastedText(' Inc'), [' Inc']);
  assert.deepEqual(splitPastedText('  '), []);
});
