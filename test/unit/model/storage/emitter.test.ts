import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { Emitter, reportListenerErrors } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { RecentMap } from '#model/storage/recentMap.ts';

test('a listener that throws stops neither the others nor the caller, and its error is reported', (t) => {
  const errors: unknown[] = [];
  const reporting = reportListenerErrors((error) => errors.push(error));
  t.after(() => reporting.dispose());
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const failure = new Error('of a listener');
  emitter.event((value) => heard.push(`first ${value}`));
  emitter.event(() => {
    throw failure;
  });
  emitter.event((value) => heard.push(`last ${value}`));
  emitter.fire(1);
  assert.deepEqual(heard, ['first 1', 'last 1']);
  assert.deepEqual(errors, [failure]);
});

describe('a serial queue', () => {
  it('runs tasks of one key in order, also after one fails', async () => {
    const [queues, seen, gate] = [new SerialQueue(), [] as string[], Promise.withResolvers<void>()];
    const first = queues.run(async () => {
      await gate.promise;
      seen.push('first');
      throw new Error('failed');
    });
    const second = queues.run(async () => seen.push('second'));
    await queues.run(async () => seen.push('of another key'), 'other');
    gate.resolve();
    await assert.rejects(first, /failed/);
    assert.equal(await second, 3);
    assert.deepEqual(seen, ['of another key', 'first', 'second']);
  });

  it('runs a task at once when it is empty', async () => {
    const queues = new SerialQueue();
    await queues.run(async () => undefined);
    assert.equal(await queues.run(async () => 'done'), 'done');
  });
});

test('a map of the last entries keeps those that were set last, however many come', () => {
  const map = new RecentMap<string, number>(3);
  for (let n = 0; n < 1000; n++) {
    map.set('used', n);
    map.set(`document ${n}`, n);
  }
  assert.deepEqual(
    [...map],
    [
      ['document 998', 998],
      ['used', 999],
      ['document 999', 999],
    ],
  );
});
