import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { unifiedDiff } from '#agents/unifiedDiff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { minLength: 1, maxLength: 30 });

describe('a unified diff', () => {
  it('shows what is removed and added, with three lines around it', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7'].join('\n');
    assert.deepEqual(unifiedDiff(before, before.replace('5', 'five')), [
      '@@ -2 +2 @@',
      ' 2',
      ' 3',
      ' 4',
      '-5',
      '+five',
      ' 6',
      ' 7',
    ]);
  });

  it('is empty for the same text, whatever line breaks it ends with', () => {
    assert.deepEqual(unifiedDiff('a\n', 'a'), []);
  });

  it('removes exactly what only the first has, and adds what only the second has', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const shown = unifiedDiff(before.join('\n'), after.join('\n'));
        const signs = (sign: string) => shown.filter((line) => line.startsWith(sign)).length;
        assert.equal(before.length - signs('-'), after.length - signs('+'));
        assert.equal(shown.length === 0, before.join() === after.join());
      }),
    );
  });

  it('shows a text of many thousand other lines as replaced', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`).join('\n');
    assert.equal(unifiedDiff(many('a'), many('b')).length, 10_001);
  });
});
