import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sideBySide } from '../../bench/run.ts';

it('a bench against another revision prints the medians of both, and a dash where one has no figure', () => {
  const row = (name: string, value: number) => ({ name, value, unit: 'ms' }) as const;
  const turns = [3, 1, 2].map((value) => ({
    before: [row('open', value)],
    now: [row('open', value + 0.5), row('new', 7)],
  }));
  const cells = sideBySide('HEAD~1', turns).map((line) => line.trim().split(/ {2,}| (?=ms)/));
  assert.deepEqual(cells, [
    ['HEAD~1', 'this tree'],
    ['open', '2.000', '2.500', 'ms'],
    ['new', '–', '7.000', 'ms'],
  ]);
});
