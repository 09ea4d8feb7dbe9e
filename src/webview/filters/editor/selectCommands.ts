// Commands of VS Code's editor that select, where CodeMirror has none that does the same.
import { selectNextOccurrence, selectSelectionMatches } from '@codemirror/search';
import { EditorSelection, type StateCommand } from '@codemirror/state';

/** Selects all occurrences of the selection, or of the word at the cursor; CodeMirror's command refuses several selections. */
export const selectAllOccurrences: StateCommand = ({ state, dispatch }) => {
  const { anchor, head, empty } = state.selection.main;
  let one = state.update({ selection: { anchor, head } }).state;
  if (empty) selectNextOccurrence({ state: one, dispatch: (word) => (one = word.state) });
  return selectSelectionMatches({
    state: one,
    dispatch: ({ newSelection }) =>
      dispatch(state.update({ selection: newSelection, userEvent: 'select.search.matches' })),
  });
};

/** Whole lines with their breaks; each further call adds the next line. */
export const selectLines: StateCommand = ({ state, dispatch }) => {
  const { doc, selection } = state;
  const ranges = selection.ranges.map(({ from, to }) =>
    EditorSelection.range(doc.lineAt(from).from, Math.min(doc.lineAt(to).to + 1, doc.length)),
  );
  const next = EditorSelection.create(ranges, selection.mainIndex);
  dispatch(state.update({ selection: next, scrollIntoView: true, userEvent: 'select' }));
  return true;
};
