import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWordFinder } from '#text/foldText.ts';

const findWords = (text: string, words: readonly string[]) => createWordFinder(words)(text);

describe('words in a text', () => {
  it('are found in any case, the longest one first if several begin alike', () => {
    assert.deepEqual(findWords('Paying shops that PAY', ['pay', 'paying']), [
      [0, 6],
      [18, 21],
    ]);
  });

  it('are found without regard to accents on either side, and marked with theirs', () => {
    assert.deepEqual(findWords('Jürgen, Ju\u0308rgen', ['jurgen']), [
      [0, 6],
      [8, 15],
    ]);
    assert.deepEqual(findWords('Jurgen', ['JÜRGEN']), [[0, 6]]);
    assert.deepEqual(findWords('😀 한국 é', ['한', 'e']), [
      [3, 4],
      [6, 7],
    ]);
    assert.deepEqual(findWords('हिन्दी', ['हन']), []); // its vowels are letters
    assert.deepEqual(findWords('हिन्दी', ['न']), [[2, 3]]);
  });

  it('are found and marked in each form of a sigma, and in Hangul that is not composed', () => {
    assert.deepEqual(findWords('ΟΔΟΣ, οδός', ['οδοσ']), [
      [0, 4],
      [6, 10],
    ]);
    assert.deepEqual(findWords('οδοσ', ['ΟΔΟΣ']), [[0, 4]]);
    assert.deepEqual(findWords('한국 x'.normalize('NFD'), ['한국', 'x']), [
      [0, 6],
      [7, 8],
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
