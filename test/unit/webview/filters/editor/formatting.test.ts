import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { formatting } from '#webview/filters/editor/formatting.ts';

function format(
  doc: string,
  cursor = 0,
): { readonly text: string; readonly cursor: number; readonly pieces: number } {
  const state = EditorState.create({ doc, selection: { anchor: cursor } });
  const spec = formatting(state);
  assert.ok(spec);
  const transaction = state.update(spec);
  let pieces = 0;
  transaction.changes.iterChanges(() => pieces++);
  return { text: transaction.newDoc.toString(), cursor: transaction.newSelection.main.head, pieces };
}

test('a JSON object is laid out in pieces, so that marks and cursors stay where they were', () => {
  const { text, cursor, pieces } = format('{"a":1,"b":2}', 8);
  assert.equal(text, '{\n  "a": 1,\n  "b": 2\n}');
  assert.equal(text.slice(cursor), 'b": 2\n}');
  assert.ok(pieces > 1);
});

test('very many pieces become one, and the cursor still stays at its character', () => {
  const doc = JSON.stringify({ list: Array.from({ length: 2000 }, (_, index) => ({ index })) });
  const at = doc.indexOf('"index":1234') + 3;
  const { text, cursor, pieces } = format(doc, at);
  assert.equal(text, JSON.stringify(JSON.parse(doc), null, 2));
  assert.equal(text.slice(cursor, cursor + 10), 'dex": 1234');
  assert.equal(pieces, 1);
});

test('a text that is laid out already does not change', () => {
  assert.deepEqual(formatting(EditorState.create({ doc: '{\n  "a": 1\n}\n' })), {});
});

test('a text that is no JSON object is left alone', () => {
  assert.equal(formatting(EditorState.create({ doc: '{"a":1,}' })), undefined);
});
