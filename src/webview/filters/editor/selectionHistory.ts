// Undoing moves of the cursor, and shrinking a selection that was expanded. CodeMirror's own undo of the selection needs
// its history of changes, and changes are VS Code's to undo.
import { selectParentSyntax } from '@codemirror/commands';
import {
  Annotation,
  StateField,
  type EditorSelection,
  type Extension,
  type StateCommand,
  type Transaction,
} from '@codemirror/state';

const maxSteps = 50;
const expanded = 'select.expand';

type Steps = readonly EditorSelection[];

/** The steps that a transaction undoes. */
const undoneSteps = Annotation.define<StateField<Steps>>();

/** Any move of the cursor. */
const moves = selectionSteps(() => true);
const expansions = selectionSteps((transaction) => transaction.isUserEvent(expanded));

/** Selections from before each step, the last one last; none of them outlives a change of the text. */
function selectionSteps(isStep: (transaction: Transaction) => boolean): StateField<Steps> {
  const field: StateField<Steps> = StateField.define<Steps>({
    create: () => [],
    update(steps, transaction) {
      if (transaction.docChanged) return [];
      if (transaction.annotation(undoneSteps) === field) return steps.slice(0, -1);
      const { startState, newSelection } = transaction;
      if (startState.selection.eq(newSelection)) return steps;
      return isStep(transaction) ? [...steps.slice(1 - maxSteps), startState.selection] : [];
    },
  });
  return field;
}

function takeBack(field: StateField<Steps>): StateCommand {
  return ({ state, dispatch }) => {
    const selection = state.field(field).at(-1);
    if (selection)
      dispatch(state.update({ selection, annotations: undoneSteps.of(field), scrollIntoView: true }));
    return selection !== undefined;
  };
}

export function selectionHistory(): Extension {
  return [moves, expansions];
}

export const undoCursorMove: StateCommand = takeBack(moves);
export const shrinkSelection: StateCommand = takeBack(expansions);

/** Selects what is around the selection: the value, its property, the object… */
export const expandSelection: StateCommand = ({ state, dispatch }) =>
  selectParentSyntax({
    state,
    dispatch: ({ newSelection }) =>
      dispatch(state.update({ selection: newSelection, userEvent: expanded, scrollIntoView: true })),
  });
