import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '#api/apiError.ts';
import { ConnectionError } from '#model/connections/connectionError.ts';
import { UndoHistory, changeOfEach, type ReversibleChange } from '#model/records/changes/undoHistory.ts';

const project = { connectionId: 'acme', projectId: '1' };

/** Changes that write what is done to them into `log`. */
function start() {
  const log: string[] = [];
  const history = new UndoHistory();
  const change = (label: string, undo?: () => Promise<boolean>): ReversibleChange => ({
    label,
    items: [project],
    undo:
      undo ??
      (async () => {
        log.push(`undo ${label}`);
        return true;
      }),
    redo: async () => {
      log.push(`redo ${label}`);
      return true;
    },
  });
  return { history, log, change };
}

describe('the history of changes', () => {
  it('undoes the last change first, and redoes in the other direction', async () => {
    const { history, log, change } = start();
    history.add(change('a'));
    history.add(change('b'));
    assert.equal((await history.undo())?.change.label, 'b');
    await history.undo();
    assert.equal(await history.undo(), undefined);
    await history.redo();
    await history.redo();
    assert.equal(await history.redo(), undefined);
    await history.undo();
    assert.deepEqual(log, ['undo b', 'undo a', 'redo a', 'redo b', 'undo b']);
  });

  it('keeps a change whose undo fails while another one is made, in its place', async () => {
    const { history, log, change } = start();
    const failing = Promise.withResolvers<boolean>();
    let undo = () => failing.promise;
    history.add(change('a'));
    history.add(change('b', () => undo()));
    const step = history.undo();
    await new Promise(setImmediate);
    history.add(change('c'));
    failing.reject(new ApiError('timeout', 'No response.'));
    assert.equal((await step)?.isDone, false);
    undo = async () => {
      log.push('undo b');
      return true;
    };
    while (await history.undo());
    assert.deepEqual(log, ['undo c', 'undo b', 'undo a']);
  });

  it('does not bring back a change of a connection that is dropped while its undo fails', async () => {
    const { history, change } = start();
    const failing = Promise.withResolvers<boolean>();
    history.add(change('a', () => failing.promise));
    const step = history.undo();
    await new Promise(setImmediate);
    history.forget(project.connectionId);
    failing.resolve(false);
    await step;
    assert.equal(await history.undo(), undefined);
  });

  it('drops what concerns a connection, undone or not, so that older changes of others can be undone', async () => {
    const { history, log, change } = start();
    const there = { ...change('there'), items: [{ connectionId: 'other', projectId: '1' }] };
    const both = { ...change('both'), items: [project, ...there.items] };
    for (const one of [change('a'), there, change('b'), both]) history.add(one);
    await history.undo();
    history.forget('other');
    assert.equal(await history.redo(), undefined);
    while (await history.undo());
    assert.deepEqual(log, ['undo both', 'undo b', 'undo a']);
  });

  it('fires when another change is the last one, and not if a step was not made', async () => {
    const { history, log, change } = start();
    history.onDidChange(() => log.push('changed'));
    history.add(change('a'));
    await history.undo();
    await history.redo();
    assert.deepEqual(log, ['changed', 'undo a', 'changed', 'redo a', 'changed']);
    log.length = 0;
    history.add(change('in part', async () => false));
    await history.undo();
    assert.deepEqual(log, ['changed']);
  });

  it('undoes a given change once, whatever came after it', async () => {
    const { history, log, change } = start();
    const first = change('a');
    history.add(first);
    history.add(change('b'));
    await history.undo(first);
    assert.equal(await history.undo(first), undefined);
    await history.undo();
    assert.deepEqual(log, ['undo a', 'undo b']);
  });

  it('redoes nothing after a new change', async () => {
    const { history, log, change } = start();
    history.add(change('a'));
    await history.undo();
    history.add(change('b'));
    assert.equal(await history.redo(), undefined);
    assert.deepEqual(log, ['undo a']);
  });

  it('keeps a change whose undo fails or undoes nothing, so that it can be tried again', async () => {
    const { history, log, change } = start();
    let tries = 0;
    const failing = change('a', async () => {
      tries++;
      if (tries === 1) throw new Error('no connection');
      return tries > 2;
    });
    history.add(failing);
    const step = await history.undo();
    assert.equal(step?.change, failing);
    assert.deepEqual([step.isDone, step.error], [false, new Error('no connection')]);
    assert.equal((await history.undo())?.isDone, false);
    assert.equal(await history.redo(), undefined);
    assert.equal((await history.undo())?.isDone, true);
    await history.redo();
    assert.deepEqual(log, ['redo a']);
  });

  for (const error of [
    new ApiError('notFound', 'not found'),
    new ConnectionError('unknownConnection', 'acme'),
    new ConnectionError('unknownProject', 'acme'),
  ])
    it(`drops a change whose undo ends with ${error.kind}, and undoes the one before it next`, async () => {
      const { history, log, change } = start();
      history.add(change('a'));
      const gone = change('b', () => Promise.reject(error));
      history.add(gone);
      history.onDidChange(() => log.push('changed'));
      const step = await history.undo();
      assert.deepEqual(step, { change: gone, isDone: false, isGone: true, error });
      assert.equal(await history.redo(), undefined);
      await history.undo();
      assert.deepEqual(log, ['changed', 'undo a', 'changed']);
    });

  it('runs one step at a time, in the order of the key presses', async () => {
    const { history, log, change } = start();
    const gate = Promise.withResolvers<void>();
    history.add(change('a'));
    const slow = change('b', async () => {
      await gate.promise;
      log.push('undo b');
      return true;
    });
    history.add(slow);
    const steps = [history.undo(), history.undo()];
    gate.resolve();
    await Promise.all(steps);
    assert.deepEqual(log, ['undo b', 'undo a']);
  });

  it('waits for a change that is being made', async () => {
    const { history, log, change } = start();
    history.add(change('a'));
    const answer = Promise.withResolvers<void>();
    const making = history.track(async () => {
      await answer.promise;
      history.add(change('b'));
    });
    const undone = history.undo();
    answer.resolve();
    await Promise.all([making, undone]);
    assert.deepEqual(log, ['undo b']);
  });

  it('waits for a change that fails, and undoes the one before it', async () => {
    const { history, log, change } = start();
    history.add(change('a'));
    const making = history.track(() => Promise.reject(new Error('refused')));
    const undone = history.undo();
    await assert.rejects(making, /refused/);
    await undone;
    assert.deepEqual(log, ['undo a']);
  });

  it('holds the last 50 changes', async () => {
    const { history, log, change } = start();
    for (let index = 0; index < 60; index++) history.add(change(String(index)));
    while (await history.undo());
    assert.equal(log.length, 50);
    assert.equal(log.at(-1), 'undo 10');
  });
});

describe('a change of several records', () => {
  /** Deletes records by name; those in `refused` fail. */
  function startDeleted(...names: readonly string[]) {
    const deleted = new Set(names);
    const refused = new Set<string>();
    const records = names.map((name) => ({ ...project, name }));
    const errors = new Map<string, unknown>();
    const allowed = (wanted: readonly (typeof records)[number][]) =>
      wanted.filter(({ name }) => !refused.has(name) && !errors.has(name));
    const outcomeOf = (wanted: readonly (typeof records)[number][]) => ({
      done: allowed(wanted),
      failed: wanted
        .filter((one) => !allowed([one]).includes(one))
        .map((ref) => ({ ref, error: errors.get(ref.name) ?? new Error('refused') })),
    });
    const history = new UndoHistory();
    const change = changeOfEach(
      'Delete',
      records,
      async (some) => {
        for (const { name } of allowed(some)) assert.ok(deleted.delete(name), `${name} is restored twice`);
        return outcomeOf(some);
      },
      async (some) => {
        for (const { name } of allowed(some)) deleted.add(name);
        return outcomeOf(some);
      },
    );
    history.add(change);
    return { history, deleted, refused, errors };
  }

  it('of which a part could not be undone stays to be undone, for that part', async () => {
    const { history, deleted, refused } = startDeleted('a', 'b', 'c');
    refused.add('b');
    assert.equal((await history.undo())?.isDone, false);
    assert.deepEqual([...deleted], ['b']);
    refused.clear();
    assert.equal((await history.undo())?.isDone, true);
    assert.deepEqual([...deleted], []);
    assert.equal(await history.undo(), undefined);
  });

  it('of which a part could not be made again stays to be made again, for that part', async () => {
    const { history, deleted, refused } = startDeleted('a', 'b');
    await history.undo();
    refused.add('a');
    assert.equal((await history.redo())?.isDone, false);
    assert.deepEqual([...deleted], ['b']);
    refused.clear();
    assert.equal((await history.redo())?.isDone, true);
    assert.deepEqual([...deleted].toSorted(), ['a', 'b']);
  });

  it('of which a part is gone is undone and made again without it', async () => {
    const { history, deleted, refused, errors } = startDeleted('a', 'b', 'c');
    refused.add('a');
    errors.set('b', new ApiError('notFound', 'not found'));
    assert.equal((await history.undo())?.isDone, false);
    refused.clear();
    assert.equal((await history.undo())?.isDone, true);
    assert.deepEqual([...deleted], ['b']);
    assert.equal((await history.redo())?.isDone, true);
    assert.deepEqual([...deleted].toSorted(), ['a', 'b', 'c']);
  });

  it('that is all gone is dropped', async () => {
    const { history, errors } = startDeleted('a', 'b');
    for (const name of ['a', 'b']) errors.set(name, new ApiError('notFound', 'not found'));
    const step = await history.undo();
    assert.deepEqual([step?.isDone, step?.isGone], [false, true]);
    assert.deepEqual([await history.undo(), await history.redo()], [undefined, undefined]);
  });
});
