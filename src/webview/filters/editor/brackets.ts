// The pair of brackets beside the cursor.
import { EditorSelection, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import { bracketAt, matchingBracket, type Bracket } from './jsonLines.ts';

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
