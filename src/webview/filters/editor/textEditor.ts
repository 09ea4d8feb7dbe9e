// The CodeMirror editor. It keeps no history: undo is VS Code's, because the document is.
import { defaultKeymap } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import {
  getSearchQuery,
  openSearchPanel,
  searchKeymap,
  searchPanelOpen,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import {
  type ChangeSet,
  Compartment,
  EditorState,
  type Extension,
  type Text,
  Transaction,
} from '@codemirror/state';
import { type Command, EditorView, type KeyBinding, keymap, rectangularSelection } from '@codemirror/view';
import { vscodeKeymap } from '@replit/codemirror-vscode-keymap';
import type { EditorOptions } from '#protocol/filtersMessages.ts';
import {
  historyDirection,
  holdsMod,
  isMac,
  isOptionKey,
  isTextField,
  pressedKey,
} from '#webview/elements/pressedKey.ts';
import { endOfOnlyChange } from '#webview/filters/sync/positionedChanges.ts';
import { UndoGrouping } from '#webview/filters/sync/undoGrouping.ts';
import { foldServiceKeys } from './serviceKeyFolding.ts';
import { startLanguage, textLooks } from './textLooks.ts';

export interface TextEditorOptions {
  readonly parent: HTMLElement;
  readonly doc: Text;
  readonly options: EditorOptions;
  /** The nonce of the page's content security policy, for the styles that CodeMirror adds. */
  readonly nonce: string;
  readonly commands: Omit<PageCommands, 'toggleWrap'>;
  /** An extension whose listeners run after `onEdit`. */
  readonly extension: Extension;
  /** The person changed the text. */
  readonly onEdit: (changes: ChangeSet, group: number) => void;
  readonly onDocument: () => void;
  readonly onCursor: () => void;
  readonly onBlur: () => void;
}

export interface TextEditor {
  readonly view: EditorView;
  /** Adds colors and folding; called once the text is painted. */
  startLanguage(): void;
  /** @param isHistory undo and redo: the cursor goes where the text changes */
  applyFromHost(changes: ChangeSet, isHistory: boolean): void;
  setOptions(options: EditorOptions): void;
}

export function createTextEditor(given: TextEditorOptions): TextEditor {
  const configured = new Compartment();
  let { options } = given;
  let isWrapToggled = false;
  const current = () => configure({ ...options, wrapLines: options.wrapLines !== isWrapToggled });
  /** For this editor only, like VS Code's own key. */
  const toggleWrap = () => {
    isWrapToggled = !isWrapToggled;
    view.dispatch({ effects: configured.reconfigure(current()) });
    return true;
  };
  let state = EditorState.create({
    doc: given.doc,
    extensions: [
      EditorView.cspNonce.of(given.nonce),
      keymap.of(textKeys({ ...given.commands, toggleWrap })),
      textLooks(),
      configured.of(current()),
      multipleCursors(),
      plainText,
      reportUpdates(given),
      given.extension, // after the reports: a change is on its way to the host by then
    ],
  });
  // Before there is a view: the page is not ready for its updates yet.
  foldServiceKeys({ state, dispatch: (folds) => (state = state.update(folds).state) });
  const view = new EditorView({ parent: given.parent, state });
  startLanguageWithKeys(view);
  shareKeysWithWorkbench(view);
  keepFocus(view);
  noteTypedSearch(view);
  return {
    view,
    startLanguage: () => startLanguage(view),
    applyFromHost: (changes, isHistory) => applyFromHost(view, changes, isHistory),
    setOptions(next) {
      options = next;
      view.dispatch({ effects: configured.reconfigure(current()) });
    },
  };
}

function reportUpdates({ onEdit, onDocument, onCursor, onBlur }: TextEditorOptions): Extension {
  const runs = new UndoGrouping();
  return EditorView.updateListener.of((update) => {
    for (const transaction of update.transactions) {
      const isOwn = !transaction.annotation(Transaction.remote); // what came from the host is not sent back to it
      if (transaction.docChanged && isOwn) onEdit(transaction.changes, runs.groupOf(transaction));
      else if (transaction.docChanged || transaction.selection) runs.end();
    }
    if (update.docChanged) onDocument();
    if (update.docChanged || update.selectionSet) onCursor();
    if (update.focusChanged && !update.view.hasFocus) onBlur();
  });
}

/** With VS Code's keys: Alt+Click adds a cursor, Shift+Alt and the middle button drag a column. */
function multipleCursors(): Extension {
  return [
    EditorState.allowMultipleSelections.of(true),
    EditorView.clickAddsSelectionRange.of(({ altKey }) => altKey),
    rectangularSelection({
      eventFilter: ({ altKey, shiftKey, button }) => button === 1 || (altKey && shiftKey && button === 0),
    }),
  ];
}

/** Ctrl+B, Ctrl+I and Ctrl+U would make what is selected bold, italic or underlined. */
const plainText = EditorView.domEventHandlers({
  beforeinput: ({ inputType }) => inputType.startsWith('format'),
});

function configure({
  indent,
  tabSize,
  wrapLines,
  readonlyReason,
  lineHeight = isMac ? '1.5' : '1.36',
}: EditorOptions): Extension {
  return [
    indentUnit.of(indent),
    EditorState.tabSize.of(tabSize),
    EditorState.readOnly.of(readonlyReason !== undefined),
    EditorView.editorAttributes.of({ style: `--line-height: ${lineHeight}` }),
    wrapLines ? EditorView.lineWrapping : [],
  ];
}

/** Enter, folding and selecting go by the syntax: a key that comes before the first frame finds it too. */
function startLanguageWithKeys(view: EditorView): void {
  view.dom.addEventListener('keydown', () => startLanguage(view), { capture: true, once: true });
}

function applyFromHost(view: EditorView, changes: ChangeSet, isHistory: boolean): void {
  const anchor = isHistory && view.hasFocus ? endOfOnlyChange(changes) : undefined;
  const move = anchor === undefined ? {} : { selection: { anchor }, scrollIntoView: true };
  view.dispatch({ changes, annotations: Transaction.remote.of(true), ...move });
}

/** A press on a gutter folds; the focus stays in the text. */
function keepFocus(view: EditorView): void {
  view.scrollDOM.addEventListener('mousedown', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('.cm-gutters')) return;
    event.preventDefault();
    view.focus();
  });
}

/** The search panel looks at its fields when a key is released; a paste from a menu has no key. */
function noteTypedSearch(view: EditorView): void {
  view.dom.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) target.dispatchEvent(new Event('change'));
  });
}

// The keys of the text: VS Code's as the keymap package has them, then CodeMirror's own. Undo, redo and save are the
// workbench's, and so are all chords.
interface PageCommands {
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
function shareKeysWithWorkbench({ dom }: EditorView): void {
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

/** As far as the text reaches. @param place offsets in UTF-16 units */
export function placeCursor(
  view: EditorView,
  place: { readonly anchor: number; readonly head: number },
): void {
  const { length } = view.state.doc;
  const head = Math.min(place.head, length);
  view.dispatch({
    selection: { anchor: Math.min(place.anchor, length), head },
    effects: EditorView.scrollIntoView(head, { y: 'center' }),
  });
}
