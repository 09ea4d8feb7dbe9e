import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { valueAtCursor } from '#json/valueAtCursor.ts';
import { jsonObjectText } from './jsonArbitrary.ts';
import { cases } from '../../cases.ts';

/** The `|` is the place; answers `key=value` with the texts around it. */
const places: readonly [text: string, context: string | undefined, texts?: Record<string, string>][] = [
  ['{"type": "cohort", "value": |}', 'value=', { type: 'cohort' }],
  ['{"value": "a|", "type": "person"}', 'value="a"', { value: 'a', type: 'person' }],
  ['{"value":|"a"}', 'value="a"', { value: 'a' }],
  ['{"value": 12|, "type": "cohort"}', 'value=12', { type: 'cohort' }],
  ['{"key": |', 'key=', {}],
  ['{"key": tr|', 'key=tr', {}],
  ['{"a": {"key": "|"}, "b": 1}', 'key=""', { key: '' }],
  ['{"a": [{"b": 1}, {"c": |}], "d": "x"}', 'c=', {}],
  ['{"a": {"x": 1}, "b": |}', 'b=', {}],
  ['{"a|": 1}', undefined],
  ['{"a": 1, |}', undefined],
  ['{"a": [|]}', 'a=', {}],
  ['{"value": ["a", "b|"], "key": "plan"}', 'value="b"', { key: 'plan' }],
  ['{"key": "plan", "value": ["a", |', 'value=', { key: 'plan' }],
  ['{"value": ["a"|, "b"]}', 'value="a"', {}],
  ['{"a": ["b" |]}', undefined],
  ['{"a": [["|"]]}', undefined],
  ['{"a": {|}}', undefined],
  ['|{"a": 1}', undefined],
  ['{"a": 1}|', undefined],
  ['["|"]', undefined],
  ['{"a": | {"b": "c"}}', 'a=', {}],
];
for (const [marked, expected, texts] of places) {
  test(`${marked} is ${expected ?? 'no place of a value'}`, () => {
    const text = marked.replace('|', '');
    const context = valueAtCursor(text, marked.indexOf('|'));
    assert.equal(context && `${context.key}=${text.slice(context.from, context.to)}`, expected);
    if (texts) assert.deepEqual(Object.fromEntries(context?.texts ?? []), texts);
  });
}

test('a place is found or not, but never beside the offset, in whatever text', () => {
  fc.assert(
    fc.property(jsonObjectText, fc.nat(), fc.nat(), (whole, cut, at) => {
      const text = whole.slice(0, cut % (whole.length + 1));
      const offset = at % (text.length + 1);
      const context = valueAtCursor(text, offset);
      if (context) assert.ok(context.from <= offset && offset <= context.to && context.to <= text.length);
    }),
    cases(10_000),
  );
});
