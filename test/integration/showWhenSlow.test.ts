import assert from 'node:assert/strict';
import { resultUnlessAborted, showCancellableWhenSlow } from '#host/messages/showWhenSlow.ts';

describe('a task with Cancel', () => {
  it('ends as it does without', async () => {
    assert.equal(await showCancellableWhenSlow('Fast', async () => 7), 7);
    const failing = async () => {
      throw new Error('The disk is full.');
    };
    await assert.rejects(showCancellableWhenSlow('Failing', failing), { message: 'The disk is full.' });
  });

  it('has no result after Cancel, also where it ended nevertheless', async () => {
    for (const end of [async () => 7, async () => Promise.reject(new Error('aborted'))]) {
      const canceling = new AbortController();
      const task = async () => {
        canceling.abort();
        return end();
      };
      assert.equal(await resultUnlessAborted(canceling.signal, task), undefined);
    }
  });
});
