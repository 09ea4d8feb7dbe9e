// The keys of the text: VS Code's as the keymap package has them, then CodeMirror's own. Undo, redo and save are the
// workbench's, and so are all chords.
import { defaultKeymap } from '@codemirror/commands';
import {
  SearchQuery,
  getSearchQuery,
  openSearchPanel,
  searchKeymap,
  searchPanelOpen,
  setSearchQuery,
} from '@codemirror/search';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import { vscodeKeymap } from '@replit/codemirror-vscode-keymap';
import { isTextField } from '#webview/elements/isTextField.ts';
import { isMac } from '#webview/elements/keyName.ts';
import { holdsMod, isOptionKey, pressedKey } from '#webview/elements/pressedKey.ts';
import { historyDirection } from '#webview/elements/undoKeys.ts';

export interface PageCommands {
  /** Undo and redo. @returns whether the key means one of them */
  readonly history: (event: KeyboardEvent) => boolean;
  readonly format: () => boolean;
  /** To the next or the previous problem. CodeMirror's own selects it, and the next key would replace it. */
  readonly moveToProblem: (direction: 1 | -1) => boolean;
  readonly toggleWrap: Command;
}

/** VS Code's chords and its Problems view, the history that the document has, and ⌥V, which types a character. */
const notOurs = /^(Mod-k .*|Mod-Shift-m|Mod-[uyz]|Mod-Shift-z|Alt-v)$/;

/** VS Code's keys of the options of Find, by the letters. */
const findOptions = [
  ['c', 'caseSensitive'],
  ['r', 'regexp'],
  ['w', 'wholeWord'],
] as const;

const findOptionKeys: readonly KeyBinding[] = findOptions.map(([letter, option]) => ({
  key: `Alt-${letter}`,
  mac: `Cmd-Alt-${letter}`,
  scope: 'editor search-panel',
  run(view) {
    if (!searchPanelOpen(view.state)) return false;
    const { search, replace, caseSensitive, regexp, wholeWord } = getSearchQuery(view.state);
    const query = { search, replace, caseSensitive, regexp, wholeWord };
    const toggled = new SearchQuery({ ...query, [option]: !query[option] });
    view.dispatch({ effects: setSearchQuery.of(toggled) });
    return true;
  },
}));

export function textKeys({
  history,
  format,
  moveToProblem,
  toggleWrap,
}: PageCommands): readonly KeyBinding[] {
  const bindings: readonly KeyBinding[] = [
    { any: (_view, event) => history(event) },
    { key: 'Shift-Alt-f', run: format },
    { linux: 'Ctrl-Shift-i', run: format },
    { key: 'F8', run: () => moveToProblem(1), shift: () => moveToProblem(-1) },
    { key: 'Alt-z', run: toggleWrap },
    { key: 'Mod-h', mac: 'Cmd-Alt-f', run: openSearchPanel, scope: 'editor search-panel' },
    ...findOptionKeys,
    ...vscodeKeymap.filter(({ key, mac = '' }) => !notOurs.test(key ?? mac)),
    ...searchKeymap,
    ...defaultKeymap,
  ];
  return isMac ? [{ any: (view, event) => runOptionKey(bindings, view, event) }, ...bindings] : bindings;
}

/**
 * On a Mac, Alt with a letter types another character, by which CodeMirror does not find the key.
 * @returns whether it is the key of a command, also if that has nothing to do: then it types nothing
 */
export function runOptionKey<View>(
  bindings: readonly {
    readonly key?: string | undefined;
    readonly mac?: string | undefined;
    readonly run?: ((view: View) => boolean) | undefined;
  }[],
  view: View,
  event: Parameters<typeof isOptionKey>[1],
): boolean {
  const own = bindings.filter(({ key = '', mac = key, run }) => run && isOptionKey(mac, event));
  own.some(({ run }) => run?.(view));
  return own.length > 0;
}

/** How long VS Code waits for the second key of a chord. */
const chordMs = 5000;

/**
 * VS Code gets every key that is pressed in a webview: one that this editor has handled must not run a command too, and the
 * second key of a chord must not change the text too.
 */
export function shareKeysWithWorkbench({ dom }: EditorView): void {
  const secondKeys = new WeakSet<Event>();
  let begunAt = -Infinity;
  const noteChord = (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey, timeStamp } = event;
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return;
    const isSecond = timeStamp - begunAt < chordMs;
    const isFirst = !isSecond && holdsMod(event) && !altKey && !shiftKey && pressedKey(event) === 'k';
    begunAt = isFirst ? timeStamp : -Infinity;
    if (!isSecond) return;
    secondKeys.add(event);
    event.preventDefault();
  };
  dom.addEventListener('keydown', noteChord, { capture: true });
  dom.addEventListener('keydown', (event) => {
    // A field of a panel has its own undo. VS Code's would undo the text.
    const isOfField = isTextField(event.target) && historyDirection(event) !== undefined;
    const isHandled = event.defaultPrevented && !secondKeys.has(event);
    if (isOfField || isHandled) event.stopPropagation();
  });
  keepMenuBarClosed(dom);
}

/** VS Code sees the keys of a webview and no clicks: Alt+Click looks like Alt alone, which goes to the menu bar. */
function keepMenuBarClosed(dom: HTMLElement): void {
  let isClicked = false;
  dom.addEventListener('mousedown', () => (isClicked = true));
  dom.addEventListener('keydown', () => (isClicked = false));
  dom.addEventListener('keyup', (event) => {
    if (event.key === 'Alt' && isClicked) event.stopPropagation();
  });
}
