import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';

describe('a keyed queue', () => {
  it('runs tasks of a key in order, also after one fails', async () => {
    const [queues, seen, gate] = [new KeyedQueue(), [] as string[], Promise.withResolvers<void>()];
    const first = queues.run('name', async () => {
      await gate.promise;
      seen.push('first');
      throw new Error('failed');
    });
    const second = queues.run('name', async () => seen.push('second'));
    await queues.run('other', async () => seen.push('of another name'));
    gate.resolve();
    await assert.rejects(first, /failed/);
    assert.equal(await second, 3);
    assert.deepEqual(seen, ['of another name', 'first', 'second']);
  });

  it('runs a task at once when it is empty', async () => {
    const queues = new KeyedQueue();
    await queues.run('name', async () => undefined);
    assert.equal(await queues.run('name', async () => 'done'), 'done');
  });
});
