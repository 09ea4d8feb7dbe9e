import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nextSnippetField, snippet } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { EditorState, Text, type Transaction, type TransactionSpec } from '@codemirror/state';
import {
  insertPlain,
  snippetTemplate,
  suggestionIcons,
  toCompletionResult,
} from '#webview/filters/assist/languageHelp.ts';
import type { OfferedChoice, Choices } from '#webview/filters/assist/hostQuestions.ts';

function choice(given: Partial<OfferedChoice>): OfferedChoice {
  const { insert = '"a"' } = given;
  return {
    kind: 'value',
    label: insert,
    details: '',
    filter: insert,
    insert,
    from: 0,
    to: 0,
    stops: [],
    documentation: '',
    isContinued: false,
    ...given,
  };
}

const whole = (...choices: readonly OfferedChoice[]): Choices => ({ choices, isIncomplete: false });

describe('choices of the host', () => {
  test('of no kind bear the tick of what is chosen', () => {
    assert.ok(![...suggestionIcons.values()].includes('check'));
  });

  test('match what is typed without regard to quotes', () => {
    const choices = [
      choice({ filter: '"exact"' }),
      choice({ filter: '12 DACH customers', label: 'DACH customers' }),
    ];
    const { options } = toCompletionResult(whole(...choices), Text.of(['']), 0);
    assert.deepEqual(
      options.map(({ label }) => label),
      ['exact', '12 DACH customers'],
    );
  });

  test('are compared with what follows the quote', () => {
    const text = Text.of(['"ex"']);
    assert.equal(toCompletionResult(whole(choice({ from: 0, to: 4 })), text, 3).from, 1);
    assert.equal(toCompletionResult(whole(choice({ from: 0, to: 4 })), text, 0).from, 0);
  });

  test('keep the order of the host', () => {
    const choices = ['b', 'a', 'c'].map((insert) => choice({ insert }));
    const { options } = toCompletionResult(whole(...choices), Text.of(['']), 0);
    const sorted = options.toSorted((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''));
    assert.deepEqual(
      sorted.map(({ displayLabel }) => displayLabel),
      ['b', 'a', 'c'],
    );
  });

  test('are asked for again at each letter where they are not all', () => {
    const some = { choices: [choice({})], isIncomplete: true };
    assert.equal(toCompletionResult(some, Text.of(['']), 0).validFor, undefined);
  });

  test('show their details beside them', () => {
    const { options } = toCompletionResult(whole(choice({ details: '#12 · 7 persons' })), Text.of(['']), 0);
    assert.equal(options[0]?.detail, '#12 · 7 persons');
  });

  for (const [text, typed, isSame] of [
    ['"', 'is_not', true],
    ['"', 'is not', true],
    ['"', 'is_not"', false],
    ['', 'nul', true],
    ['', 'null,', false],
    ['', '"', false],
  ] as const) {
    test(`after ${text || 'nothing'} ${isSame ? 'remain' : 'are asked for again'} when ${typed} is typed`, () => {
      const { validFor } = toCompletionResult(
        whole(choice({ to: text.length })),
        Text.of([text]),
        text.length,
      );
      assert.ok(validFor instanceof RegExp);
      assert.equal(validFor.test(typed), isSame);
    });
  }
});

/** An editor without a page. */
class Editor {
  state: EditorState;
  constructor(doc: string) {
    this.state = EditorState.create({ doc, extensions: indentUnit.of('  ') });
  }
  readonly dispatch = (transaction: Transaction): void => {
    this.state = transaction.state;
  };
  apply(spec: TransactionSpec): void {
    this.dispatch(this.state.update(spec));
  }
  get selected(): string {
    const { main } = this.state.selection;
    return this.state.sliceDoc(main.from, main.to);
  }
}

/** Inserts a snippet at `|`. */
function insertSnippet(before: string, given: Pick<OfferedChoice, 'insert' | 'stops'>): Editor {
  const at = before.indexOf('|');
  const editor = new Editor(before.replace('|', ''));
  snippet(snippetTemplate(given))(editor, null, at, at);
  return editor;
}

function stopsAt(insert: string, ...words: readonly string[]): OfferedChoice['stops'] {
  return words.map((word) => ({ from: insert.indexOf(word), to: insert.indexOf(word) + word.length }));
}

describe('a snippet', () => {
  test('is laid out for its position, and its stops follow one after the other', () => {
    const insert = '{\n\t"a": "one",\n\t"b": {"c": "two"}\n}';
    const editor = insertSnippet('    |', { insert, stops: stopsAt(insert, 'two', 'one') });
    assert.equal(editor.state.doc.toString(), '    {\n      "a": "one",\n      "b": {"c": "two"}\n    }');
    assert.equal(editor.selected, 'two');
    nextSnippetField(editor);
    assert.equal(editor.selected, 'one');
  });

  test('keeps braces, dollars and backslashes as they are', () => {
    const insert = '{"a": "${1}", "b": "\\\\{#{x}", "c": {}}';
    const { state } = insertSnippet('|', { insert, stops: stopsAt(insert, '{}') });
    assert.equal(state.doc.toString(), insert);
  });

  for (const [typed, chosen] of [
    ['icont', 'icontains'],
    ['plan', 'plan'],
  ] as const)
    test(`goes on to its next stop after “${typed}” was typed and “${chosen}” chosen`, () => {
      const insert = '{"a": "one", "b": "two"}';
      const editor = insertSnippet('|', { insert, stops: stopsAt(insert, 'one', 'two') });
      editor.apply({ ...editor.state.replaceSelection(typed), userEvent: 'input.type' });
      editor.apply(insertPlain(editor.state, { label: '' }, `"${chosen}"`, 6, 8 + typed.length));
      assert.equal(editor.state.doc.toString(), `{"a": "${chosen}", "b": "two"}`);
      nextSnippetField(editor);
      assert.equal(editor.selected, 'two');
    });
});

test('a suggestion changes only what differs, and the cursor goes after it', () => {
  const editor = new Editor('{"a": "set"}');
  const transaction = editor.state.update(insertPlain(editor.state, { label: '' }, '"is_set"', 6, 11));
  const changes: unknown[] = [];
  transaction.changes.iterChanges((from, to, _from, _to, text) => changes.push([from, to, text.toString()]));
  assert.deepEqual(changes, [[7, 7, 'is_']]);
  assert.equal(transaction.state.doc.toString(), '{"a": "is_set"}');
  assert.equal(transaction.newSelection.main.head, 14);
});
