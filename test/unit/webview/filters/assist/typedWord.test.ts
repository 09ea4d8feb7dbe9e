import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { continuesWord } from '#webview/filters/assist/typedWord.ts';

describe('a word that is typed', () => {
  const cases: readonly (readonly [before: string, now: string, expected: boolean, why: string])[] = [
    ['  "key": "m', '  "key": "mail', true, 'goes on with more letters'],
    ['  "key": "é', '  "key": "été2_$', true, 'has letters of any alphabet, digits, _ and $'],
    ['  "key": "m', '  "key": "m', false, 'has not gone on where nothing came'],
    ['  "key": "m', '  "key": "ma b', false, 'ends at a space'],
    ['  "key": "m', '  "key": "ma"', false, 'ends at a quote'],
    ['  "key": "m', '  "name": "ma', false, 'is another one in another line'],
    ['  "key": "', '  "key": "m', false, 'begins behind a quote'],
    ['', 'm', false, 'begins at the beginning of a line'],
  ];
  for (const [before, now, expected, why] of cases) {
    test(why, () => assert.equal(continuesWord(before, now), expected));
  }
});
