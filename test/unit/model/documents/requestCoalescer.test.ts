import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RequestCoalescer } from '#model/documents/requestCoalescer.ts';

/** Counts the questions, which are answered by hand. */
function createQuestion() {
  const waiting: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const ask = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
  return { waiting, ask };
}

describe('a question under way', () => {
  test('is shared by who asks the same meanwhile, and by nobody else', async () => {
    const { waiting, ask } = createQuestion();
    const answers = new RequestCoalescer<string>(1000);
    const both = [answers.get('a', 0, ask), answers.get('a', 999, ask)];
    const other = answers.get('b', 0, ask);
    assert.equal(waiting.length, 2);
    waiting[0]?.resolve('one');
    waiting[1]?.resolve('other');
    assert.deepEqual(await Promise.all([...both, other]), ['one', 'one', 'other']);
  });

  test('is asked again once it is answered, too old or forgotten', async () => {
    const { waiting, ask } = createQuestion();
    const answers = new RequestCoalescer<string>(1000);
    const first = answers.get('a', 0, ask);
    waiting[0]?.resolve('one');
    await first;
    const second = answers.get('a', 1, ask);
    const third = answers.get('a', 1001, ask);
    answers.forget();
    const fourth = answers.get('a', 1002, ask);
    assert.equal(waiting.length, 4);
    for (const { resolve } of waiting) resolve('again');
    assert.deepEqual(await Promise.all([second, third, fourth]), ['again', 'again', 'again']);
  });

  test('that fails does so for all who share it, and is asked anew by the next', async () => {
    const { waiting, ask } = createQuestion();
    const answers = new RequestCoalescer<string>(1000);
    const both = [answers.get('a', 0, ask), answers.get('a', 0, ask)];
    waiting[0]?.reject(new Error('gone'));
    for (const answer of both) await assert.rejects(answer, /gone/);
    const next = answers.get('a', 1, ask);
    waiting[1]?.resolve('back');
    assert.equal(await next, 'back');
  });

  test('that is old leaves a newer one under way alone when it is answered', async () => {
    const { waiting, ask } = createQuestion();
    const answers = new RequestCoalescer<string>(1000);
    const old = answers.get('a', 0, ask);
    const newer = answers.get('a', 1000, ask);
    waiting[0]?.resolve('old');
    await old;
    const shared = answers.get('a', 1001, ask);
    assert.equal(waiting.length, 2);
    waiting[1]?.resolve('newer');
    assert.deepEqual(await Promise.all([newer, shared]), ['newer', 'newer']);
  });
});
