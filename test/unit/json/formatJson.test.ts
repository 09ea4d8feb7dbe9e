import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { applyEdits, formatEdits, formatJson, isTooLongToFormat } from '#json/formatJson.ts';
import { jsonObjectText } from './jsonArbitrary.ts';
import { cases } from '../../cases.ts';

/** The text without the space between its tokens. */
function tokensOf(text: string): string {
  return (text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/gs) ?? []).join('');
}

test('lays out one item a line, and empty objects and lists on one', () => {
  assert.equal(
    formatJson('{"a":[1,{"b":null}],"c":{ },\n\n"d":[\n]}'),
    '{\n  "a": [\n    1,\n    {\n      "b": null\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  );
});

test('keeps large integers, 1.0, 1e400, duplicate keys, key order, __proto__ and escapes as they are', () => {
  const text = String.raw`{"z":12345678901234567890,"a":1.0,"a":1e400,"__proto__":{"x":-0},"e":"\u00e9\/\ud83d"}`;
  const formatted = formatJson(text);
  assert.equal(tokensOf(formatted), text);
  assert.match(formatted, /\n {2}"a": 1\.0,\n {2}"a": 1e400,\n/);
});

test('uses the given indentation and line breaks', () => {
  assert.equal(formatJson('{"a":[1]}', { indent: '\t', eol: '\r\n' }), '{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}');
});

test('white space around the object is removed, except for a final line break', () => {
  assert.equal(formatJson(' \n{"a":1}  '), '{\n  "a": 1\n}');
  assert.equal(formatJson('{"a":1}\n \n'), '{\n  "a": 1\n}\n');
  assert.deepEqual(formatEdits('{\n  "a": 1\n}\n'), []);
});

test('edits contain only what changes', () => {
  assert.deepEqual(formatEdits('{\n  "a":1,\n   "b": 2\n}'), [
    { offset: 8, length: 0, text: ' ' },
    { offset: 13, length: 1, text: '' },
  ]);
});

for (const text of ['', '[1]', '{"a":1,}', '{"a":"b\n"}', '{} // x']) {
  test(`${JSON.stringify(text)} is no JSON object and stays unchanged`, () => {
    assert.equal(formatEdits(text), undefined);
    assert.equal(formatJson(text), text);
  });
}

test('any JSON object keeps its tokens, gets the layout of JSON.stringify and needs no second run', () => {
  fc.assert(
    fc.property(jsonObjectText, (text) => {
      const edits = formatEdits(text);
      assert.ok(edits);
      const formatted = applyEdits(text, edits);
      assert.equal(tokensOf(formatted), tokensOf(text));
      assert.deepEqual(formatEdits(formatted), []);
      const canonical = JSON.stringify(JSON.parse(text), null, 2);
      if (tokensOf(canonical) === tokensOf(text)) assert.equal(formatted.trimEnd(), canonical);
    }),
    cases(10_000),
  );
});

test('a text that indentation would make too long stays as it is', () => {
  const levels = 250;
  const items = Array.from({ length: 90_000 }, () => '0').join(',');
  const nested = `{"a":${'['.repeat(levels)}${items}${']'.repeat(levels)}}`;
  assert.ok(isTooLongToFormat(nested));
  assert.equal(formatEdits(nested), undefined);
  assert.equal(formatJson(nested), nested);
  const flat = `{"a":[${items}]}`;
  assert.ok(!isTooLongToFormat(flat));
  assert.equal(formatJson(flat).length, 90_000 * 7 + '{\n  "a": [\n'.length + '\n  ]\n}'.length - 2);
  assert.ok(!isTooLongToFormat(`${nested}]`), 'no JSON');
});
