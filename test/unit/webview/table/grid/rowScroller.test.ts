import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { maxHeightPx, RowScale } from '#webview/table/grid/rowScroller.ts';

const scale = fc
  .record({ rows: fc.nat({ max: 30_000_000 }), viewHeight: fc.integer({ min: 24, max: 3000 }) })
  .map(({ rows, viewHeight }) => new RowScale(rows, 24, viewHeight));

test('the height stays within the browsers’ limits, and both ends can be reached', () => {
  fc.assert(
    fc.property(scale, (rows) => {
      assert.ok(rows.height <= maxHeightPx);
      const most = Math.max(0, rows.height - rows.viewHeight);
      assert.equal(rows.toOffset(0), 0);
      assert.ok(Math.abs(rows.toOffset(most) - rows.lastOffset) < 1);
      assert.equal(rows.rowsAt(rows.lastOffset).to, rows.rows);
    }),
  );
});

test('offset and scroll bar map to each other', () => {
  fc.assert(
    fc.property(scale, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
      const offset = rows.lastOffset * share;
      const again = rows.toOffset(rows.toScrollTop(offset));
      assert.ok(Math.abs(again - offset) < 1, `${again} in place of ${offset}`);
    }),
  );
});

test('revealing a row scrolls as little as possible, and shows all of it', () => {
  fc.assert(
    fc.property(scale, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (rows, seed, share) => {
      fc.pre(rows.rows > 0);
      const row = seed % rows.rows;
      const before = rows.lastOffset * share;
      const offset = rows.offsetShowing(row, before);
      assert.ok(row * 24 >= offset - 1e-6 && (row + 1) * 24 <= offset + rows.viewHeight + 1e-6);
      if (row * 24 >= before && (row + 1) * 24 <= before + rows.viewHeight) assert.equal(offset, before);
    }),
  );
});
