import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { selectNextOccurrence } from '@codemirror/search';
import { EditorState, type StateCommand } from '@codemirror/state';
import { selectAllOccurrences, selectLines } from '#webview/filters/editor/selectCommands.ts';

/** The selections after the commands, from `anchor`. */
function select(doc: string, anchor: number, ...commands: readonly StateCommand[]): readonly string[] {
  let state = EditorState.create({
    doc,
    selection: { anchor },
    extensions: EditorState.allowMultipleSelections.of(true),
  });
  for (const command of commands) command({ state, dispatch: (transaction) => (state = transaction.state) });
  return state.selection.ranges.map(({ from, to }) => `${from}-${to}`);
}

describe('all occurrences are selected', () => {
  const doc = 'one two one one';
  const all = ['0-3', '8-11', '12-15'];

  test('of the word at the cursor', () => {
    assert.deepEqual(select(doc, 1, selectAllOccurrences), all);
  });

  test('also where some are selected already', () => {
    assert.deepEqual(select(doc, 1, selectNextOccurrence, selectNextOccurrence), ['0-3', '8-11']);
    assert.deepEqual(select(doc, 1, selectNextOccurrence, selectNextOccurrence, selectAllOccurrences), all);
  });

  test('unless there is no word', () => {
    assert.deepEqual(select('  one', 0, selectAllOccurrences), ['0-0']);
  });
});

describe('the line of the cursor is selected', () => {
  const doc = 'one\ntwo\nthree';

  test('with its break', () => {
    assert.deepEqual(select(doc, 1, selectLines), ['0-4']);
  });

  test('and with the next one at each further press, up to the end of the text', () => {
    assert.deepEqual(select(doc, 1, selectLines, selectLines), ['0-8']);
    assert.deepEqual(select(doc, 1, selectLines, selectLines, selectLines, selectLines), ['0-13']);
  });
});
