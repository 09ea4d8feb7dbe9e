import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownToText } from '#text/markdownToText.ts';

for (const [markdown, text] of [
  ['Matches **all** (`AND`) of *them*.', 'Matches all (AND) of them.'],
  ['`not_icontains` and `$os`', 'not_icontains and $os'],
  ['see [the page](https://x.test/a) \\*now\\*', 'see the page *now*'],
  ['2 * 3 * 4, snake_case_name', '2 * 3 * 4, snake_case_name'],
  ['a\n\n\n\nb', 'a\n\nb'],
] as const) {
  test(`${JSON.stringify(markdown)} reads ${JSON.stringify(text)}`, () => {
    assert.equal(markdownToText(markdown), text);
  });
}
