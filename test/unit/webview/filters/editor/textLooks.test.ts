import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertBracket } from '@codemirror/autocomplete';
import { insertNewlineAndIndent } from '@codemirror/commands';
import { ensureSyntaxTree, indentUnit } from '@codemirror/language';
import { SearchQuery, getSearchQuery, setSearchQuery } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { finding, jsonEditing, startLanguage } from '#webview/filters/editor/textLooks.ts';

/** A text with `|` at the cursor, parsed to its end: CodeMirror itself stops after 20 ms, too soon on a busy machine. */
function stateOf(text: string): EditorState {
  const anchor = text.indexOf('|');
  const extensions = [jsonEditing(), finding(), indentUnit.of('  ')];
  let state = EditorState.create({ doc: text.replace('|', ''), selection: { anchor }, extensions });
  startLanguage({ state, dispatch: (transaction) => (state = transaction.state) });
  assert.ok(ensureSyntaxTree(state, state.doc.length, 60_000));
  return state;
}

function marked({ doc, selection }: EditorState): string {
  return `${doc.sliceString(0, selection.main.head)}|${doc.sliceString(selection.main.head)}`;
}

test('a bracket or a quote brings its partner', () => {
  for (const [before, typed, after] of [
    ['{"a": |}', '[', '{"a": [|]}'],
    ['{|}', '"', '{"|"}'],
  ] as const) {
    const state = insertBracket(stateOf(before), typed)?.state;
    assert.equal(state && marked(state), after);
  }
});

test('Enter behind what opens a list indents the new line by its depth', () => {
  let text = '';
  const state = stateOf('{\n  "a": [|]\n}');
  insertNewlineAndIndent({ state, dispatch: (transaction) => (text = marked(transaction.state)) });
  assert.equal(text, '{\n  "a": [\n    |\n  ]\n}');
});

test('a search takes a backslash as it is, but in a regular expression', () => {
  const { state } = stateOf('|["a\\nb",\n"c"]').update({});
  const countOf = (config: { readonly search: string; readonly regexp?: boolean }) => {
    const effects = setSearchQuery.of(new SearchQuery(config));
    const searched = state.update({ effects }).state;
    const cursor = getSearchQuery(searched).getCursor(searched);
    let count = 0;
    while (!cursor.next().done) count++;
    return count;
  };
  assert.equal(countOf({ search: '\\nb' }), 1);
  assert.equal(countOf({ search: '\\n"c' }), 0);
  assert.equal(countOf({ search: '\\n"c', regexp: true }), 1);
});
