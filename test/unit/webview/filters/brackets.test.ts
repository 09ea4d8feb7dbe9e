import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EditorState } from '@codemirror/state';
import { typePair } from '../../../../src/webview/filters/brackets.ts';

/** The text with `|` at the cursor, or around what is selected, after typing; undefined where nothing special happens. */
function typed(before: string, character: string): string | undefined {
  const [head = '', ...rest] = before.split('|');
  const selected = rest.length === 2 ? (rest[0] ?? '') : '';
  const doc = before.replaceAll('|', '');
  const [from, to] = [head.length, head.length + selected.length];
  const spec = typePair(
    EditorState.create({ doc, selection: { anchor: from, head: to } }),
    from,
    to,
    character,
  );
  if (!spec) return undefined;
  const { state } = EditorState.create({ doc, selection: { anchor: from, head: to } }).update(spec);
  const { main } = state.selection;
  const text = state.doc.toString();
  const inside = main.empty ? '|' : `|${text.slice(main.from, main.to)}|`;
  return text.slice(0, main.from) + inside + text.slice(main.to);
}

const cases: readonly [name: string, before: string, character: string, after: string | undefined][] = [
  ['a bracket brings its partner', '{"a": |}', '[', '{"a": [|]}'],
  ['a quote brings its partner', '{|}', '"', '{"|"}'],
  ['a bracket in a string stays alone', '{"a|": 1}', '{', undefined],
  ['a quote before text stays alone', '{|abc}', '"', undefined],
  ['a closing quote is moved over', '{"abc|"}', '"', '{"abc"|}'],
  ['a closing bracket that has its partner is moved over', '{"a": [1|]}', ']', '{"a": [1]|}'],
  ['a closing bracket that has none is typed', '{"a": 1|]}', ']', undefined],
  ['a bracket goes around what is selected', '{"a": |1, 2|}', '[', '{"a": [|1, 2|]}'],
  ['a quote in a string that is not closed is typed alone', '{"abc|', '"', undefined],
  ['other characters are just typed', '{|}', 'x', undefined],
];
for (const [name, before, character, after] of cases) {
  test(`${name}: ${before} + ${character}`, () => {
    assert.equal(typed(before, character), after);
  });
}
