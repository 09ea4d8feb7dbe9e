// A cursor that a fold hides moves to the end of the line that stays visible, as in VS Code.
import { foldEffect } from '@codemirror/language';
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';

export function cursorBesideFold(): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const folds = transaction.effects.flatMap((effect) => (effect.is(foldEffect) ? [effect.value] : []));
    const visible = (offset: number) =>
      folds.find(({ from, to }) => from < offset && offset < to)?.from ?? offset;
    const { ranges, mainIndex } = transaction.newSelection;
    if (ranges.every(({ anchor, head }) => visible(anchor) === anchor && visible(head) === head))
      return transaction;
    const moved = ranges.map(({ anchor, head }) => EditorSelection.range(visible(anchor), visible(head)));
    return [transaction, { selection: EditorSelection.create(moved, mainIndex) }];
  });
}
