// Escape keeps the cursor that was set first, as VS Code does. CodeMirror's main cursor is the one that was set last.
import { simplifySelection } from '@codemirror/commands';
import { EditorSelection, StateField, type StateCommand } from '@codemirror/state';

/** The index of the selection's range that was set first. Ranges are in the order of the text, also while they move. */
export const firstCursor = StateField.define<number>({
  create: ({ selection }) => selection.mainIndex,
  update(index, { changes, newSelection, startState }) {
    const { ranges, mainIndex } = newSelection;
    const before = startState.selection.ranges;
    if (ranges.length === before.length) return index;
    const first = before[index]?.map(changes);
    const kept = ranges.findIndex((range) => first?.eq(range));
    return kept < 0 ? mainIndex : kept;
  },
});

export const keepFirstCursor: StateCommand = ({ state, dispatch }) => {
  const { ranges } = state.selection;
  const first = ranges[state.field(firstCursor)];
  if (ranges.length === 1 || !first) return simplifySelection({ state, dispatch });
  const selection = EditorSelection.create([first]);
  dispatch(state.update({ selection, userEvent: 'select', scrollIntoView: true }));
  return true;
};
