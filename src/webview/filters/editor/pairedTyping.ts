// Brackets and quotes that are typed in pairs: the first half brings the other, and typing the other half over one that
// was brought moves behind it.
import {
  EditorSelection,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tokensOf } from './jsonLines.ts';

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };

const brought = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at, 1) });

/** Offsets of closing halves that were brought and not typed, in the line that the cursor has not left since. */
const broughtClosers = StateField.define<readonly number[]>({
  create: () => [],
  update(closing, { changes, effects, state, startState }) {
    const added = effects.flatMap((effect) => (effect.is(brought) ? effect.value : []));
    if (closing.length === 0 && added.length === 0) return closing;
    const line = state.doc.lineAt(state.selection.main.head);
    return [...closing.flatMap((at) => moved(at)), ...added].filter((at) => at >= line.from && at < line.to);

    function moved(at: number): number | [] {
      const next = changes.mapPos(at, 1);
      const character = startState.sliceDoc(at, at + 1);
      return state.sliceDoc(next, next + 1) === character ? next : [];
    }
  },
});

export function pairedTyping(): Extension {
  return [
    broughtClosers,
    EditorView.inputHandler.of((view, from, to, typed) => {
      const { state } = view;
      if (state.readOnly || state.selection.ranges.length > 1 || view.composing) return false;
      const spec = typePair(state, from, to, typed);
      if (spec) view.dispatch(spec);
      return spec !== undefined;
    }),
  ];
}

/** What typing does; undefined where it does nothing special. */
export function typePair(
  state: EditorState,
  from: number,
  to: number,
  typed: string,
): TransactionSpec | undefined {
  const after = state.sliceDoc(to, to + 1);
  const isBrought = state.field(broughtClosers).includes(to);
  if (from === to && typed === after && isBrought) {
    return { selection: EditorSelection.cursor(to + 1), scrollIntoView: true, userEvent: 'select' };
  }
  const closer = closers[typed];
  if (closer === undefined || isInString(state, from)) return undefined;
  const isBeforeText = after !== '' && !/[\s,:}\]]/.test(after);
  if (from === to && isBeforeText) return undefined;
  return {
    changes: [
      { from, insert: typed },
      { from: to, insert: closer },
    ],
    selection: EditorSelection.range(from + 1, to + 1),
    effects: brought.of(to + 1),
    scrollIntoView: true,
    userEvent: 'input.type',
  };
}

function isInString({ doc }: EditorState, at: number): boolean {
  const line = doc.lineAt(at);
  const column = at - line.from;
  return tokensOf(line.text).some(({ style, from, to }) => {
    if ((style !== 'string' && style !== 'key') || column <= from || column > to) return false;
    const isOpenEnded = !/^"(?:[^"\\]|\\.)*"$/.test(line.text.slice(from, to));
    return column < to || isOpenEnded;
  });
}
