import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { gridCommand, type KeyPress, moveByKey } from '#webview/table/grid/gridKeys.ts';
import { rangeOf, selectCell, type Selection } from '#webview/table/grid/cellSelection.ts';

const none = { keyCode: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const size = { rows: 1000, columns: 5, page: 20 };

function press(from: Selection, key: string, held: Partial<KeyPress> = {}): Selection {
  const moved = moveByKey(from, { ...none, ...held, key }, size);
  assert.ok(moved, key);
  return moved;
}

const at = (row: number, column: number) => selectCell({ row, column });

test('keys mean what they mean in VS Code’s lists and in spreadsheets', () => {
  assert.deepEqual(gridCommand({ ...none, key: 'Enter' }), { type: 'enter' });
  assert.deepEqual(gridCommand({ ...none, key: 'F10', shiftKey: true }), { type: 'menu' });
  assert.deepEqual(gridCommand({ ...none, key: 'ContextMenu' }), { type: 'menu' });
  assert.deepEqual(gridCommand({ ...none, key: ' ', shiftKey: true }), { type: 'selectRows' });
});

test('Alt with an arrow resizes the column, with Shift it moves it', () => {
  const right = { ...none, key: 'ArrowRight', altKey: true };
  assert.deepEqual(gridCommand(right), { type: 'resizeColumn', step: 1 });
  assert.deepEqual(gridCommand({ ...right, shiftKey: true }), { type: 'moveColumn', step: 1 });
  assert.deepEqual(gridCommand({ ...right, key: 'ArrowLeft' }), { type: 'resizeColumn', step: -1 });
  assert.deepEqual(gridCommand({ ...right, key: 'ArrowDown' }), { type: 'columnMenu' });
});

test('Ctrl+A and Ctrl+C are the same keys on any layout, and AltGr types a letter', () => {
  const ctrl = { ...none, ctrlKey: true };
  assert.deepEqual(gridCommand({ ...ctrl, key: 'ф', keyCode: 65 }), { type: 'selectAll' });
  assert.deepEqual(gridCommand({ ...ctrl, key: 'с', keyCode: 67 }), { type: 'copy' });
  assert.deepEqual(gridCommand({ ...ctrl, key: 'C', keyCode: 67 }), { type: 'copy' }); // with Caps Lock
  assert.equal(gridCommand({ ...ctrl, altKey: true, key: 'ą', keyCode: 65 }), undefined);
});

test('other keys stay with the page', () => {
  for (const key of ['a', 'F10', ' ', 'Tab', 'ArrowRight'])
    assert.equal(gridCommand({ ...none, key }), undefined);
  assert.equal(gridCommand({ ...none, key: 'x', altKey: true }), undefined);
});

test('keys move the active cell as in other grids', () => {
  const ctrl = { ctrlKey: true };
  const cases: readonly (readonly [string, Partial<KeyPress>, number, number])[] = [
    ['ArrowUp', {}, 99, 2],
    ['ArrowDown', {}, 101, 2],
    ['ArrowLeft', {}, 100, 1],
    ['ArrowRight', {}, 100, 3],
    ['Home', {}, 100, 0],
    ['End', {}, 100, 4],
    ['PageUp', {}, 80, 2],
    ['PageDown', {}, 120, 2],
    ['Home', ctrl, 0, 0],
    ['End', ctrl, 999, 4],
    ['ArrowUp', ctrl, 0, 2],
    ['ArrowDown', ctrl, 999, 2],
    ['ArrowLeft', ctrl, 100, 0],
    ['ArrowRight', ctrl, 100, 4],
  ];
  for (const [key, held, row, column] of cases) {
    assert.deepEqual(press(at(100, 2), key, held).active, { row, column }, key);
  }
});

test('the header is above the first row; Page Up stops at the first row', () => {
  assert.deepEqual(press(at(0, 1), 'ArrowUp').active, { row: -1, column: 1 });
  assert.deepEqual(press(at(-1, 1), 'ArrowUp').active, { row: -1, column: 1 });
  assert.deepEqual(press(at(5, 1), 'PageUp').active, { row: 0, column: 1 });
  assert.deepEqual(press(at(0, 1), 'ArrowUp', { shiftKey: true }).active, { row: 0, column: 1 });
});

test('the active cell stays in the table, whatever keys are pressed', () => {
  const keys = fc.constantFrom(
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageUp',
    'PageDown',
  );
  const presses = fc.array(fc.record({ key: keys, ctrlKey: fc.boolean(), shiftKey: fc.boolean() }));
  fc.assert(
    fc.property(presses, (pressed) => {
      let selection = at(500, 2);
      for (const { key, ctrlKey, shiftKey } of pressed) {
        selection = press(selection, key, { ctrlKey, shiftKey });
        const { row, column } = selection.active;
        assert.ok(row >= -1 && row < size.rows && column >= 0 && column < size.columns);
        const range = rangeOf(selection, size);
        assert.ok(range.fromRow >= 0 && range.toRow <= size.rows && range.fromColumn < range.toColumn);
      }
    }),
  );
});

test('Shift keeps the start of the selection', () => {
  const selection = press(press(at(10, 3), 'ArrowUp', { shiftKey: true }), 'ArrowLeft', { shiftKey: true });
  assert.deepEqual(rangeOf(selection, size), { fromRow: 9, toRow: 11, fromColumn: 2, toColumn: 4 });
  const rows = { ...selection, isWholeRows: true };
  assert.deepEqual(rangeOf(rows, size), { fromRow: 9, toRow: 11, fromColumn: 0, toColumn: 5 });
});

test('other keys move no cell', () => {
  for (const key of ['Enter', 'a', 'F1', 'Tab'])
    assert.equal(moveByKey(at(0, 0), { ...none, key }, size), undefined);
  assert.equal(moveByKey(at(0, 0), { ...none, key: 'ArrowLeft', altKey: true }, size), undefined);
});

test('Cmd copies and selects all on a Mac, Ctrl does not', () => {
  for (const [keyCode, type] of [
    [67, 'copy'],
    [65, 'selectAll'],
  ] as const) {
    const held = { ...none, key: '', keyCode };
    assert.deepEqual(gridCommand({ ...held, metaKey: true }, true), { type });
    assert.equal(gridCommand({ ...held, ctrlKey: true }, true), undefined);
    assert.deepEqual(gridCommand({ ...held, ctrlKey: true }, false), { type });
    assert.equal(gridCommand({ ...held, ctrlKey: true, altKey: true }, false), undefined);
  }
});
