// A name or a description that was typed for a project in production, after Cancel in the question before it is sent.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { untilBoxCloses, withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

const texts = {
  name: { command: 'cohortDeck.rename', typed: 'Typed' },
  description: { command: 'cohortDeck.editDescription', typed: 'Typed\nin two lines' },
} as const;

for (const [field, { command, typed }] of Object.entries(texts)) {
  describe(`a ${field} that was typed for a project in production, after Cancel`, () => {
    let stage: Awaited<ReturnType<typeof startTwoProjects>>;
    let ref: RecordRef;

    beforeEach(async () => {
      stage = await startTwoProjects('production');
      ref = await stage.createDashboard('2', 'Old');
      stage.requests.length = 0;
      stage.answer(false);
    });
    afterEach(() => stage.stop());

    const edit = () => stage.commands[command](recordNode(ref), undefined, typed);
    const onService = async () => {
      const { name, description } = await stage.client.dashboards('2').retrieve(ref.id);
      return { name, description };
    };

    it('is in the box that opens again, and sent from there', async () => {
      const edited = edit();
      await eventually('the question', async () => stage.requests.length === 1);
      stage.answer(true);
      await withFirstPicks(edited);
      assert.equal(stage.requests.length, 2);
      assert.deepEqual(await onService(), { name: 'Old', description: '', [field]: typed });
    });

    it('is asked for again after each Cancel, until Escape closes the box', async () => {
      const edited = edit();
      await eventually('the question', async () => stage.requests.length === 1);
      await eventually('the second question', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return stage.requests.length > 1;
      });
      await untilBoxCloses(edited);
      assert.deepEqual(await onService(), { name: 'Old', description: '' });
      assert.deepEqual([stage.retries.changes, await stage.history.undo()], [[], undefined]);
    });
  });
}
