import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RequestCoalescer } from '#model/documents/remoteDocument.ts';

/** Counts the requests, which are answered by hand. */
function createRequests() {
  const pending: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const request = () => new Promise<string>((resolve, reject) => pending.push({ resolve, reject }));
  return { pending, request };
}

describe('a pending request', () => {
  test('is shared by all callers until its response', async () => {
    const { pending, request } = createRequests();
    const coalescer = new RequestCoalescer<string>(1000);
    const both = [coalescer.get(0, request), coalescer.get(999, request)];
    assert.equal(pending.length, 1);
    pending[0]?.resolve('one');
    assert.deepEqual(await Promise.all(both), ['one', 'one']);
  });

  test('is sent again once it is answered, outdated or dropped', async () => {
    const { pending, request } = createRequests();
    const coalescer = new RequestCoalescer<string>(1000);
    const first = coalescer.get(0, request);
    pending[0]?.resolve('one');
    await first;
    const second = coalescer.get(1, request);
    const third = coalescer.get(1001, request);
    coalescer.forget();
    const fourth = coalescer.get(1002, request);
    assert.equal(pending.length, 4);
    for (const { resolve } of pending) resolve('again');
    assert.deepEqual(await Promise.all([second, third, fourth]), ['again', 'again', 'again']);
  });

  test('that fails does so for all who share it, and is sent again for the next caller', async () => {
    const { pending, request } = createRequests();
    const coalescer = new RequestCoalescer<string>(1000);
    const both = [coalescer.get(0, request), coalescer.get(0, request)];
    pending[0]?.reject(new Error('gone'));
    for (const answer of both) await assert.rejects(answer, /gone/);
    const next = coalescer.get(1, request);
    pending[1]?.resolve('back');
    assert.equal(await next, 'back');
  });

  test('that is old leaves a newer pending one alone when it is answered', async () => {
    const { pending, request } = createRequests();
    const coalescer = new RequestCoalescer<string>(1000);
    const old = coalescer.get(0, request);
    const newer = coalescer.get(1000, request);
    pending[0]?.resolve('old');
    await old;
    const shared = coalescer.get(1001, request);
    assert.equal(pending.length, 2);
    pending[1]?.resolve('newer');
    assert.deepEqual(await Promise.all([newer, shared]), ['newer', 'newer']);
  });
});
