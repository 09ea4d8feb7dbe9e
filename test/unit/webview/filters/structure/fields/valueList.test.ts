import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPastedText, withPastedLines } from '#webview/filters/structure/fields/valueList.tsx';

test('pasted lines are values without the blanks around them, and empty lines are none', () => {
  assert.deepEqual(splitPastedText('a@x.com\r\n b@x.com \n\t\n c d\t\n'), ['a@x.com', 'b@x.com', 'c d']);
});

test('a single text keeps its blanks', () => {
  assert.deepEqual(splitPastedText(' Inc'), [' Inc']);
  assert.deepEqual(splitPastedText('  '), []);
});

test('pasted lines go to the cursor, and take the place of what is selected', () => {
  const valuesIn = (value: string, selectionStart: number | null, selectionEnd: number | null) =>
    splitPastedText(withPastedLines({ value, selectionStart, selectionEnd }, 'a\r\nb') ?? '');
  assert.deepEqual(valuesIn('', 0, 0), ['a', 'b']);
  assert.deepEqual(valuesIn('pro', 1, 1), ['pa', 'bro']);
  assert.deepEqual(valuesIn('pro', 3, 3), ['proa', 'b']);
  assert.deepEqual(valuesIn('enterprise', 1, 9), ['ea', 'be']);
  assert.deepEqual(valuesIn('pro', null, null), ['proa', 'b']);
});

test('a paste of one line is left to the field', () => {
  for (const pasted of ['a', 'a b', '\n a \n', ''])
    assert.equal(withPastedLines({ value: 'pro', selectionStart: 1, selectionEnd: 1 }, pasted), undefined);
});
