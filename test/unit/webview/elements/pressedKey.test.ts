import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressedKey } from '#webview/elements/pressedKey.ts';
import { historyDirection } from '#webview/elements/undoKeys.ts';

test('a key is its letter or digit, whatever it types', () => {
  assert.deepEqual(
    [90, 65, 48, 57, 13, 219, 229].map((keyCode) => pressedKey({ keyCode })),
    ['z', 'a', '0', '9', '', '', ''],
  );
});

test('Ctrl with the key that types я undoes, and with Shift redoes', () => {
  const z = { keyCode: 90, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  assert.equal(historyDirection(z), 'undo');
  assert.equal(historyDirection({ ...z, shiftKey: true }), 'redo');
  assert.equal(historyDirection({ ...z, altKey: true }), undefined);
  assert.equal(historyDirection({ ...z, keyCode: 89 }), 'redo');
});
