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
