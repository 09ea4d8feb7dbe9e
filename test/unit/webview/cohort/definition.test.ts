import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitAtLinks } from '#webview/cohort/definition.tsx';

const links = [
  { id: 1, words: '“A” (1)' },
  { id: 12, words: '“B “A” (1)” (12)' },
];

for (const [sentence, ids] of [
  ['in cohort “A” (1), not in cohort “A” (1).', [undefined, 1, undefined, 1, undefined]],
  ['in cohort “B “A” (1)” (12)', [undefined, 12]],
  ['“A” (1)', [1]],
  ['no cohort', [undefined]],
  ['', []],
] as const) {
  test(`“${sentence}” has its links in place and loses no letter`, () => {
    const parts = splitAtLinks(sentence, links);
    assert.deepEqual(
      parts.map(({ id }) => id),
      ids,
    );
    assert.equal(parts.map(({ text }) => text).join(''), sentence);
  });
}
