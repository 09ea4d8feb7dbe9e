import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StateCommand } from '@codemirror/state';
import {
  expandSelection,
  selectionHistory,
  shrinkSelection,
  undoCursorMove,
} from '#webview/filters/editor/selectionHistory.ts';
import { createParsedJson } from './parsedJson.ts';

const doc = '{"a": [10, 20]}';

/** An editor without a page; `selected` is the selected text. */
function createEditor(cursor: number) {
  let state = createParsedJson({ doc, selection: { anchor: cursor } }, selectionHistory());
  const dispatch: Parameters<StateCommand>[0]['dispatch'] = (transaction) => (state = transaction.state);
  return {
    run: (command: StateCommand) => command({ state, dispatch }),
    moveTo: (anchor: number) => dispatch(state.update({ selection: { anchor } })),
    type: (insert: string) => dispatch(state.update(state.replaceSelection(insert))),
    selected: () => state.sliceDoc(state.selection.main.from, state.selection.main.to),
    cursor: () => state.selection.main.head,
  };
}

test('a selection expands to what is around it, and shrinks the same way', () => {
  const editor = createEditor(doc.indexOf('20') + 1);
  const seen: string[] = [];
  while (editor.run(expandSelection)) seen.push(editor.selected());
  assert.deepEqual(seen.slice(0, 3), ['20', '[10, 20]', '"a": [10, 20]']);
  editor.run(shrinkSelection);
  assert.equal(editor.selected(), seen.at(-2));
  while (editor.run(shrinkSelection));
  assert.equal(editor.cursor(), doc.indexOf('20') + 1);
});

test('there is nothing to shrink once the cursor has been moved', () => {
  const editor = createEditor(3);
  editor.run(expandSelection);
  editor.moveTo(0);
  assert.equal(editor.run(shrinkSelection), false);
});

test('moves of the cursor are undone one by one, up to the last change of the text', () => {
  const editor = createEditor(0);
  editor.moveTo(3);
  editor.type('x');
  editor.moveTo(8);
  editor.moveTo(1);
  assert.equal(editor.run(undoCursorMove), true);
  assert.equal(editor.cursor(), 8);
  assert.equal(editor.run(undoCursorMove), true);
  assert.equal(editor.cursor(), 4);
  assert.equal(editor.run(undoCursorMove), false);
});
