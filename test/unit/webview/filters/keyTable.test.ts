// The table of keys in the README of the filters page says what is bound.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { type KeyBinding, keymap } from '@codemirror/view';
import { completionList } from '#webview/filters/assist/completionList.ts';
import { hover } from '#webview/filters/assist/hover.ts';
import { chords } from '#webview/filters/editor/keyChords.ts';
import { foldingChords, textKeys } from '#webview/filters/editor/editorKeys.ts';
import { pageKeys } from '#webview/filters/pageKeys.ts';

const platforms = ['win', 'linux', 'mac'] as const;
type Platform = (typeof platforms)[number];

const isDone = (): boolean => true;
const ownKeys = [...pageKeys({ history: isDone, format: isDone, move: isDone }), ...textKeys(isDone)];
const state = EditorState.create({
  extensions: [
    keymap.of(ownKeys),
    completionList({ choicesAt: async () => undefined, announce: () => undefined }),
    hover({ hoverAt: async () => undefined, announce: () => undefined }),
    foldingChords(),
  ],
});

/** The keys of a binding as the table writes them; on a Mac only those that have no other name elsewhere. */
function keysOf(binding: KeyBinding, platform: Platform): readonly string[] {
  const name = platform === 'mac' ? macName(binding) : (binding[platform] ?? binding.key);
  if (name === undefined) return [];
  const key = tableKey(name);
  return [...(binding.run ? [key] : []), ...(binding.shift ? [withShift(key)] : [])];
}

function macName({ key, win, linux, mac }: KeyBinding): string | undefined {
  return key === undefined && win === undefined && linux === undefined
    ? mac?.replace('Mod-', 'Cmd-')
    : undefined;
}

/** `Ctrl+Shift+Page Up` for `Mod-Shift-PageUp`. */
function tableKey(name: string): string {
  const parts = name.split(/-(?!$)/).map((part) => {
    const word = part.replace('Mod', 'Ctrl').replace('Arrow', '').replace('Page', 'Page ');
    return word.length === 1 ? word.toUpperCase() : word;
  });
  return inOrder(parts);
}

function withShift(key: string): string {
  return inOrder(['Shift', ...key.split(/\+(?!$)/)]);
}

/** Modifiers in one order, then the key. */
function inOrder(parts: readonly string[]): string {
  const modifiers = ['Cmd', 'Ctrl', 'Shift', 'Alt'];
  return [
    ...modifiers.filter((one) => parts.includes(one)),
    ...parts.filter((one) => !modifiers.includes(one)),
  ].join('+');
}

const bound = (platform: Platform, bindings: readonly KeyBinding[]) =>
  new Set(bindings.flatMap((binding) => keysOf(binding, platform)));

/** A cell's keys: `Alt+A (Linux: Alt+B)`, `A, B, each with Shift`, `in the find panel: Enter`. */
function readCell(cell: string, platform: Platform): readonly string[] {
  if (/^(in the|Ctrl\+K and then) /.test(cell)) return [];
  const variants = new Map(
    Array.from(cell.matchAll(/\((\w+): (.*?)\)(?=$| )/g), ([, name = '', keys = '']) => [
      name.toLowerCase(),
      keys,
    ]),
  );
  const general = cell.replace(/\(\w+: .*?\)(?=$| )/g, '').trim();
  const keys = variants.get(platform) ?? (platform === 'mac' ? '' : general);
  const listed = keys.split(/, | and /).filter((key) => key !== '' && key !== 'each with Shift');
  const all = keys.endsWith('each with Shift') ? [...listed, ...listed.map(withShift)] : listed;
  return all.map((key) =>
    key
      .split(' Ctrl+')
      .map((part) => inOrder(part.split(/\+(?!$)/)))
      .join(' Ctrl+'),
  );
}

const text = await readFile('src/webview/filters/README.md', 'utf8');
const [there = '', notThere = ''] = text.slice(text.indexOf('## Keys')).split('Not there:');
const cellsOf = (part: string) =>
  Array.from(part.matchAll(/^\| (.*?) +\|/gm), ([, cell = '']) => cell).filter(
    (cell) => !/^(keys|-)/.test(cell),
  );
const listed = (part: string, platform: Platform) =>
  new Set(cellsOf(part).flatMap((cell) => readCell(cell, platform)));

/** Not bound in a keymap: undo is handled by key codes, the clipboard by the browser, the mouse by CodeMirror. */
const others =
  /^(Ctrl\+[ZYXCV]|Ctrl\+Shift\+Z|Shift\+Delete|(Ctrl|Shift)\+Insert|Alt\+Click|Shift\+Alt\+drag|middle button)$/;

describe('the table of keys', () => {
  for (const platform of platforms) {
    test(`has each key that is bound: ${platform}`, () => {
      const keys = listed(there, platform);
      assert.ok(keys.size > 10);
      assert.deepEqual(
        [...bound(platform, ownKeys)].filter((key) => !keys.has(key)),
        [],
      );
    });

    test(`has no other key: ${platform}`, () => {
      const keys = bound(platform, state.facet(keymap).flat());
      const chordKeys = Object.keys(state.facet(chords)).map((key) => `Ctrl+K Ctrl+${key.toUpperCase()}`);
      const known = new Set([...keys, ...chordKeys]);
      const isElsewhere = (key: string) => platform !== 'mac' && others.test(key);
      assert.deepEqual(
        [...listed(there, platform)].filter((key) => !known.has(key) && !isElsewhere(key)),
        [],
      );
    });

    test(`names no key that is bound as not there: ${platform}`, () => {
      const keys = bound(platform, ownKeys);
      assert.deepEqual(
        [...listed(notThere, platform)].filter((key) => keys.has(key)),
        [],
      );
    });
  }

  test('has each chord', () => {
    const keys = listed(there, 'win');
    const missing = Object.keys(state.facet(chords)).filter(
      (key) => !keys.has(`Ctrl+K Ctrl+${key.toUpperCase()}`),
    );
    assert.deepEqual(missing, []);
  });
});
