// The CodeMirror editor. It keeps no history: undo is VS Code's, because the document is.
import {
  Annotation,
  Compartment,
  EditorState,
  type ChangeSet,
  type Extension,
  type Text,
} from '@codemirror/state';
import { EditorView, keymap, rectangularSelection } from '@codemirror/view';
import { indentUnit } from '@codemirror/language';
import type { EditorOptions } from '#protocol/filtersMessages.ts';
import { isMac } from '#webview/elements/keyName.ts';
import { endOfOnlyChange } from '#webview/filters/sync/positionedChanges.ts';
import { UndoGrouping } from '#webview/filters/sync/undoGrouping.ts';
import { foldServiceKeys } from './serviceKeyFolding.ts';
import { shareKeysWithWorkbench, textKeys, type PageCommands } from './textKeys.ts';
import { startLanguage, textLooks } from './textLooks.ts';

/** Marks changes that came from the host, which are not sent back to it. */
const fromHost = Annotation.define<boolean>();

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
      const isOwn = !transaction.annotation(fromHost);
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
  view.dispatch({ changes, annotations: fromHost.of(true), ...move });
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
