import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteBracketPair, insertBracket } from '@codemirror/autocomplete';
import { insertNewlineAndIndent } from '@codemirror/commands';
import { ensureSyntaxTree, indentUnit } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { jsonEditing, startLanguage } from '#webview/filters/editor/jsonLanguage.ts';

/** A text with `|` at the cursor, or around what is selected. */
function stateOf(text: string): EditorState {
  const [head = '', selected, tail] = text.split('|');
  const doc = text.replaceAll('|', '');
  const end = head.length + (tail === undefined ? 0 : (selected ?? '').length);
  const selection = { anchor: head.length, head: end };
  let state = EditorState.create({ doc, selection, extensions: [jsonEditing(), indentUnit.of('  ')] });
  startLanguage({ state, dispatch: (transaction) => (state = transaction.state) });
  return parsed(state);
}

/** CodeMirror parses for 20 ms at a time, which may be too little on a busy machine. */
function parsed(state: EditorState): EditorState {
  const waitMs = 60_000;
  assert.ok(ensureSyntaxTree(state, state.doc.length, waitMs));
  return state;
}

function marked(state: EditorState): string {
  const { main } = state.selection;
  const inside = main.empty ? '|' : `|${state.sliceDoc(main.from, main.to)}|`;
  return state.sliceDoc(0, main.from) + inside + state.sliceDoc(main.to);
}

/** Types one character after the other. */
function typed(before: string, characters: string): string {
  let state = stateOf(before);
  for (const character of characters) {
    const transaction = insertBracket(state, character);
    state = parsed((transaction ?? state.update(state.replaceSelection(character))).state);
  }
  return marked(state);
}

const cases: readonly [name: string, before: string, characters: string, after: string][] = [
  ['a bracket brings its partner', '{"a": |}', '[', '{"a": [|]}'],
  ['a bracket before a comma brings its partner', '[1, |, 2]', '{', '[1, {|}, 2]'],
  ['a quote brings its partner', '{|}', '"', '{"|"}'],
  ['what was brought is typed over', '{|}', '"ab": [{"c": 1}]', '{"ab": [{"c": 1}]|}'],
  ['a bracket in a string stays alone', '{"a|": 1}', '{', '{"a{|": 1}'],
  ['a bracket before a space in a string stays alone', '{"a | b": 1}', '{', '{"a {| b": 1}'],
  ['a quote before text stays alone', '{|"b": 1}', '"a": 2, ', '{"a": 2, |"b": 1}'],
  ['a closing quote that was there before is not typed over', '{"ab|"}', '"', '{"ab"|"}'],
  ['a closing bracket that was there before is not typed over', '{"a": [1|]}', ']', '{"a": [1]|]}'],
  ['a bracket goes around what is selected', '{"a": |1, 2|}', '[', '{"a": [|1, 2|]}'],
  ['a quote in a string that is not closed is typed alone', '{"abc|', '"', '{"abc"|'],
  ['a quote behind a space in a string that is not closed is typed alone', '{"a |', '"', '{"a "|'],
  ['an escaped quote does not close', '{|}', '"a\\"b"', '{"a\\"b"|}'],
  ['a quote behind an escaped backslash closes', '{|}', '"a\\\\"', '{"a\\\\"|}'],
];
for (const [name, before, characters, after] of cases) {
  test(`${name}: ${before} + ${characters}`, () => {
    assert.equal(typed(before, characters), after);
  });
}

test('an inserted closing bracket or quote is typed over only until the cursor has been in another line', () => {
  let state = insertBracket(stateOf('[\n|\n]'), '{')?.state;
  assert.ok(state && insertBracket(state, '}'));
  state = state.update({ selection: { anchor: 0 } }).state;
  state = state.update({ selection: { anchor: 3 } }).state;
  assert.equal(insertBracket(state, '}'), null);
});

for (const [before, after] of [
  ['{|}', '|'],
  ['{"|"}', '{|}'],
  ['{"a": [|]}', '{"a": |}'],
] as const) {
  test(`Backspace deletes both halves of an empty pair: ${before}`, () => {
    let text = '';
    deleteBracketPair({ state: stateOf(before), dispatch: ({ state }) => (text = marked(state)) });
    assert.equal(text, after);
  });
}

for (const [name, before, after] of [
  ['between brackets', '{|}', '{\n  |\n}'],
  ['behind a comma', '{\n  "a": 1,|\n}', '{\n  "a": 1,\n  |\n}'],
  ['behind what opens a list', '{\n  "a": [|]\n}', '{\n  "a": [\n    |\n  ]\n}'],
  ['in a text that is not finished', '{\n  "a": {|', '{\n  "a": {\n    |'],
] as const) {
  test(`Enter ${name} indents the new line`, () => {
    let text = '';
    insertNewlineAndIndent({ state: stateOf(before), dispatch: ({ state }) => (text = marked(state)) });
    assert.equal(text, after);
  });
}
