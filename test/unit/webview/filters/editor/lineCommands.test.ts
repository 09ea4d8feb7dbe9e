import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indentUnit } from '@codemirror/language';
import { EditorState, type StateCommand } from '@codemirror/state';
import { addCursorsAtLineEnds, indentOrTab, insertLineAbove } from '#webview/filters/editor/lineCommands.ts';

function run(command: StateCommand, doc: string, anchor: number, head = anchor): string {
  let after = '';
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions: indentUnit.of('  ') });
  command({
    state,
    dispatch: ({ state: { doc: text, selection } }) => {
      const at = selection.main.head;
      after = `${text.sliceString(0, at)}|${text.sliceString(at)}`;
    },
  });
  return after;
}

test('Tab fills up to the next tab stop', () => {
  assert.equal(run(indentOrTab, 'abc', 1), 'a |bc');
  assert.equal(run(indentOrTab, 'abc', 2), 'ab  |c');
});

test('Tab indents the lines that are selected', () => {
  assert.equal(run(indentOrTab, '1\n2', 0, 3), '  1\n  2|');
});

test('a line is inserted above, as deep as the one below it', () => {
  assert.equal(run(insertLineAbove, '{\n  "a": 1\n}', 8), '{\n  |\n  "a": 1\n}');
});

test('each selected line gets a cursor at its end, the last one where the selection ends', () => {
  const cursors = (anchor: number, head: number): readonly number[] | undefined => {
    let found: readonly number[] | undefined;
    const state = EditorState.create({
      doc: 'one\ntwo\nthree',
      selection: { anchor, head },
      extensions: EditorState.allowMultipleSelections.of(true),
    });
    addCursorsAtLineEnds({
      state,
      dispatch: ({ state: { selection } }) => (found = selection.ranges.map((range) => range.head)),
    });
    return found;
  };
  assert.deepEqual(cursors(1, 10), [3, 7, 10]);
  assert.deepEqual(cursors(8, 1), [3, 7]);
  assert.equal(cursors(2, 2), undefined);
});
