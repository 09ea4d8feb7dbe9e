// Suggestions under the cursor: asked for with Ctrl+Space or while typing, shown as a list that the keyboard goes
// through while it stays in the text.
import {
  EditorSelection,
  Facet,
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
} from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Command, type KeyBinding } from '@codemirror/view';
import { ChoiceList, choiceId, listId } from './completionList.ts';
import { asksForChoices, layOutChoice, matchChoices, type Choice } from './completionMatch.ts';
import { indentUnit } from '#webview/filters/editor/indentation.ts';

interface OpenList {
  /** All that were suggested, where they are now. */
  readonly all: readonly Choice[];
  readonly shown: readonly Choice[];
  readonly selected: number;
}

/** A snippet that was put in: its next parts to type over, and where all of it is. */
interface Snippet {
  readonly from: number;
  readonly to: number;
  readonly stops: readonly { readonly from: number; readonly to: number }[];
}

const setList = StateEffect.define<OpenList | undefined>();
const setSnippet = StateEffect.define<Snippet | undefined>();

const listField = StateField.define<OpenList | undefined>({
  create: () => undefined,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setList)) return effect.value;
    if (!value || (!transaction.docChanged && !transaction.selection)) return value;
    const { changes } = transaction;
    const all = value.all.map((choice) => ({
      ...choice,
      from: changes.mapPos(choice.from, -1),
      to: changes.mapPos(choice.to, 1),
    }));
    return openList(transaction.state, all);
  },
  provide: (self) => [
    showTooltip.compute([self], (state) => {
      const first = state.field(self)?.shown[0];
      return first ? { pos: first.from, create: createList } : null;
    }),
    EditorView.contentAttributes.compute([self], (state) => {
      const list = state.field(self);
      return {
        'aria-autocomplete': 'list',
        'aria-haspopup': 'listbox',
        ...(list ? { 'aria-controls': listId, 'aria-activedescendant': choiceId(list.selected) } : {}),
      };
    }),
  ],
});

const snippetField = StateField.define<Snippet | undefined>({
  create: () => undefined,
  update(value, { effects, changes, state }) {
    for (const effect of effects) if (effect.is(setSnippet)) return effect.value;
    if (!value) return value;
    const moved = {
      from: changes.mapPos(value.from, -1),
      to: changes.mapPos(value.to, 1),
      stops: value.stops.map(({ from, to }) => ({
        from: changes.mapPos(from, -1),
        to: changes.mapPos(to, 1),
      })),
    };
    const { from, to } = state.selection.main;
    return from < moved.from || to > moved.to ? undefined : moved;
  },
});

/** What a press on a choice does. */
const chosen = Facet.define<(view: EditorView, choice: Choice) => void>();

/** `ask` is to call `showChoices` when there is an answer. */
export function completion(ask: (isExplicit: boolean) => void): Extension {
  const keys: readonly KeyBinding[] = [
    { key: 'Ctrl-Space', run: ({ state }) => !state.readOnly && (ask(true), true) },
    { key: 'ArrowDown', run: moveBy(1) },
    { key: 'ArrowUp', run: moveBy(-1) },
    { key: 'PageDown', run: moveBy(8) },
    { key: 'PageUp', run: moveBy(-8) },
    { key: 'Enter', run: (view) => accept(view, undefined, ask) },
    { key: 'Tab', run: (view) => accept(view, undefined, ask) || moveToStop(view) },
    { key: 'Escape', run: closeAll },
  ];
  return [
    listField,
    snippetField,
    Prec.highest(keymap.of(keys)),
    chosen.of((view, choice) => accept(view, choice, ask)),
    EditorView.updateListener.of(({ view, state, transactions, docChanged, focusChanged }) => {
      if (focusChanged && !view.hasFocus) closeList(view);
      if (!docChanged || !transactions.some((transaction) => transaction.isUserEvent('input.type'))) return;
      if (!state.field(listField) && !state.readOnly && asksForChoices(textBefore(state))) ask(false);
    }),
  ];
}

/** Shows what may stand at the cursor. False where nothing of it fits what is there. */
export function showChoices(view: EditorView, choices: readonly Choice[]): boolean {
  const list = openList(view.state, choices);
  view.dispatch({ effects: setList.of(list) });
  return list !== undefined;
}

/** Undefined where nothing fits, or the cursor is elsewhere. */
function openList(state: EditorState, all: readonly Choice[]): OpenList | undefined {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1) return undefined;
  const near = all.filter(({ from, to }) => from <= main.head && main.head <= to);
  const shown = matchChoices(near, ({ from }) => state.sliceDoc(from, main.head));
  return shown.length > 0 ? { all, shown, selected: 0 } : undefined;
}

function textBefore(state: EditorState): string {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return line.text.slice(Math.max(0, head - line.from - 2), head - line.from);
}

function moveBy(count: number): Command {
  return (view) => {
    const list = view.state.field(listField);
    if (!list) return false;
    const last = list.shown.length - 1;
    const next = list.selected + count;
    // A step goes round; a page stops at the ends.
    const rounded = Math.abs(count) > 1 ? Math.min(Math.max(next, 0), last) : next;
    const selected = rounded > last ? 0 : rounded < 0 ? last : rounded;
    view.dispatch({ effects: setList.of({ ...list, selected }) });
    return true;
  };
}

/** Puts the choice in, the selected one where none is given. */
function accept(view: EditorView, given: Choice | undefined, ask: (isExplicit: boolean) => void): boolean {
  const { state } = view;
  const list = state.field(listField);
  const choice = given ?? list?.shown[list.selected];
  if (!list || !choice) return false;
  const line = state.doc.lineAt(choice.from);
  const indent = /^[ \t]*/.exec(line.text.slice(0, choice.from - line.from))?.[0] ?? '';
  const { text, stops } = layOutChoice(choice, indent, state.facet(indentUnit));
  const end = choice.from + text.length;
  const places = stops.map(({ from, to }) => ({ from: choice.from + from, to: choice.from + to }));
  const [first, ...rest] = places;
  view.dispatch({
    changes: { from: choice.from, to: choice.to, insert: text },
    selection: first ? EditorSelection.range(first.from, first.to) : EditorSelection.cursor(end),
    effects: [
      setList.of(undefined),
      // A word that is put in for one part of a snippet leaves the other parts to go on with.
      ...(rest.length > 0 ? [setSnippet.of({ from: choice.from, to: end, stops: rest })] : []),
    ],
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
  if (choice.isContinued) ask(false);
  return true;
}

function moveToStop(view: EditorView): boolean {
  const snippet = view.state.field(snippetField);
  const [next, ...rest] = snippet?.stops ?? [];
  if (!snippet || !next) return false;
  view.dispatch({
    selection: EditorSelection.range(next.from, next.to),
    effects: setSnippet.of(rest.length > 0 ? { ...snippet, stops: rest } : undefined),
    scrollIntoView: true,
    userEvent: 'select',
  });
  return true;
}

/** Closes the list; where there is none, ends the snippet. */
function closeAll(view: EditorView): boolean {
  if (closeList(view)) return true;
  if (!view.state.field(snippetField)) return false;
  view.dispatch({ effects: setSnippet.of(undefined) });
  return true;
}

function closeList(view: EditorView): boolean {
  if (!view.state.field(listField)) return false;
  view.dispatch({ effects: setList.of(undefined) });
  return true;
}

function createList(view: EditorView) {
  const list = new ChoiceList((choice) => {
    for (const run of view.state.facet(chosen)) run(view, choice);
  });
  const show = (state: EditorState) => {
    const open = state.field(listField);
    if (open) list.show(open.shown, open.selected);
  };
  show(view.state);
  return {
    dom: list.element,
    mount: () => list.reveal(),
    update: ({ state }: { readonly state: EditorState }) => show(state),
  };
}
