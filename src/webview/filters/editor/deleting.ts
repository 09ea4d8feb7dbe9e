// Deleting one character, which may be a whole step of indentation or both halves of a pair.
import { EditorSelection, findClusterBreak, type EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { indentUnit } from './indentation.ts';

export function deleteBackward(view: EditorView): boolean {
  return deleteAt(view, 'delete.backward', (state, at) =>
    at === state.doc.lineAt(at).from ? { from: Math.max(0, at - 1), to: at } : backwardInLine(state, at),
  );
}

export function deleteForward(view: EditorView): boolean {
  return deleteAt(view, 'delete.forward', ({ doc }, at) => {
    const line = doc.lineAt(at);
    const to = at === line.to ? at + 1 : line.from + findClusterBreak(line.text, at - line.from);
    return { from: at, to: Math.min(doc.length, to) };
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function deleteAt(
  view: EditorView,
  userEvent: string,
  span: (state: EditorState, at: number) => Span,
): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const spec = state.changeByRange((range) => {
    const { from, to } = range.empty ? span(state, range.head) : range;
    return from === to ? { range } : { changes: { from, to }, range: EditorSelection.cursor(from) };
  });
  if (spec.changes.empty) return false;
  view.dispatch(state.update(spec, { scrollIntoView: true, userEvent }));
  return true;
}

function backwardInLine(state: EditorState, at: number): Span {
  const line = state.doc.lineAt(at);
  const column = at - line.from;
  const before = line.text.slice(0, column);
  const unit = state.facet(indentUnit);
  if (unit !== '\t' && /^ +$/.test(before)) {
    return { from: at - (column % unit.length === 0 ? unit.length : column % unit.length), to: at };
  }
  if (['{}', '[]', '""'].includes(line.text.slice(column - 1, column + 1)))
    return { from: at - 1, to: at + 1 };
  return { from: line.from + findClusterBreak(line.text, column, false), to: at };
}
