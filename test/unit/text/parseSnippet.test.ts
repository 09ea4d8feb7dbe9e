import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseSnippet } from '#text/parseSnippet.ts';
import { cases } from '../../cases.ts';

const snippets: readonly [snippet: string, text: string, ...stops: string[]][] = [
  ['"AND"', '"AND"'],
  ['"key": "$1"', '"key": ""', ''],
  ['{"a": ${2:two}, "b": ${1:one}}$0', '{"a": two, "b": one}', 'one', 'two', ''],
  ['${1|exact,is_not|}', 'exact', 'exact'],
  ['${1:a ${2:b}}', 'a b', 'a b', 'b'],
  [String.raw`\$pageview \} \\ \n`, String.raw`$pageview } \ \n`],
  ['"${1:\\$pageview}"', '"$pageview"', '$pageview'],
  ['$1 and $1', ' and ', ''],
  ['5 $ and ${', '5 $ and ${'],
];
for (const [snippet, text, ...stops] of snippets) {
  test(`the snippet ${snippet} puts in ${text}`, () => {
    const read = parseSnippet(snippet);
    assert.equal(read.text, text);
    assert.deepEqual(
      read.stops.map(({ from, to }) => read.text.slice(from, to)),
      stops,
    );
  });
}

test('every stop of a snippet lies in its text', () => {
  const signs = fc.constantFrom('$', '{', '}', '1', '2', ':', '|', ',', '\\', 'a', '"');
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 20 }), (parts) => {
      const { text, stops } = parseSnippet(parts.join(''));
      for (const { from, to } of stops) assert.ok(from >= 0 && from <= to && to <= text.length);
    }),
    cases(10_000),
  );
});
