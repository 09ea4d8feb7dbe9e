import assert from 'node:assert/strict';
import test from 'node:test';
import type { CellRequest } from '#webview/table/cellCache.ts';
import { CellQuestions } from '#webview/table/cellQuestions.ts';

function start() {
  const sent: number[] = [];
  const again = Promise.withResolvers<void>();
  const questions = new CellQuestions(
    (requests) => sent.push(...requests.map(({ from }) => from)),
    again.resolve,
  );
  const ask = (from: number) => questions.ask((): CellRequest[] => [{ from, to: from + 1, columns: [0] }]);
  return { sent, again: again.promise, questions, ask };
}

test('two questions are under way at most; the next one that is sent is the one asked after an answer', () => {
  const { sent, questions, ask } = start();
  for (const from of [1, 2, 3, 4]) ask(from);
  assert.deepEqual(sent, [1, 2]);
  questions.answered();
  for (const from of [5, 6]) ask(from);
  assert.deepEqual(sent, [1, 2, 5]);
  questions.forget();
  for (const from of [7, 8, 9]) ask(from);
  assert.deepEqual(sent, [1, 2, 5, 7, 8]);
});

test('who has nothing to ask is not counted', () => {
  const { sent, questions, ask } = start();
  for (let time = 0; time < 5; time++) questions.ask(() => []);
  ask(1);
  assert.deepEqual(sent, [1]);
});

test('answers that never come are not waited for without end', async () => {
  const { sent, again, ask } = start();
  for (const from of [1, 2, 3]) ask(from);
  await again;
  ask(4);
  assert.deepEqual(sent, [1, 2, 4]);
});

test('drawing waits for an answer for a while, and not at all where something is there', async () => {
  const { again, questions } = start();
  assert.equal(questions.isWorthWaiting(false), false);
  assert.equal(questions.isWorthWaiting(true), true);
  await again;
  assert.equal(questions.isWorthWaiting(true), false, 'it has waited long enough');
  assert.equal(questions.isWorthWaiting(false), false);
  assert.equal(questions.isWorthWaiting(true), true, 'what shows next is waited for again');
});
