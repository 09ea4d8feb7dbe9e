import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut, withEndOf } from '#model/documents/documentText.ts';

test('a text beside another one has the same end, and no other white space changes', () => {
  assert.equal(withEndOf('{"b": 2}\n', '{ "a": 1 }'), '{ "a": 1 }\n');
  assert.equal(withEndOf('{}', '{\n}\n'), '{\n}');
  assert.equal(withEndOf('{}\r\n\n', '{} \n'), '{}\r\n\n');
});

test('a text that ends with a line break, as a saved one does, is laid out as one without', () => {
  for (const raw of ['{"a": 1}', '[{"a": 1}]']) assert.equal(layOut(`\n${raw}\n`), layOut(raw));
  assert.equal(layOut('{"a": 1}\n\n'), '{\n  "a": 1\n}\n');
});
