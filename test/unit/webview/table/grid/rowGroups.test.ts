import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RowGroups, type RowPlace, type RowSpan } from '#webview/table/grid/rowGroups.ts';

const plans = [
  { value: 'free', rows: 3 },
  { value: 'growth', rows: 2 },
  { value: '', rows: 1 },
];

/** The grid's rows, one after the other. */
function listed(groups: RowGroups): readonly RowPlace[] {
  return Array.from({ length: groups.gridRows }, (_, row) => groups.placeOf(row));
}

test('closed groups are a row each, and an open one has its rows below it, numbered from 1', () => {
  const groups = new RowGroups(plans);
  assert.deepEqual(
    listed(groups),
    [0, 1, 2].map((index) => ({ kind: 'group', index })),
  );
  groups.setOpen(1, true);
  assert.deepEqual(listed(groups), [
    { kind: 'group', index: 0 },
    { kind: 'group', index: 1 },
    { kind: 'row', row: 3, number: 1 },
    { kind: 'row', row: 4, number: 2 },
    { kind: 'group', index: 2 },
  ]);
  groups.setOpen(1, false);
  assert.equal(groups.gridRows, 3);
  assert.equal(groups.largest, 3);
});

test('a row of the view is where the grid shows it, or at its closed group', () => {
  const groups = new RowGroups(plans);
  groups.setOpen(1, true); // free | growth, 3, 4 | empty
  assert.deepEqual(
    [0, 2, 3, 4, 5].map((row) => groups.gridRowOf(row)),
    [0, 0, 2, 3, 4],
  );
});

test('groups of another view stay open by their values', () => {
  const before = new RowGroups(plans);
  before.setOpen(1, true);
  const after = new RowGroups([{ value: 'growth', rows: 1 }, plans[0] ?? { value: '', rows: 1 }], before);
  assert.deepEqual(
    [after.group(0)?.isOpen, after.group(1)?.isOpen, after.group(2)],
    [true, false, undefined],
  );
});

test('the rows from one grid row to another include those of closed groups, and no more', () => {
  const groups = new RowGroups(plans);
  groups.setOpen(1, true); // free | growth, 3, 4 | empty
  const span = (from: number, to: number): RowSpan => groups.spanOf({ from, to });
  assert.deepEqual(span(0, 1), { from: 0, to: 3 }); // a closed group
  assert.deepEqual(span(0, 3), { from: 0, to: 4 });
  assert.deepEqual(span(2, 3), { from: 3, to: 4 });
  assert.deepEqual(span(1, 5), { from: 3, to: 6 });
  assert.deepEqual(span(1, 1), { from: 0, to: 0 });
  assert.deepEqual(span(1, 2), { from: 3, to: 5 }); // the row of an open group alone
});

test('what the grid asks for is what its rows show, at any sizes and with any groups open', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(11)), fc.nat(80), fc.nat(30), (rows, open, start, length) => {
      const groups = new RowGroups(rows.map((count, at) => ({ value: String(at), rows: count })));
      for (const index of open) if (index < rows.length) groups.setOpen(index, true);
      const places = listed(groups);
      const from = Math.min(start, places.length);
      const to = Math.min(from + length, places.length);
      const shown = places.slice(from, to).flatMap((place) => (place.kind === 'row' ? [place.row] : []));
      const asked = groups
        .shownIn({ from, to })
        .flatMap((span) => Array.from({ length: span.to - span.from }, (_, at) => span.from + at));
      assert.deepEqual(asked, shown);
    }),
  );
});
