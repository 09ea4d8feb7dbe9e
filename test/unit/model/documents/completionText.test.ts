import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plainMarkdown, readSnippet } from '#model/documents/completionText.ts';
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
    const read = readSnippet(snippet);
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
      const { text, stops } = readSnippet(parts.join(''));
      for (const { from, to } of stops) assert.ok(from >= 0 && from <= to && to <= text.length);
    }),
    cases(10_000),
  );
});

for (const [markdown, text] of [
  ['Matches **all** (`AND`) of *them*.', 'Matches all (AND) of them.'],
  ['`not_icontains` and `$os`', 'not_icontains and $os'],
  ['see [the page](https://x.test/a) \\*now\\*', 'see the page *now*'],
  ['2 * 3 * 4, snake_case_name', '2 * 3 * 4, snake_case_name'],
  ['a\n\n\n\nb', 'a\n\nb'],
] as const) {
  test(`${JSON.stringify(markdown)} reads ${JSON.stringify(text)}`, () => {
    assert.equal(plainMarkdown(markdown), text);
  });
}
