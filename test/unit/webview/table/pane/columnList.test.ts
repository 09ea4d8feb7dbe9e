import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { listRowPx, listWindow } from '#webview/table/pane/columnList.tsx';

test('a long list renders the rows that are visible and few others', () => {
  const scrolled = fc.record({ count: fc.nat(20_000), visiblePx: fc.nat(2000), at: fc.nat(600_000) });
  fc.assert(
    fc.property(scrolled, ({ count, visiblePx, at }) => {
      const { from, to } = listWindow(-at, visiblePx, count);
      assert.ok(from >= 0 && from <= to && to <= count);
      assert.ok(to - from <= visiblePx / listRowPx + 22);
      for (const px of [at, at + visiblePx]) {
        const row = Math.floor(px / listRowPx);
        if (row < count) assert.ok(row >= from && row < to);
      }
    }),
  );
});

test('a list that begins below the visible part renders its first rows at most', () => {
  assert.deepEqual(listWindow(1000, 500, 100), { from: 0, to: 0 });
  assert.deepEqual(listWindow(40, 100, 3), { from: 0, to: 3 });
});
