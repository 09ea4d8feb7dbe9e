import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FailedChange, FailedChanges } from '#model/records/changes/failedChanges.ts';
import type { ProjectRef } from '#model/records/recordRef.ts';

function start() {
  const made: string[] = [];
  const failed = new FailedChanges();
  const change = (key: string, retry?: () => Promise<unknown>, connectionId = 'acme'): FailedChange => ({
    connectionId,
    key,
    attempt: `Could not ${key}.`,
    retry: retry ?? (async () => made.push(key)),
  });
  const keys = (connectionId?: string) =>
    (connectionId === undefined ? failed.all : failed.of(connectionId)).map(({ key }) => key);
  return { failed, change, made, keys };
}

describe('changes that failed', () => {
  it('are made again in the order in which they failed, and are gone then', async () => {
    const { failed, change, made, keys } = start();
    for (const key of ['a', 'b', 'c']) failed.add(change(key));
    await failed.retry(failed.all);
    assert.deepEqual(made, ['a', 'b', 'c']);
    assert.deepEqual(keys(), []);
  });

  it('are replaced by a later one of the same kind, and dropped once it is made by hand', () => {
    const { failed, change, keys } = start();
    failed.add(change('rename 1'));
    failed.add(change('rename 2'));
    failed.add(change('rename 1'));
    assert.deepEqual(keys(), ['rename 2', 'rename 1']);
    assert.equal(failed.drop('rename 2'), true);
    assert.equal(failed.drop('rename 2'), false);
    assert.deepEqual(keys(), ['rename 1']);
  });

  it('stay if they fail again, behind those that failed before', async () => {
    const { failed, change, made, keys } = start();
    const again: FailedChange = change('a', async () => failed.add(again));
    failed.add(again);
    failed.add(change('b'));
    await failed.retry(failed.all);
    assert.deepEqual(made, ['b']);
    assert.deepEqual(keys(), ['a']);
  });

  it('stay if the person cancels a question, and so do those after it', async () => {
    const { failed, change, made, keys } = start();
    failed.add(change('a', () => Promise.reject(new Error('cancelled'))));
    failed.add(change('b'));
    await assert.rejects(failed.retry(failed.all), /cancelled/);
    assert.deepEqual(made, []);
    assert.deepEqual(keys().toSorted(), ['a', 'b']);
  });

  it('close their message once they are made or have failed again', () => {
    const { failed, change } = start();
    const first = failed.add(change('a'));
    const second = failed.add(change('a'));
    assert.deepEqual([first.aborted, second.aborted], [true, false]);
    failed.drop('a');
    assert.equal(second.aborted, true);
  });

  it('of several records are retried without those that were changed by hand, and stay until none is left', async () => {
    const { failed, change, made, keys } = start();
    const several = (records: readonly string[]): FailedChange => ({
      ...change(`delete ${records.join()}`),
      parts: { action: 'delete', records, made: [], keep: several },
    });
    const gone = failed.add(several(['A', 'B', 'C']));
    const other = failed.add(several(['D']));
    failed.dropParts('delete', ['A']);
    assert.equal(gone.aborted, false);
    await failed.retry(failed.leftOf(gone));
    assert.deepEqual([made, keys(), gone.aborted], [['delete B,C'], ['delete D'], true]);
    assert.deepEqual(failed.leftOf(gone), []);
    failed.dropParts('delete', ['D']);
    assert.equal(other.aborted, true);
  });

  it('are made once, however often a person asks', async () => {
    const { failed, change, made } = start();
    failed.add(change('a'));
    const all = failed.all;
    await Promise.all([failed.retry(all), failed.retry(all)]);
    assert.deepEqual(made, ['a']);
  });

  it('of several records keep the part that nobody has made by hand, and are gone with the last one', () => {
    const { failed } = start();
    const several = (records: readonly string[]): FailedChange => ({
      connectionId: 'acme',
      key: `delete ${records.join()}`,
      attempt: `Could not delete ${records.join()}.`,
      retry: async () => undefined,
      parts: { action: 'delete', records, made: [], keep: several },
    });
    failed.add(several(['A', 'B', 'C']));
    const changed: string[] = [];
    failed.onDidChange((id) => changed.push(id));
    const attempts = () => failed.all.map(({ attempt }) => attempt);
    failed.dropParts('pin', ['A', 'B', 'C']);
    failed.dropParts('delete', ['D']);
    assert.deepEqual([attempts(), changed], [['Could not delete A,B,C.'], []]);
    failed.dropParts('delete', ['B']);
    assert.deepEqual([attempts(), changed], [['Could not delete A,C.'], ['acme']]);
    failed.dropParts('delete', ['A', 'C', 'D']);
    assert.deepEqual([attempts(), changed], [[], ['acme', 'acme']]);
  });

  it('of several records are gone once the part that was made is undone', () => {
    const { failed, change } = start();
    const partly = (records: readonly string[], made: readonly ProjectRef[]): FailedChange => ({
      ...change(`delete ${records.join()}`),
      parts: { action: 'delete', records, made, keep: (rest) => partly(rest, made) },
    });
    const project = { connectionId: 'acme', projectId: '1' };
    const made = [project];
    const gone = failed.add(partly(['A', 'B'], made));
    failed.add(partly(['E'], [project]));
    failed.dropParts('delete', ['A']);
    failed.undone({ projects: [project] });
    assert.equal(gone.aborted, false);
    failed.undone({ projects: made });
    assert.equal(gone.aborted, true);
    assert.deepEqual(
      failed.all.map(({ key }) => key),
      ['delete E'],
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
