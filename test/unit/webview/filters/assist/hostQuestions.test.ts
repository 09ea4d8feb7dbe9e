import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Text } from '@codemirror/state';
import type { CompletionChoice, WebviewMessage } from '#protocol/filtersMessages.ts';
import { HostQuestions } from '#webview/filters/assist/hostQuestions.ts';

const text = Text.of(['{', '  "a": 1', '}']);
const span = { from: { line: 1, character: 7 }, to: { line: 1, character: 8 } };

const found: CompletionChoice = {
  ...span,
  kind: 'value',
  label: 'true',
  details: '',
  filter: 'true',
  insert: 'true',
  stops: [],
  documentation: '',
  isContinued: false,
};

/** A page that shows `text`. */
class Page {
  doc = text;
  readonly posted: WebviewMessage[] = [];
  settle = (): void => undefined;
  readonly questions = new HostQuestions({
    doc: () => this.doc,
    version: () => 7,
    post: (message) => this.posted.push(message),
    afterSettling: (run) => (this.settle = run),
  });
}

test('a position is asked about once the host has all of the text, and its answer comes by offsets', async () => {
  const page = new Page();
  const choices = page.questions.choicesAt(text, 9);
  assert.deepEqual(page.posted, []);
  page.settle();
  assert.deepEqual(page.posted, [
    { type: 'completeAt', id: 1, version: 7, position: { line: 1, character: 7 } },
  ]);
  page.questions.receive({ type: 'completions', id: 1, choices: [found], isIncomplete: false });
  assert.deepEqual(await choices, { choices: [{ ...found, from: 9, to: 10 }], isIncomplete: false });
});

test('a choice for a position that the text does not have is left out', async () => {
  const page = new Page();
  const choices = page.questions.choicesAt(text, 9);
  page.settle();
  const outside = { ...found, to: { line: 9, character: 0 } };
  page.questions.receive({ type: 'completions', id: 1, choices: [outside], isIncomplete: false });
  assert.deepEqual((await choices)?.choices, []);
});

test('the last question of a kind counts', async () => {
  const page = new Page();
  const first = page.questions.hoverAt(text, 4);
  page.settle();
  const second = page.questions.hoverAt(text, 5);
  page.settle();
  page.questions.receive({ type: 'hover', id: 1, ...span, text: 'old' });
  page.questions.receive({ type: 'hover', id: 2, ...span, text: 'new' });
  assert.equal(await first, undefined);
  assert.deepEqual(await second, { from: 9, to: 10, text: 'new' });
});

test('nothing is asked where the text has changed', async () => {
  const page = new Page();
  const choices = page.questions.choicesAt(text, 9);
  page.doc = Text.of(['{}']);
  page.settle();
  assert.deepEqual(page.posted, []);
  assert.equal(await choices, undefined);
});

test('an answer does not count where the text has changed', async () => {
  const page = new Page();
  const choices = page.questions.choicesAt(text, 9);
  page.settle();
  page.doc = Text.of(['{}']);
  page.questions.receive({ type: 'completions', id: 1, choices: [found], isIncomplete: false });
  assert.equal(await choices, undefined);
});

test('an empty hover is none', async () => {
  const page = new Page();
  const nothing = page.questions.hoverAt(text, 4);
  page.settle();
  page.questions.receive({ type: 'hover', id: 1, ...span, text: '' });
  assert.equal(await nothing, undefined);
});
