// Keys of VS Code's own text editors; README.md beside the page lists them. Undo, redo and save are the workbench's.
import { isMac } from '#webview/elements/keyName.ts';
import { isOptionKey } from '#webview/elements/pressedKey.ts';
import { closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  addCursorAbove,
  addCursorBelow,
  copyLineDown,
  copyLineUp,
  cursorMatchingBracket,
  cursorSubwordBackward,
  cursorSubwordForward,
  deleteLine,
  indentLess,
  indentMore,
  insertBlankLine,
  moveLineDown,
  moveLineUp,
  selectSubwordBackward,
  selectSubwordForward,
  standardKeymap,
  toggleTabFocusMode,
} from '@codemirror/commands';
import { foldCode, toggleFold, unfoldAll, unfoldCode } from '@codemirror/language';
import { selectNextOccurrence } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import { chords } from './keyChords.ts';
import { findKeys } from './findPanel.ts';
import { keepFirstCursor } from './firstCursor.ts';
import { foldAll, foldLevel } from './foldLevel.ts';
import { goToLine } from './goToLine.ts';
import { expandSelection, shrinkSelection, undoCursorMove } from './selectionHistory.ts';
import { selectAllOccurrences, selectLines } from './selectCommands.ts';
import { addCursorsAtLineEnds, indentOrTab, insertLineAbove } from './lineCommands.ts';

/** What the cursor's line opens, or else what is around the line. */
const foldAtCursor: Command = (view) => foldCode(view) || toggleFold(view);

/** The cursor stays. */
function scrolling(pixels: (view: EditorView) => number): Command {
  return (view) => {
    view.scrollDOM.scrollTop += pixels(view);
    return true;
  };
}

const lines: readonly KeyBinding[] = [
  { key: 'Tab', run: indentOrTab, shift: indentLess },
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-Enter', run: insertBlankLine },
  { key: 'Mod-Shift-Enter', run: insertLineAbove },
  { key: 'Mod-Shift-k', run: deleteLine },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Alt-ArrowUp', linux: 'Ctrl-Shift-Alt-ArrowUp', run: copyLineUp },
  { key: 'Shift-Alt-ArrowDown', linux: 'Ctrl-Shift-Alt-ArrowDown', run: copyLineDown },
];

const selecting: readonly KeyBinding[] = [
  { key: 'Mod-l', run: selectLines },
  { key: 'Mod-d', run: selectNextOccurrence },
  { key: 'Mod-Shift-l', run: selectAllOccurrences },
  { key: 'Mod-F2', run: selectAllOccurrences },
  { key: 'Mod-Alt-ArrowUp', linux: 'Shift-Alt-ArrowUp', run: addCursorAbove },
  { key: 'Mod-Alt-ArrowDown', linux: 'Shift-Alt-ArrowDown', run: addCursorBelow },
  { linux: 'Ctrl-Shift-ArrowUp', run: addCursorAbove },
  { linux: 'Ctrl-Shift-ArrowDown', run: addCursorBelow },
  { key: 'Shift-Alt-i', run: addCursorsAtLineEnds },
  { key: 'Shift-Alt-ArrowRight', mac: 'Ctrl-Shift-ArrowRight', run: expandSelection },
  { key: 'Shift-Alt-ArrowLeft', mac: 'Ctrl-Shift-ArrowLeft', run: shrinkSelection },
  { key: 'Mod-u', run: undoCursorMove },
  { key: 'Escape', run: keepFirstCursor },
];

const navigationKeys: readonly KeyBinding[] = [
  { key: 'Ctrl-g', run: goToLine },
  { key: 'Ctrl-ArrowUp', mac: 'Ctrl-PageUp', run: scrolling((view) => -view.defaultLineHeight) },
  { key: 'Ctrl-ArrowDown', mac: 'Ctrl-PageDown', run: scrolling((view) => view.defaultLineHeight) },
  { key: 'Alt-PageUp', mac: 'Cmd-PageUp', run: scrolling((view) => -view.scrollDOM.clientHeight) },
  { key: 'Alt-PageDown', mac: 'Cmd-PageDown', run: scrolling((view) => view.scrollDOM.clientHeight) },
  { key: 'Mod-Shift-\\', run: cursorMatchingBracket },
  { mac: 'Ctrl-Alt-ArrowLeft', run: cursorSubwordBackward, shift: selectSubwordBackward },
  { mac: 'Ctrl-Alt-ArrowRight', run: cursorSubwordForward, shift: selectSubwordForward },
];

const folding: readonly KeyBinding[] = [
  { key: 'Mod-Shift-[', mac: 'Cmd-Alt-[', run: foldAtCursor },
  { key: 'Mod-Shift-]', mac: 'Cmd-Alt-]', run: unfoldCode },
];

const editingKeys: readonly KeyBinding[] = [
  ...closeBracketsKeymap,
  ...lines,
  ...selecting,
  ...navigationKeys,
  ...folding,
  { key: 'Ctrl-m', mac: 'Shift-Ctrl-m', run: toggleTabFocusMode },
  ...standardKeymap,
];

/** Those of the text and its find panel. @param toggleWrap belongs to one editor */
export function textKeys(toggleWrap: Command): readonly KeyBinding[] {
  return [{ key: 'Alt-z', run: toggleWrap }, ...findKeys, ...editingKeys];
}

/** On a Mac, Alt with a letter types another character. */
export function withOptionKeys(bindings: readonly KeyBinding[]): readonly KeyBinding[] {
  if (!isMac) return bindings;
  const any: Required<KeyBinding>['any'] = (view, event) =>
    bindings.some(({ key = '', run }) => isOptionKey(key, event) && run?.(view) === true);
  return [{ any }, ...bindings];
}

const levels = [1, 2, 3, 4, 5, 6, 7].map((level) => [String(level), foldLevel(level)] as const);

export function foldingChords(): Extension {
  return chords.of({ ...Object.fromEntries(levels), 0: foldAll, j: unfoldAll, l: toggleFold });
}
