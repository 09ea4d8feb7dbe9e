import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowGroups } from '#webview/table/grid/rowGroups.ts';
import { ShownRows } from '#webview/table/grid/shownRows.ts';

const nothing = { anchor: undefined, active: undefined };

test('a view that has grown says how far down what stays on the screen and its active row have moved', () => {
  const shown = new ShownRows();
  shown.show(100, undefined);
  assert.deepEqual(shown.keep(40, 0), { anchor: 40, active: 0 });
  assert.deepEqual(shown.show(150, undefined, { anchor: 61, active: 2 }), { anchor: 21, active: 2 });
});

test('a group that is active or stays on the screen is found by its value, and a row of an open group stays that row', () => {
  const plans = [
    { value: 'free', rows: 3 },
    { value: 'growth', rows: 2 },
  ];
  const shown = new ShownRows();
  shown.show(5, new RowGroups(plans));
  assert.deepEqual(shown.keep(0, 1), nothing);
  const more = new RowGroups([{ value: 'business', rows: 4 }, ...plans]);
  more.setOpen(2, true); // business | free | growth, 7, 8
  assert.deepEqual(shown.show(9, more, nothing), { anchor: 1, active: 1 });
  assert.deepEqual(shown.keep(2, 4), { anchor: undefined, active: 8 });
  const again = new RowGroups([{ value: 'business', rows: 9 }, ...plans], more);
  assert.deepEqual(shown.show(14, again, { active: 13 }), { anchor: 0, active: 0 });
});

test('the header, and rows that are not found again, stay where they are', () => {
  const shown = new ShownRows();
  shown.show(10, undefined);
  assert.deepEqual(shown.keep(4, -1), { anchor: 4, active: undefined });
  assert.deepEqual(shown.show(10, undefined, nothing), { anchor: 0, active: 0 });
});
