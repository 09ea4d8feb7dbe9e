import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { pairedTyping, typePair } from '#webview/filters/editor/pairedTyping.ts';

/** Types one character after the other into a text that has `|` at the cursor, or around what is selected. */
function typed(before: string, characters: string): string {
  const [head = '', selected, tail] = before.split('|');
  const doc = before.replaceAll('|', '');
  const selection = {
    anchor: head.length,
    head: head.length + (tail === undefined ? 0 : (selected ?? '').length),
  };
  let state = EditorState.create({ doc, selection, extensions: pairedTyping() });
  for (const character of characters) {
    const { from, to } = state.selection.main;
    const spec = typePair(state, from, to, character) ?? state.replaceSelection(character);
    state = state.update(spec).state;
  }
  const { main } = state.selection;
  const inside = main.empty ? '|' : `|${state.sliceDoc(main.from, main.to)}|`;
  return state.sliceDoc(0, main.from) + inside + state.sliceDoc(main.to);
}

const cases: readonly [name: string, before: string, characters: string, after: string][] = [
  ['a bracket brings its partner', '{"a": |}', '[', '{"a": [|]}'],
  ['a quote brings its partner', '{|}', '"', '{"|"}'],
  ['what was brought is typed over', '{|}', '"ab": [{"c": 1}]', '{"ab": [{"c": 1}]|}'],
  ['a bracket in a string stays alone', '{"a|": 1}', '{', '{"a{|": 1}'],
  ['a quote before text stays alone', '{|"b": 1}', '"a": 2, ', '{"a": 2, |"b": 1}'],
  ['a closing quote that was there before is not typed over', '{"ab|"}', '"', '{"ab"|"}'],
  ['a closing bracket that was there before is not typed over', '{"a": [1|]}', ']', '{"a": [1]|]}'],
  ['a bracket goes around what is selected', '{"a": |1, 2|}', '[', '{"a": [|1, 2|]}'],
  ['a quote in a string that is not closed is typed alone', '{"abc|', '"', '{"abc"|'],
  ['an escaped quote does not close', '{|}', '"a\\"b"', '{"a\\"b"|}'],
];
for (const [name, before, characters, after] of cases) {
  test(`${name}: ${before} + ${characters}`, () => {
    assert.equal(typed(before, characters), after);
  });
}

test('what was brought is a closing half like any other once the cursor has been in another line', () => {
  let state = EditorState.create({ doc: '[\n\n]', selection: { anchor: 2 }, extensions: pairedTyping() });
  const spec = typePair(state, 2, 2, '{');
  assert.ok(spec);
  state = state.update(spec).state;
  assert.ok(typePair(state, 3, 3, '}'));
  state = state.update({ selection: { anchor: 0 } }).state;
  state = state.update({ selection: { anchor: 3 } }).state;
  assert.equal(typePair(state, 3, 3, '}'), undefined);
});
