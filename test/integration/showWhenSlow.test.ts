import assert from 'node:assert/strict';
import { showCancellableWhenSlow } from '#host/showWhenSlow.ts';

describe('a task with Cancel', () => {
  it('ends as it does without', async () => {
    assert.equal(await showCancellableWhenSlow('Fast', async () => 7), 7);
    const failing = async () => {
      throw new Error('The disk is full.');
    };
    await assert.rejects(showCancellableWhenSlow('Failing', failing), { message: 'The disk is full.' });
  });
});
