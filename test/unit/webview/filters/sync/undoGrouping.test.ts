import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { UndoGrouping, typedInField } from '#webview/filters/sync/undoGrouping.ts';

/** The groups of changes that are made one after the other, each written as what it does at which place. */
function groupsOf(doc: string, ...specs: readonly TransactionSpec[]): number[] {
  const runs = new UndoGrouping();
  let state = EditorState.create({ doc });
  return specs.map((spec) => {
    const transaction = state.update(spec);
    state = transaction.state;
    return runs.groupOf(transaction);
  });
}

function type(from: number, insert: string): TransactionSpec {
  return { changes: { from, insert }, userEvent: 'input.type' };
}
function remove(from: number, to: number, direction: 'backward' | 'forward'): TransactionSpec {
  return { changes: { from, to }, userEvent: `delete.${direction}` };
}

test('letters of one word are one group', () => {
  assert.deepEqual(groupsOf('', type(0, 'a'), type(1, 'b'), type(2, 'c')), [1, 1, 1]);
});

test('a word begins a new group, and the space before it belongs to the last one', () => {
  assert.deepEqual(groupsOf('', type(0, 'a'), type(1, ' '), type(2, ' '), type(3, 'b')), [1, 1, 1, 2]);
});

test('typing elsewhere begins a new group', () => {
  assert.deepEqual(groupsOf('xyz', type(0, 'a'), type(4, 'b')), [1, 2]);
});

test('deleting letter by letter is one group in either direction', () => {
  assert.deepEqual(groupsOf('abcd', remove(3, 4, 'backward'), remove(2, 3, 'backward')), [1, 1]);
  assert.deepEqual(groupsOf('abcd', remove(0, 1, 'forward'), remove(0, 1, 'forward')), [1, 1]);
});

test('typing, deleting and typing again are three groups', () => {
  assert.deepEqual(groupsOf('', type(0, 'a'), remove(0, 1, 'backward'), type(0, 'b')), [1, 2, 3]);
});

test('a paste, a new line and a format are groups of their own', () => {
  const paste: TransactionSpec = { changes: { from: 1, insert: 'x' }, userEvent: 'input.paste' };
  const format: TransactionSpec = {
    changes: [
      { from: 0, insert: ' ' },
      { from: 2, insert: ' ' },
    ],
    userEvent: 'format',
  };
  assert.deepEqual(groupsOf('', type(0, 'a'), paste, type(2, '\n'), format, type(5, 'b')), [1, 2, 3, 4, 5]);
});

test('a composition that replaces what it has typed stays in its group', () => {
  const compose = (from: number, to: number, insert: string): TransactionSpec => ({
    changes: { from, to, insert },
    userEvent: 'input.type.compose',
  });
  assert.deepEqual(
    groupsOf('', compose(0, 0, 'n'), compose(0, 1, 'に'), compose(1, 1, 'h'), compose(1, 2, 'ほ')),
    [1, 1, 1, 1],
  );
});

test('a change after the end of a group begins a new one', () => {
  const runs = new UndoGrouping();
  const state = EditorState.create({ doc: '' });
  const first = state.update(type(0, 'a'));
  assert.equal(runs.groupOf(first), 1);
  runs.end();
  assert.equal(runs.groupOf(first.state.update(type(1, 'b'))), 2);
});

test('typing in a field has the groups of its runs, wherever it changes the text', () => {
  const typed = (run: number, from: number, to: number, insert: string): TransactionSpec => ({
    changes: { from, to, insert },
    annotations: typedInField.of(run),
  });
  const replaced = [
    typed(1, 0, 3, ''),
    typed(1, 1, 1, 'o'),
    typed(2, 2, 2, 'x'),
    type(3, 'y'),
    typed(2, 4, 4, 'z'),
  ];
  assert.deepEqual(groupsOf('paid', ...replaced), [1, 1, 2, 3, 4]);
});
