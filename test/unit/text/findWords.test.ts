import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWordFinder } from '#text/findWords.ts';

const findWords = (text: string, words: readonly string[]) => createWordFinder(words)(text);

describe('words in a text', () => {
  it('are found in any case, the longest one first if several begin alike', () => {
    assert.deepEqual(findWords('Paying shops that PAY', ['pay', 'paying']), [
      [0, 6],
      [18, 21],
    ]);
  });

  it('are no patterns', () => {
    assert.deepEqual(findWords('a.b (c) $1 [d]', ['.', '(c)', '$1', '[d']), [
      [1, 2],
      [4, 7],
      [8, 10],
      [11, 13],
    ]);
    assert.deepEqual(findWords('-a-', ['-']), [
      [0, 1],
      [2, 3],
    ]);
  });

  it('are none if there is nothing to find', () => {
    assert.deepEqual(findWords('Paying shops', []), []);
    assert.deepEqual(findWords('Paying shops', ['', 'x']), []);
  });
});
