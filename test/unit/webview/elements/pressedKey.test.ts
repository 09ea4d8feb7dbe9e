import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  historyDirection,
  holdsMod,
  isOfInputMethod,
  isOptionKey,
  pressedKey,
} from '#webview/elements/pressedKey.ts';

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

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const alt = { ...none, altKey: true };

test('⌥ with a letter is the shortcut on a Mac, whatever it types, but for a letter with a mark on it', () => {
  assert.ok(isOptionKey('Shift-Alt-f', { ...alt, shiftKey: true, key: 'Ï', keyCode: 70 }));
  assert.ok(isOptionKey('Shift-Alt-i', { ...alt, shiftKey: true, key: 'ˆ', keyCode: 73 }));
  assert.ok(isOptionKey('Alt-z', { ...alt, key: 'Ω', keyCode: 90 }));
  assert.ok(isOptionKey('Alt-z', { ...alt, key: 'z', keyCode: 90 }));
  assert.ok(isOptionKey('Alt-z', { ...alt, key: 'я', keyCode: 90 }));
  for (const key of ['ż', 'z\u0307'.normalize('NFC')])
    assert.ok(!isOptionKey('Alt-z', { ...alt, key, keyCode: 90 }), key);
  for (const other of [{ shiftKey: true }, { ctrlKey: true }, { metaKey: true }, { altKey: false }])
    assert.ok(!isOptionKey('Alt-z', { ...alt, ...other, key: 'Ω', keyCode: 90 }));
  assert.ok(!isOptionKey('Alt-Enter', { ...alt, key: 'Enter', keyCode: 13 }));
  assert.ok(!isOptionKey('Mod-z', { ...alt, key: 'Ω', keyCode: 90 }));
});

test('Ctrl is not Cmd: Ctrl+F, Ctrl+A and Ctrl+Y of a Mac move the cursor', () => {
  const [control, command] = [
    { ...none, ctrlKey: true },
    { ...none, metaKey: true },
  ];
  assert.deepEqual([holdsMod(control, true), holdsMod(command, true)], [false, true]);
  assert.deepEqual([holdsMod(control, false), holdsMod(command, false)], [true, false]);
  assert.ok(!holdsMod({ ctrlKey: true, metaKey: true }, true));
});

test('the keys of an input method are known by their composition, or by their code alone', () => {
  assert.ok(isOfInputMethod({ isComposing: true, keyCode: 13 }));
  assert.ok(isOfInputMethod({ isComposing: false, keyCode: 229 }));
  assert.ok(!isOfInputMethod({ isComposing: false, keyCode: 13 }));
});
