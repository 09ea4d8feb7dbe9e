import assert from 'node:assert/strict';
import test from 'node:test';
import { fitText } from '#webview/charts/fitText.ts';

/** As in most fonts, where an “w” has more room than an “i” and signs of Japanese have most. */
const widths: Readonly<Record<string, number>> = { i: 3, w: 9, 注: 11, '😀': 14, ' ': 3, '…': 8 };
const widthOf = (text: string): number => Array.from(text).reduce((sum, one) => sum + (widths[one] ?? 6), 0);

test('a text is cut where its room ends, however wide its letters are', () => {
  const fit = (text: string): string => fitText(text, 30, widthOf);
  assert.deepEqual(['iiiiiiiiii', 'iiiiiiiiiii', 'wwww', '注文注文', 'ab cdefg', 'a😀😀😀'].map(fit), [
    'iiiiiiiiii',
    'iiiiiii…',
    'ww…',
    '注文…',
    'ab c…',
    'a😀…',
  ]);
});

test('a text without room becomes an ellipsis', () => {
  assert.equal(fitText('word', 2, widthOf), '…');
});
