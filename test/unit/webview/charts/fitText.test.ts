import assert from 'node:assert/strict';
import test from 'node:test';
import { fitText, wrapText } from '#webview/charts/fitText.ts';

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

test('a text of a picture is in as many lines as it needs, and a longer word is divided', () => {
  const wrap = (text: string) => wrapText(text, 30, widthOf);
  assert.deepEqual(wrap('ab cd'), ['ab cd']);
  assert.deepEqual(wrap('ab cd ef'), ['ab cd', 'ef']);
  assert.deepEqual(wrap('ab wwwwww ii'), ['ab', 'www', 'www', 'ii']);
  assert.deepEqual(wrap('注文注文'), ['注文注', '文']);
  assert.deepEqual(wrap('😀'.repeat(3)), ['😀😀', '😀']);
  assert.deepEqual(wrap(''), ['']);
});
