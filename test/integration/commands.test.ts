import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordNode, tileNode, trashedNode } from '#model/records/treeNodes.ts';
import { exists, sampleRef, startSampleData } from './sampleData.ts';

const run = (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`cohortDeck.${command}`, ...args);

describe('commands on tree items', () => {
  before(startSampleData);

  it('copy the ids of all that is selected', async () => {
    const nodes = [2, 3].map((id) => recordNode(sampleRef('cohort', id)));
    await run('copyId', nodes[0], nodes);
    assert.equal(await vscode.env.clipboard.readText(), '2\n3');
    await run('copyId', tileNode(sampleRef('dashboard', 1), 77));
    assert.equal(await vscode.env.clipboard.readText(), '77');
  });

  it('delete a dashboard without asking where the setting says so, and restore it', async () => {
    const configuration = vscode.workspace.getConfiguration('cohortDeck');
    await configuration.update('confirmDelete', false, vscode.ConfigurationTarget.Global);
    try {
      const ref = sampleRef('dashboard', 5);
      assert.ok(await exists(ref));
      await deletion(ref);
      assert.ok(!(await exists(ref)));
      await run('restore', trashedNode(ref));
      assert.ok(await exists(ref));
    } finally {
      await configuration.update('confirmDelete', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('start the sample data once, however often they are asked to', async () => {
    await Promise.all([startSampleData(), startSampleData()]);
    assert.ok(await exists(sampleRef('cohort', 1)));
  });
});

/** The command ends when the record is deleted; its message with Undo stays open. */
async function deletion(ref: ReturnType<typeof sampleRef>): Promise<void> {
  await run('delete', recordNode(ref));
}
