import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import {
  ColumnLayout,
  minWidthPx,
  orderColumns,
  readSavedLayout,
} from '#webview/table/columns/columnLayout.ts';

test('labels leave out “properties.”, except where two columns would have the same', () => {
  const layout = layoutOf([
    'name',
    'properties.name',
    'properties.plan',
    'properties.',
    'distinct_ids.0',
    '',
  ]);
  const labels = layout.order.map((column) => layout.label(column));
  assert.deepEqual(labels.toSorted(), [
    'Column 6',
    'distinct_ids.0',
    'name',
    'plan',
    'properties.',
    'properties.name',
  ]);
});

const columnNames = ['id', 'name', 'properties.a', 'properties.b'];

function layoutOf(columns: readonly string[] = columnNames): ColumnLayout {
  const layout = new ColumnLayout();
  layout.setNames(columns, false);
  return layout;
}

const shown = (layout: ColumnLayout) => layout.visible.map((column) => layout.name(column));

test('properties that are filled more come first, unless a person has moved columns', () => {
  const layout = new ColumnLayout();
  layout.setNames(['id', 'properties.a', 'properties.b'], true);
  layout.setFilled([9, 1, 5]);
  assert.deepEqual(shown(layout), ['properties.b', 'properties.a', 'id']);
  layout.move(0, 0);
  layout.setFilled([9, 5, 1]);
  assert.deepEqual(shown(layout), ['id', 'properties.b', 'properties.a']);
});

test('new columns of persons are sorted in by name, until a person moves columns', () => {
  const layout = new ColumnLayout();
  const [b, a, zero] = ['properties.b', 'properties.a', 'properties.0'];
  layout.setNames(['id', b], true);
  layout.setNames(['id', b, a], true);
  assert.deepEqual(shown(layout), [a, b, 'id']);
  layout.move(0, 0);
  layout.setNames(['id', b, a, zero], true);
  assert.deepEqual(shown(layout), ['id', a, b, zero]);
});

test('a column moves to its place among the visible ones, wherever the hidden ones are', () => {
  fc.assert(
    fc.property(
      fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      (hidden, from, to) => {
        const layout = layoutOf();
        for (const column of hidden) layout.setHidden(column, true);
        const before = [...layout.visible];
        const column = before[from % before.length] ?? 0;
        const target = to % before.length;
        layout.move(column, target);
        const rest = before.filter((one) => one !== column);
        assert.deepEqual(layout.visible, rest.toSpliced(target, 0, column));
      },
    ),
  );
});

test('pinned columns come first, wherever the others move, and are restored by name', () => {
  const layout = layoutOf();
  layout.setPinned(2, true);
  assert.deepEqual(shown(layout), ['properties.a', 'id', 'name', 'properties.b']);
  assert.equal(layout.move(0, 0), false);
  layout.move(3, 0);
  assert.deepEqual(shown(layout), ['properties.a', 'properties.b', 'id', 'name']);
  assert.deepEqual([shown(layout)[0], layout.pinnedCount, layout.isChanged], ['properties.a', 1, true]);
  const restored = layoutOf(['id', 'properties.a', 'name']);
  restored.restore(layout.state());
  assert.equal(shown(restored)[0], 'properties.a');
  layout.setHidden(2, true);
  assert.deepEqual([shown(layout)[0], layout.pinnedCount], ['properties.b', 0]);
});

test('the last visible column cannot be hidden', () => {
  const layout = layoutOf(['a', 'b']);
  assert.equal(layout.setHidden(0, true), true);
  assert.equal(layout.setHidden(1, true), false);
  assert.deepEqual(shown(layout), ['b']);
});

test('columns have a minimum width', () => {
  const layout = layoutOf();
  layout.setWidth(0, -5);
  assert.equal(layout.width(0), minWidthPx);
});

test('columns fit their first texts, unless a person has resized them', () => {
  const layout = layoutOf();
  const atFirst = layout.width(0);
  layout.fitInitially(0, 200);
  assert.ok(layout.width(0) > atFirst);
  layout.setWidth(0, 100);
  layout.fitInitially(0, 200);
  assert.equal(layout.width(0), 100);
});

test('a saved layout is restored by column names, also for a file with other columns', () => {
  const layout = layoutOf();
  layout.move(3, 0);
  layout.setHidden(1, true);
  layout.setWidth(2, 222);
  const kept: unknown = JSON.parse(JSON.stringify({ layout: layout.state() }));
  const state = readSavedLayout(kept);
  assert.ok(state);
  const next = layoutOf(['new', 'properties.b', 'name', 'id', 'properties.a']);
  next.restore(state);
  assert.deepEqual(shown(next), ['properties.b', 'id', 'properties.a', 'new']);
  assert.equal(next.width(4), 222);
});

test('a saved state of another shape is ignored', () => {
  for (const kept of [
    undefined,
    null,
    5,
    {},
    { layout: 1 },
    { layout: { order: [], hidden: 3, widths: {} } },
  ]) {
    assert.equal(readSavedLayout(kept), undefined);
  }
  const mixed = { layout: { order: [1, 'a'], hidden: [null], widths: { a: 'x', b: 5 } } };
  assert.deepEqual(readSavedLayout(mixed), { order: ['a'], hidden: [], pinned: [], widths: { b: 5 } });
});

test('several columns are hidden and shown at once; one stays visible, the preferred one if it is visible', () => {
  const layout = layoutOf(['a', 'b', 'c', 'd']);
  assert.equal(layout.hide([1, 2], 1), undefined);
  assert.deepEqual(layout.visible, [0, 3]);
  assert.equal(layout.hide([0, 3], 3), 3);
  assert.deepEqual(layout.visible, [3]);
  layout.show([0, 1]);
  assert.deepEqual(layout.visible, [0, 1, 3]);
  assert.equal(layout.hide(layout.order, 2), 0, 'the preferred one is hidden');
  assert.equal(layout.hide(layout.order), 0);
  layout.show(layout.order);
  assert.deepEqual(layout.visible, [0, 1, 2, 3]);
});

test('a column is found by any part of its name, also by one that its label is too long for', () => {
  const long = `properties.${'x'.repeat(400)}Tail`;
  const layout = layoutOf(['name', long, '', 'properties.Plan']);
  layout.setHidden(0, true);
  assert.deepEqual(layout.find(''), layout.order);
  assert.deepEqual(layout.find('tail'), [1]);
  assert.deepEqual(layout.find('PROPERTIES.P'), [3]);
  assert.deepEqual(layout.find('column 3'), [2]);
  assert.deepEqual(layout.find('nam'), [0]);
  assert.deepEqual(layout.find('none'), []);
  for (const text of ['STÄD', 'stad']) assert.deepEqual(layoutOf(['Größe', 'Städte']).find(text), [1]);
});

const order = (names: readonly string[], filled: readonly number[] = []) =>
  orderColumns(names, filled).map((column) => names[column]);

test('a person’s name and email come first, then properties, then dates, and ids last', () => {
  const names = [
    'created_at',
    'distinct_ids.0',
    'id',
    'name',
    'properties.$os',
    'properties.email',
    'properties.plan',
    'uuid',
  ];
  assert.deepEqual(order(names), [
    'name',
    'properties.email',
    'properties.plan',
    'properties.$os',
    'created_at',
    'distinct_ids.0',
    'id',
    'uuid',
  ]);
});

test('the most filled properties come first; of equally filled ones, the service’s own come last', () => {
  const names = ['properties.$os', 'properties.b', 'properties.c', 'properties.a'];
  assert.deepEqual(order(names, [9, 9, 3, 9]), [
    'properties.a',
    'properties.b',
    'properties.$os',
    'properties.c',
  ]);
});

test('of changed persons, who it is and what changed come first, then each property before and after', () => {
  const names = [
    'after.age',
    'after.plan',
    'before.age',
    'before.country.code',
    'before.plan',
    'changed',
    'id',
    'name',
    'other',
  ];
  const sorted = ['name', 'id', 'changed', 'before.age', 'after.age', 'before.country.code'];
  assert.deepEqual(order(names), [...sorted, 'before.plan', 'after.plan', 'other']);
  const [first, second] = order(names, [2, 7, 0, 1, 8, 9, 9, 9, 9]).slice(3);
  assert.deepEqual([first, second], ['before.plan', 'after.plan']);
});

test('a file that only has a column “changed” stays as it is', () => {
  assert.deepEqual(order(['b', 'changed', 'a']), ['b', 'changed', 'a']);
});

test('columns of other files stay as the file has them', () => {
  assert.deepEqual(order(['plan', 'name', 'average', '', 'id'], [1, 2, 3, 4, 5]), [
    'plan',
    'name',
    'average',
    '',
    'id',
  ]);
});
