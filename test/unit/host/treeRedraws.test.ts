import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { whenTreeRedrawn, treeDrawn, whileRevealing } from '#host/treeRedraws.ts';

describe('a box', () => {
  let nowMs = 0;

  beforeEach(() => {
    nowMs += 1000; // what the test before has drawn is at rest
    mock.method(performance, 'now', () => nowMs);
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.reset());

  /** Asks for a box. @returns whether it is open after so many more milliseconds */
  function ask(): (afterMs: number) => Promise<boolean> {
    let isOpen = false;
    void whenTreeRedrawn().then(() => (isOpen = true));
    return async (afterMs) => {
      nowMs += afterMs;
      mock.timers.tick(afterMs);
      await new Promise((resolve) => setImmediate(resolve));
      return isOpen;
    };
  }

  it('opens at once where no tree is drawn', async () => {
    assert.equal(await ask()(0), true);
  });

  it('waits until a tree that was drawn has been at rest', async () => {
    treeDrawn();
    const isOpen = ask();
    assert.equal(await isOpen(30), false);
    treeDrawn();
    assert.equal(await isOpen(49), false);
    assert.equal(await isOpen(1), true);
  });

  it('waits while an item is revealed, which may give the tree the focus', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const revealing = whileRevealing(() => promise);
    const isOpen = ask();
    assert.equal(await isOpen(60), false);
    resolve();
    await revealing;
    assert.equal(await isOpen(50), true);
  });

  it('is not kept closed by a tree that is drawn without end', async () => {
    treeDrawn();
    const isOpen = ask();
    for (let drawn = 0; drawn < 24; drawn++) {
      assert.equal(await isOpen(10), false);
      treeDrawn();
    }
    assert.equal(await isOpen(50), true);
  });
});
