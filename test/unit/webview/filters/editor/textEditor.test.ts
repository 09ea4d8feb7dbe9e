import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redo, undo, undoSelection } from '@codemirror/commands';
import { runOptionKey, textKeys } from '#webview/filters/editor/textEditor.ts';

const done = (): boolean => true;
const bindings = textKeys({ history: done, format: done, moveToProblem: done, toggleWrap: done });

test('chords, the Problems view and undo are left to VS Code', () => {
  const names = bindings.flatMap(({ key, mac, win, linux }) => [key, mac, win, linux]);
  assert.deepEqual(
    names.filter((name) => name?.includes(' ') || name === 'Mod-Shift-m'),
    [],
  );
  assert.ok(!bindings.some(({ run }) => run === undo || run === redo || run === undoSelection));
});

test('no other key of ⌥ and a letter is taken on a Mac, because each types a character', () => {
  const names = bindings
    .map(({ key, mac = key }) => mac)
    .filter((name) => /^(Shift-)?Alt-[a-z]$/.test(name ?? ''));
  assert.deepEqual(
    new Set(names),
    new Set(['Alt-z', 'Shift-Alt-a', 'Shift-Alt-f', 'Shift-Alt-i', 'Shift-Alt-m']),
  );
});

test('a key of a command types no character on a Mac, also if the command has nothing to do', () => {
  const idle = [
    { key: 'Shift-Alt-i', run: () => false },
    { key: 'Alt-z', run: () => true },
  ];
  const press = (letter: string, typed: string, shiftKey: boolean) => {
    const event = { key: typed, keyCode: letter.charCodeAt(0), altKey: true, shiftKey };
    return runOptionKey(idle, undefined, { ...event, ctrlKey: false, metaKey: false });
  };
  assert.equal(press('I', '\u02c6', true), true);
  assert.equal(press('Z', 'Ω', false), true);
  assert.equal(press('C', 'ć', false), false);
});
