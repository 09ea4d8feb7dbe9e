// The pair of brackets beside the cursor, and brackets and quotes that are typed in pairs.
import { EditorSelection, type EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { bracketAt, matchingBracket, tokensOf, type Bracket } from './jsonLines.ts';

/** Brackets further apart than this are not shown as a pair, because the cursor must not wait for it. */
const maxLines = 5000;

const pairMark = Decoration.mark({ class: 'bracket-pair' });

export function bracketPairs(): Extension {
  return ViewPlugin.define(
    (view) => {
      const plugin = {
        decorations: decorate(view),
        update(update: ViewUpdate) {
          if (update.docChanged || update.selectionSet) plugin.decorations = decorate(update.view);
        },
      };
      return plugin;
    },
    { decorations: ({ decorations }) => decorations },
  );
}

/** The bracket right before or behind the cursor, the one before first. */
export function bracketBeside(state: EditorState): Bracket | undefined {
  const { head } = state.selection.main;
  return bracketAt(state.doc, head - 1) ?? bracketAt(state.doc, head);
}

function decorate({ state }: EditorView): DecorationSet {
  const bracket = state.selection.main.empty ? bracketBeside(state) : undefined;
  const other = bracket && matchingBracket(state.doc, bracket, maxLines);
  if (!other) return Decoration.none;
  return Decoration.set(
    [bracket, other].map(({ at }) => pairMark.range(at, at + 1)),
    true,
  );
}

/** Moves the cursor to the bracket that belongs to the one beside it. */
export function moveToBracket(view: EditorView): boolean {
  const bracket = bracketBeside(view.state);
  const other = bracket && matchingBracket(view.state.doc, bracket);
  if (!other) return false;
  view.dispatch({ selection: EditorSelection.cursor(other.at), scrollIntoView: true, userEvent: 'select' });
  return true;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };

/** A bracket or quote that is typed brings its other half; typing the other half moves over it. */
export function pairedTyping(): Extension {
  return EditorView.inputHandler.of((view, from, to, typed) => {
    const { state } = view;
    if (state.readOnly || state.selection.ranges.length > 1 || view.composing) return false;
    const spec = typePair(state, from, to, typed);
    if (spec) view.dispatch(spec);
    return spec !== undefined;
  });
}

/** What typing does; undefined where it does nothing special. */
export function typePair(
  state: EditorState,
  from: number,
  to: number,
  typed: string,
): TransactionSpec | undefined {
  const after = state.sliceDoc(to, to + 1);
  const isOver = '}]"'.includes(typed) && typed === after && from === to && canMoveOver(state, from, typed);
  if (isOver) return { selection: EditorSelection.cursor(to + 1), scrollIntoView: true, userEvent: 'select' };
  const closer = closers[typed];
  if (closer === undefined || isInString(state, from)) return undefined;
  const isBeforeText = after !== '' && !/[\s,:}\]]/.test(after);
  if (from === to && isBeforeText) return undefined;
  const insert =
    from === to
      ? [{ from, insert: typed + closer }]
      : [
          { from, insert: typed },
          { from: to, insert: closer },
        ];
  return {
    changes: insert,
    selection: EditorSelection.range(from + 1, to + 1),
    scrollIntoView: true,
    userEvent: 'input.type',
  };
}

/** A quote ends the string that the cursor is in; a bracket is moved over where it has its partner already. */
function canMoveOver(state: EditorState, at: number, typed: string): boolean {
  if (typed === '"') return isInString(state, at);
  const bracket = bracketAt(state.doc, at);
  return bracket !== undefined && matchingBracket(state.doc, bracket, maxLines) !== undefined;
}

function isInString({ doc }: EditorState, at: number): boolean {
  const line = doc.lineAt(at);
  const column = at - line.from;
  return tokensOf(line.text).some(
    ({ style, from, to }) =>
      (style === 'string' || style === 'key') &&
      from < column &&
      (column < to || (column === to && !/^"(?:[^"\\]|\\.)*"$/.test(line.text.slice(from, to)))),
  );
}
