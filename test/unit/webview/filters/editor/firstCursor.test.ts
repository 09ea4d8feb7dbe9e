import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectNextOccurrence } from '@codemirror/search';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { firstCursor, keepFirstCursor } from '#webview/filters/editor/firstCursor.ts';

/** An editor without a page; `ranges` are those of the selection. */
function createEditor(doc: string, cursor: number) {
  const extensions = [firstCursor, EditorState.allowMultipleSelections.of(true)];
  let state = EditorState.create({ doc, selection: { anchor: cursor }, extensions });
  const dispatch: Parameters<StateCommand>[0]['dispatch'] = (transaction) => (state = transaction.state);
  return {
    run: (command: StateCommand) => command({ state, dispatch }),
    /** As Alt+Click does. */
    add: (at: number) =>
      dispatch(state.update({ selection: state.selection.addRange(EditorSelection.cursor(at)) })),
    set: (...at: readonly number[]) => {
      const ranges = at.map((one) => EditorSelection.cursor(one));
      dispatch(state.update({ selection: EditorSelection.create(ranges) }));
    },
    type: (insert: string) => dispatch(state.update(state.replaceSelection(insert))),
    ranges: () => state.selection.ranges.map(({ from, to }) => [from, to]),
  };
}

test('Escape keeps the cursor that was set first, also below one that was added', () => {
  const editor = createEditor('abcdef', 3);
  editor.add(5);
  editor.add(1);
  editor.add(0);
  assert.equal(editor.run(keepFirstCursor), true);
  assert.deepEqual(editor.ranges(), [[3, 3]]);
  assert.equal(editor.run(keepFirstCursor), false);
});

test('the first cursor stays the first one while all of them type and move', () => {
  const editor = createEditor('abcdef', 3);
  editor.add(1);
  editor.type('--');
  editor.set(2, 6);
  editor.add(0);
  editor.run(keepFirstCursor);
  assert.deepEqual(editor.ranges(), [[6, 6]]);
});

test('where the first cursor was removed, the main one is kept', () => {
  const editor = createEditor('abcdef', 3);
  editor.set(1, 3, 5);
  editor.set(1, 5);
  editor.run(keepFirstCursor);
  assert.deepEqual(editor.ranges(), [[1, 1]]);
});

test('the selected text stays selected once its next occurrences are dropped, and is a cursor after another Escape', () => {
  const editor = createEditor('ab ab ab', 4);
  for (let count = 0; count < 3; count++) editor.run(selectNextOccurrence);
  assert.equal(editor.ranges().length, 3);
  editor.run(keepFirstCursor);
  assert.deepEqual(editor.ranges(), [[3, 5]]);
  editor.run(keepFirstCursor);
  assert.deepEqual(editor.ranges(), [[5, 5]]);
});
