import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridCommand } from '#webview/table/grid/gridKeys.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

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

test('other keys stay with the page', () => {
  for (const key of ['a', 'F10', ' ', 'Tab', 'ArrowRight'])
    assert.equal(gridCommand({ ...none, key }), undefined);
  assert.equal(gridCommand({ ...none, key: 'x', altKey: true }), undefined);
});
