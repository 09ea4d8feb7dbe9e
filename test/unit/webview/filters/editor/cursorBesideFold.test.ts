import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeFolding, foldEffect, foldedRanges } from '@codemirror/language';
import { EditorSelection, EditorState } from '@codemirror/state';
import { cursorBesideFold } from '#webview/filters/editor/cursorBesideFold.ts';

const doc = '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}';
const fold = { from: doc.indexOf('\n    "b"'), to: doc.indexOf('},') };

/** Folds the value of "a". */
function folded(selection: EditorSelection): EditorState {
  const extensions = [codeFolding(), cursorBesideFold(), EditorState.allowMultipleSelections.of(true)];
  const state = EditorState.create({ doc, selection, extensions });
  return state.update({ effects: foldEffect.of(fold) }).state;
}

test('a cursor that a fold hides moves to the end of the line that stays visible', () => {
  const state = folded(EditorSelection.single(doc.indexOf('"b"')));
  assert.equal(state.selection.main.head, fold.from);
  assert.equal(state.doc.lineAt(state.selection.main.head).number, 2);
  assert.equal(foldedRanges(state).size, 1);
});

test('each of several cursors moves, and what is selected as far as it is hidden', () => {
  const hidden = doc.indexOf('1');
  const { ranges, mainIndex } = folded(
    EditorSelection.create([EditorSelection.range(3, hidden), EditorSelection.cursor(doc.length)], 1),
  ).selection;
  assert.deepEqual(
    ranges.map(({ anchor, head }) => [anchor, head]),
    [
      [3, fold.from],
      [doc.length, doc.length],
    ],
  );
  assert.equal(mainIndex, 1);
});

test('a cursor beside a fold stays', () => {
  for (const at of [0, fold.from, fold.to, doc.indexOf('"c"')])
    assert.equal(folded(EditorSelection.single(at)).selection.main.head, at);
});
