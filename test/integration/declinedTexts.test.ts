// What was typed for a project in production, after Cancel in the question before it is sent.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isQuickInputOpen } from '#host/input/showQuickInput.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { untilBoxCloses, withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

const old = { name: 'Old', description: '', tags: [] };
const twoLines = 'Typed\nin two lines';

const texts = {
  name: { command: 'cohortDeck.rename', typed: 'Typed', after: [{ ...old, name: 'Typed' }] },
  description: {
    command: 'cohortDeck.editDescription',
    typed: twoLines,
    after: [{ ...old, description: twoLines }],
  },
  'list of tags': {
    command: 'cohortDeck.editTags',
    typed: 'first, second',
    after: [{ ...old, tags: ['first', 'second'] }],
  },
  'name of a new dashboard': {
    command: 'cohortDeck.createDashboard',
    typed: 'Typed',
    after: [old, { ...old, name: 'Typed' }],
  },
} as const;

for (const [what, { command, typed, after }] of Object.entries(texts)) {
  describe(`a ${what} that was typed for a project in production, after Cancel`, () => {
    let stage: Awaited<ReturnType<typeof startTwoProjects>>;
    let ref: RecordRef;

    beforeEach(async () => {
      stage = await startTwoProjects('production');
      ref = await stage.createDashboard('2', 'Old');
      stage.requests.length = 0;
      stage.answer(false);
    });
    afterEach(() => stage.stop());

    const edit = () => {
      const node = command === 'cohortDeck.createDashboard' ? listNode(ref) : recordNode(ref);
      return stage.commands[command](node, undefined, typed);
    };
    const onService = async () => {
      const records = (await stage.dashboardsIn('2')).filter(({ id }) => id >= ref.id);
      return records.map(({ name, description, tags }) => ({ name, description, tags }));
    };

    it('is in the box that opens again, and sent from there', async () => {
      const edited = edit();
      await eventually('the question', async () => stage.requests.length === 1);
      stage.answer(true);
      await withFirstPicks(edited);
      assert.equal(stage.requests.length, 2);
      assert.deepEqual(await onService(), after);
    });

    it('is asked for again after each Cancel, until Escape closes the box', async () => {
      const edited = edit();
      await eventually('the question', async () => stage.requests.length === 1);
      await eventually('the second question', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return stage.requests.length > 1;
      });
      await untilBoxCloses(edited);
      assert.deepEqual(await onService(), [old]);
      assert.deepEqual([stage.retries.changes, await stage.history.undo()], [[], undefined]);
    });
  });
}

describe('a tag that is removed from some dashboards of a project in production', () => {
  it('is still picked for that in the box that opens again after Cancel', async () => {
    const stage = await startTwoProjects('production');
    const refs = [await stage.createDashboard('2', 'One'), await stage.createDashboard('2', 'Two')];
    const [one, two] = refs.map((ref) => recordNode(ref));
    const edit: (...args: readonly unknown[]) => Promise<unknown> = stage.commands['cohortDeck.editTags'];
    await edit(one, [one], 'own');
    stage.requests.length = 0;
    stage.answer(false);
    const edited = edit(one, [one, two]);
    await eventually(
      'the box',
      async () => isQuickInputOpen() && stage.catalog.list(stage.ref('dashboard', '2')).status === 'ready',
    );
    for (const step of ['quickInput.first', 'quickInput.next', 'workbench.action.quickPickManyToggle'])
      await vscode.commands.executeCommand(step); // the rows are own, and Remove tag “own”
    await eventually('the question', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return stage.requests.length === 1;
    });
    stage.answer(true);
    await withFirstPicks(edited);
    const tags = (await stage.dashboardsIn('2'))
      .filter(({ name }) => name === 'One')
      .map((found) => found.tags);
    assert.deepEqual(tags, [[]]);
    await stage.stop();
  });
});
