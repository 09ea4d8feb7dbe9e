import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showCancellableWhenSlow } from '#host/showWhenSlow.ts';

describe('a task with Cancel', () => {
  it('ends as it does without', async () => {
    assert.equal(await showCancellableWhenSlow('Fast', async () => 7), 7);
    const failing = async () => {
      throw new Error('The disk is full.');
    };
    await assert.rejects(showCancellableWhenSlow('Failing', failing), { message: 'The disk is full.' });
  });

  it('has no result after Cancel, also where it ended nevertheless', async () => {
    const slow = async (signal: AbortSignal) => {
      while (!signal.aborted) {
        await vscode.commands.executeCommand('notifications.focusToasts');
        await vscode.commands.executeCommand('notification.acceptPrimaryAction');
      }
      return 7;
    };
    assert.equal(await showCancellableWhenSlow('Slow', slow), undefined);
  });
});
