import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PageMemory } from '#webview/dashboard/pageMemory.ts';

test('the page of a dashboard finds again what the one before has hidden and shown as tables', () => {
  let saved: unknown;
  const link = { readState: () => saved, writeState: (state: unknown) => void (saved = state) };
  const before = new PageMemory(link);
  assert.deepEqual([before.seriesOf(1).read(), before.isTable(1), before.top], [[], false, 0]);
  before.seriesOf(1).write(['0 Free', '0 Old']);
  before.seriesOf(2).write(['0 x']);
  before.keepTable(2, true);
  before.keepTable(3, true);
  before.keepTable(3, false);
  const after = new PageMemory(link);
  assert.deepEqual(after.seriesOf(1).read(), ['0 Free', '0 Old']);
  assert.deepEqual(after.seriesOf(2).read(), ['0 x']);
  assert.deepEqual(
    [1, 2, 3].map((tile) => after.isTable(tile)),
    [false, true, false],
  );
});

test('a state of another shape counts as none', () => {
  for (const saved of [undefined, 5, { hidden: [], tables: 'x', top: '1' }, { hidden: { 1: 'x' } }]) {
    const memory = new PageMemory({ readState: () => saved, writeState: () => assert.fail() });
    assert.deepEqual([memory.seriesOf(1).read(), memory.isTable(1), memory.top], [[], false, 0]);
  }
});
