// Commands of VS Code's editor that change lines, where CodeMirror has none that does the same.
import { indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { EditorSelection, countColumn, type StateCommand } from '@codemirror/state';

/** Tab fills up to the next tab stop; it indents lines where something is selected. */
export const indentOrTab: StateCommand = ({ state, dispatch }) => {
  if (state.selection.ranges.some(({ empty }) => !empty)) return indentMore({ state, dispatch });
  if (state.readOnly) return false;
  const unit = state.facet(indentUnit);
  const spec = state.changeByRange(({ from }) => {
    const line = state.doc.lineAt(from);
    const column = countColumn(line.text, state.tabSize, from - line.from);
    const insert = unit === '\t' ? unit : ' '.repeat(unit.length - (column % unit.length));
    return { changes: { from, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input.indent' }));
  return true;
};

/** A cursor at the end of each selected line, in the last one where the selection ends. */
export const addCursorsAtLineEnds: StateCommand = ({ state, dispatch }) => {
  const ends = state.selection.ranges.flatMap(({ from, to }) => {
    const last = state.doc.lineAt(to);
    const first = state.doc.lineAt(from).number;
    const above = Array.from({ length: last.number - first }, (_, index) => state.doc.line(first + index).to);
    return from === to || to === last.from ? above : [...above, to];
  });
  if (ends.length === 0) return false;
  const selection = EditorSelection.create(
    ends.map((end) => EditorSelection.cursor(end)),
    ends.length - 1,
  );
  dispatch(state.update({ selection, scrollIntoView: true, userEvent: 'select' }));
  return true;
};

export const insertLineAbove: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const spec = state.changeByRange(({ head }) => {
    const line = state.doc.lineAt(head);
    const indent = /^[ \t]*/.exec(line.text)?.[0] ?? '';
    return {
      changes: { from: line.from, insert: `${indent}\n` },
      range: EditorSelection.cursor(line.from + indent.length),
    };
  });
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};
