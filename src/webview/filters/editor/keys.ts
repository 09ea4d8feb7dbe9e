// Keys as in VS Code's own text editors. Undo, redo and save are the workbench's.
import {
  addCursorAbove,
  addCursorBelow,
  copyLineDown,
  copyLineUp,
  cursorCharLeft,
  cursorCharRight,
  cursorDocEnd,
  cursorDocStart,
  cursorGroupLeft,
  cursorGroupRight,
  cursorLineBoundaryBackward,
  cursorLineBoundaryForward,
  cursorLineDown,
  cursorLineUp,
  cursorPageDown,
  cursorPageUp,
  deleteGroupBackward,
  deleteGroupForward,
  deleteLine,
  deleteLineBoundaryBackward,
  moveLineDown,
  moveLineUp,
  selectAll,
  selectCharLeft,
  selectCharRight,
  selectDocEnd,
  selectDocStart,
  selectGroupLeft,
  selectGroupRight,
  selectLine,
  selectLineBoundaryBackward,
  selectLineBoundaryForward,
  selectLineDown,
  selectLineUp,
  selectPageDown,
  selectPageUp,
  simplifySelection,
  toggleTabFocusMode,
} from '@codemirror/commands';
import { selectNextOccurrence, selectSelectionMatches } from '@codemirror/search';
import type { KeyBinding } from '@codemirror/view';
import { moveToBracket } from './brackets.ts';
import { deleteBackward, deleteForward } from './deleting.ts';
import { foldAll, foldAtCursor, unfoldAll, unfoldAtCursor } from './folding.ts';
import { indentLines, insertIndentedLine, outdentLines } from './indentation.ts';

const moving: readonly KeyBinding[] = [
  { key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft },
  { key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight },
  { key: 'Mod-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft },
  { key: 'Mod-ArrowRight', mac: 'Alt-ArrowRight', run: cursorGroupRight, shift: selectGroupRight },
  { mac: 'Cmd-ArrowLeft', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
  { mac: 'Cmd-ArrowRight', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
  { key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp },
  { key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown },
  { mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
  { mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
  { key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
  { key: 'Home', run: cursorLineBoundaryBackward, shift: selectLineBoundaryBackward },
  { key: 'End', run: cursorLineBoundaryForward, shift: selectLineBoundaryForward },
  { key: 'Mod-Home', run: cursorDocStart, shift: selectDocStart },
  { key: 'Mod-End', run: cursorDocEnd, shift: selectDocEnd },
  { key: 'Mod-Shift-\\', run: moveToBracket },
];

const deleting: readonly KeyBinding[] = [
  { key: 'Backspace', run: deleteBackward, shift: deleteBackward },
  { key: 'Delete', run: deleteForward },
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
  { mac: 'Cmd-Backspace', run: deleteLineBoundaryBackward },
  { key: 'Mod-Shift-k', run: deleteLine },
];

const lines: readonly KeyBinding[] = [
  { key: 'Enter', run: insertIndentedLine, shift: insertIndentedLine },
  { key: 'Tab', run: indentLines, shift: outdentLines },
  { key: 'Mod-]', run: indentLines },
  { key: 'Mod-[', run: outdentLines },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Shift-Alt-ArrowUp', linux: 'Ctrl-Shift-Alt-ArrowUp', run: copyLineUp },
  { key: 'Shift-Alt-ArrowDown', linux: 'Ctrl-Shift-Alt-ArrowDown', run: copyLineDown },
];

const selecting: readonly KeyBinding[] = [
  { key: 'Mod-a', run: selectAll },
  { key: 'Mod-l', run: selectLine },
  { key: 'Mod-d', run: selectNextOccurrence },
  { key: 'Mod-Shift-l', run: selectSelectionMatches },
  { key: 'Mod-Alt-ArrowUp', linux: 'Shift-Alt-ArrowUp', run: addCursorAbove },
  { key: 'Mod-Alt-ArrowDown', linux: 'Shift-Alt-ArrowDown', run: addCursorBelow },
  { key: 'Escape', run: simplifySelection },
];

const folding: readonly KeyBinding[] = [
  { key: 'Mod-Shift-[', mac: 'Cmd-Alt-[', run: foldAtCursor },
  { key: 'Mod-Shift-]', mac: 'Cmd-Alt-]', run: unfoldAtCursor },
  // VS Code's own keys for these begin with Ctrl+K, which has to stay with the workbench.
  { key: 'Ctrl-Alt-[', run: foldAll },
  { key: 'Ctrl-Alt-]', run: unfoldAll },
];

export const editingKeys: readonly KeyBinding[] = [
  ...moving,
  ...deleting,
  ...lines,
  ...selecting,
  ...folding,
  { key: 'Ctrl-m', mac: 'Shift-Ctrl-m', run: toggleTabFocusMode },
];
