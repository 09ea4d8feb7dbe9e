import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';
import { exportKey, exportKeyStart } from '#exports/files/exportFormat.ts';

function start() {
  const made: string[] = [];
  const failed = new RetryRegistry();
  const change = (key: string, retry?: () => Promise<unknown>, connectionId = 'acme'): FailedChange => ({
    connectionId,
    keys: [key],
    attempt: `Could not ${key}.`,
    retry: retry ?? (async () => made.push(key)),
  });
  const keys = (connectionId?: string) =>
    (connectionId === undefined ? failed.changes : failed.changesOf(connectionId)).map((one) =>
      one.keys.join(),
    );
  return { failed, change, made, keys };
}

describe('changes that failed', () => {
  it('are made again in the order in which they failed, and are gone then', async () => {
    const { failed, change, made, keys } = start();
    for (const key of ['a', 'b', 'c']) failed.add(change(key));
    await failed.retry(failed.changes);
    assert.deepEqual(made, ['a', 'b', 'c']);
    assert.deepEqual(keys(), []);
  });

  it('are dropped once they are made by hand', () => {
    const { failed, change, keys } = start();
    failed.add(change('rename 2'));
    failed.add(change('rename 1'));
    assert.equal(failed.drop('rename 2'), true);
    assert.equal(failed.drop('rename 2'), false);
    assert.deepEqual(keys(), ['rename 1']);
  });

  it('stay if they fail again, behind those that failed before', async () => {
    const { failed, change, made, keys } = start();
    const again: FailedChange = change('a', async () => failed.add(again));
    failed.add(again);
    failed.add(change('b'));
    await failed.retry(failed.changes);
    assert.deepEqual(made, ['b']);
    assert.deepEqual(keys(), ['a']);
  });

  it('stay if the person cancels a question, and so do those after it', async () => {
    const { failed, change, made, keys } = start();
    failed.add(change('a', () => Promise.reject(new Error('cancelled'))));
    failed.add(change('b'));
    await assert.rejects(failed.retry(failed.changes), /cancelled/);
    assert.deepEqual(made, []);
    assert.deepEqual(keys().toSorted(), ['a', 'b']);
  });

  it('are not lost with a connection if the service refused them, also once one of them was made by hand', () => {
    const { failed, change } = start();
    const refused = (keys: readonly string[]): FailedChange => ({
      ...change('a'),
      keys,
      isRefused: true,
      keep: (left) => refused(left),
    });
    failed.add(refused(['a', 'b']));
    failed.add(change('c'));
    failed.drop('a');
    assert.deepEqual(
      failed.lostOf('acme').map(({ keys }) => keys),
      [['c']],
    );
    assert.deepEqual(
      failed.changes.map(({ keys }) => keys),
      [['b'], ['c']],
    );
  });

  it('close their message once they are made again', async () => {
    const { failed, change } = start();
    const [first, second] = [failed.add(change('a')), failed.add(change('b'))];
    await failed.retry(failed.leftOf(first));
    assert.deepEqual([first.aborted, second.aborted], [true, false]);
  });

  it('of several records are retried without those that were changed by hand, and stay until none is left', async () => {
    const { failed, change, made, keys } = start();
    const several = (records: readonly string[]): FailedChange => ({
      ...change(`delete ${records.join()}`),
      keys: records,
      keep: several,
    });
    const gone = failed.add(several(['A', 'B', 'C']));
    const other = failed.add(several(['D']));
    failed.drop('A');
    assert.equal(gone.aborted, false);
    await failed.retry(failed.leftOf(gone));
    assert.deepEqual([made, keys(), gone.aborted], [['delete B,C'], ['D'], true]);
    assert.deepEqual(failed.leftOf(gone), []);
    failed.drop('D');
    assert.equal(other.aborted, true);
  });

  it('are retried without those that were changed by hand during an earlier retry', async () => {
    const { failed, change, made, keys } = start();
    const several = (records: readonly string[]): FailedChange => ({
      ...change(`copy ${records.join()}`),
      keys: records,
      keep: several,
    });
    failed.add(change('first', async () => failed.drop('A', 'D')));
    failed.add(several(['A', 'B', 'C']));
    failed.add(several(['D']));
    await failed.retry(failed.changes);
    assert.deepEqual([made, keys()], [['copy B,C'], []]);
  });

  it('are made once, however often a person asks', async () => {
    const { failed, change, made } = start();
    failed.add(change('a'));
    const all = failed.changes;
    await Promise.all([failed.retry(all), failed.retry(all)]);
    assert.deepEqual(made, ['a']);
  });

  it('of several records keep the part that nobody has made by hand, and are gone with the last one', () => {
    const { failed } = start();
    const several = (records: readonly string[]): FailedChange => ({
      connectionId: 'acme',
      keys: records,
      attempt: `Could not delete ${records.join()}.`,
      retry: async () => undefined,
      keep: several,
    });
    failed.add(several(['A', 'B', 'C']));
    const changed: string[] = [];
    failed.onDidChange((id) => changed.push(id));
    const attempts = () => failed.changes.map(({ attempt }) => attempt);
    failed.drop('D');
    assert.deepEqual([attempts(), changed], [['Could not delete A,B,C.'], []]);
    failed.drop('B');
    assert.deepEqual([attempts(), changed], [['Could not delete A,C.'], ['acme']]);
    failed.drop('A', 'C', 'D');
    assert.deepEqual([attempts(), changed], [[], ['acme', 'acme']]);
  });

  it('of several records are gone once the part that was made is undone', () => {
    const { failed, change } = start();
    const partly = (records: readonly string[], made: readonly object[]): FailedChange => ({
      ...change(`delete ${records.join()}`),
      keys: records,
      made,
      keep: (rest) => partly(rest, made),
    });
    const project = { connectionId: 'acme', projectId: '1' };
    const made = [project];
    const gone = failed.add(partly(['A', 'B'], made));
    failed.add(partly(['E'], [project]));
    failed.drop('A');
    failed.undone([project]);
    assert.equal(gone.aborted, false);
    failed.undone(made);
    assert.equal(gone.aborted, true);
    assert.deepEqual(
      failed.changes.map((one) => one.keys),
      [['E']],
    );
  });

  it('are known by connection, and the event names the connection', () => {
    const { failed, change, keys } = start();
    const changed: string[] = [];
    failed.onDidChange((id) => changed.push(id));
    failed.add(change('a'));
    failed.add(change('b', undefined, 'other'));
    failed.drop('a');
    failed.drop('unknown');
    assert.deepEqual(keys('other'), ['b']);
    assert.deepEqual(keys('acme'), []);
    assert.deepEqual(changed, ['acme', 'other', 'acme']);
  });
});

describe('an offer to resume exports', () => {
  const [one, other] = ['1', '2'].map((id) => ({ tag: `acme/1/cohort/${id}`, format: 'json' }) as const);
  assert.ok(one && other);
  const [part, otherPart] = [
    { ...one, partPath: '/a.part' },
    { ...one, partPath: '/b.part' },
  ];

  it('holds until the last of them is resumed, in the same format', () => {
    const retries = new RetryRegistry();
    const offer = retries.add({ keys: [one, other].map(exportKey) });
    retries.drop(exportKey({ ...one, format: 'csvAll' }));
    retries.drop(exportKey(one));
    retries.drop(exportKey(one));
    assert.equal(offer.aborted, false);
    retries.drop(exportKey(other));
    assert.equal(offer.aborted, true);
  });

  it('of a kept part holds until that part is resumed, whatever happens to another part of the cohort', () => {
    const retries = new RetryRegistry();
    const offers = [part, otherPart, one].map((kept) => retries.add({ keys: [exportKey(kept)] }));
    retries.drop(exportKey(one));
    retries.drop(exportKey(otherPart));
    assert.deepEqual(
      offers.map(({ aborted }) => aborted),
      [false, true, true],
    );
  });

  it('ends with all others once all exports are deleted, and later offers and those of changes hold', () => {
    const retries = new RetryRegistry();
    const offers = [one, part].map((kept) => retries.add({ keys: [exportKey(kept)] }));
    const change = retries.add({ keys: ['rename'] });
    retries.dropAll(exportKeyStart);
    assert.deepEqual(
      [...offers, change, retries.add({ keys: [exportKey(one)] })].map(({ aborted }) => aborted),
      [true, true, false, false],
    );
  });
});

describe('a read that failed', () => {
  const read = { keys: ['read'], connectionId: 'acme' };

  it('is made again once its own connection is back, or any may be', () => {
    const retries = new RetryRegistry();
    const reads: string[] = [];
    retries.add({ ...read, when: 'recovered', readAgain: () => reads.push('acme') });
    retries.add({ ...read, when: 'answered', readAgain: () => reads.push('not offline') });
    retries.recovered('other');
    retries.recovered('acme');
    retries.recovered();
    assert.deepEqual(reads, ['acme', 'acme']);
    assert.deepEqual(retries.changes, []);
  });

  it('is made again at growing intervals while it fails, whatever other responses come, and then no more', async () => {
    const retries = new RetryRegistry(8);
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const readAt: number[] = [];
    const readAgain = () => {
      readAt.push(performance.now());
      if (readAt.length === 5) resolve();
      for (let answers = 0; answers < 3; answers++) retries.answered('acme');
    };
    retries.add({ ...read, when: 'answered', readAgain });
    const from = performance.now();
    retries.answered('other');
    retries.answered('acme');
    await enough;
    retries.drop('read');
    retries.dispose();
    // The waits were 8, 16, 32, 64 and 128 ms at least.
    assert.ok((readAt.at(-1) ?? 0) - from >= 31 * 8 - 5, String(readAt));
  });
});
