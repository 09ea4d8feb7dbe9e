// What Edit Tags sends.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { headerOf } from '#editors/records/dashboardPanel.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { withFirstPicks } from './firstPick.ts';
import {
  createConnections,
  createGuard,
  dashboardIn,
  manyTags,
  oddTags,
  startCommands,
} from './startCommands.ts';

describe('the tags of several dashboards', () => {
  const [one, two] = [recordNode(dashboardIn('1', 1)), recordNode(dashboardIn('1', 2))];

  it('get and lose what all of them have, keep what one has alone, and come back together', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, two], 'Weekly, new');
    const sorted = () => changes().toSorted(([a], [b]) => a - b);
    assert.deepEqual(sorted(), [
      [1, { tags: ['own', 'weekly', 'new'] }],
      [2, { tags: ['weekly', 'new'] }],
    ]);
    await commands['cohortDeck.undo']();
    assert.deepEqual(
      changes()
        .slice(2)
        .toSorted(([a], [b]) => a - b),
      [
        [1, { tags: ['growth', 'own'] }],
        [2, { tags: ['growth'] }],
      ],
    );
    await stop();
  });

  it('are sent for the dashboards that change only, and not at all if none does', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, two], 'growth');
    await edit(one, [one], 'own, growth');
    assert.deepEqual(changes(), []);
    await edit(two, [one, two], 'growth, own');
    assert.deepEqual(changes(), [[2, { tags: ['growth', 'own'] }]]);
    await stop();
  });

  it('are kept with all their characters if another one is added where the page shows them', async () => {
    const { catalog, commands, changes, stop } = await startCommands();
    const node = recordNode(dashboardIn('1', 4));
    const record = await catalog.retrieve(node.ref);
    assert.ok(!isCohort(record));
    const { connections } = createConnections();
    const guard = createGuard();
    const { tagsText } = headerOf(node.ref, record, { connections, guard });
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    const typed = `${tagsText}, new`.replace(/[\r\n]/g, ''); // as an input element has it
    await edit(node, [node], typed);
    assert.deepEqual(changes(), [[4, { tags: [...oddTags, 'new'] }]]);
    await stop();
  });

  it('are picked in a quick pick, which opens with them as they are', async () => {
    const { commands, changes, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
    for (const id of [1, 3, 4]) await withFirstPicks(edit(recordNode(dashboardIn('1', id))));
    await withFirstPicks(edit(one, [one, two]));
    assert.deepEqual(changes(), []);
    await stop();
  });

  const toggle = 'workbench.action.quickPickManyToggle';
  const toRemoval = ['quickInput.first', 'quickInput.next', 'quickInput.next'];
  const ofSome: Readonly<Record<string, readonly [steps: readonly string[], changes: readonly unknown[]]>> = {
    'are removed from those that have them': [[...toRemoval, toggle], [[1, { tags: ['growth'] }]]],
    'are added to the others, as picked last': [
      [...toRemoval, toggle, 'quickInput.previous', toggle],
      [[2, { tags: ['growth', 'own'] }]],
    ],
  };
  for (const [behavior, [steps, expected]] of Object.entries(ofSome)) {
    it(`${behavior} if only some dashboards have them`, async () => {
      const { commands, changes, sent, stop } = await startCommands();
      const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
      const edited = edit(one, [one, two]);
      await eventually('the box', async () => sent().includes('GET /api/projects/1/dashboards/'));
      for (const step of steps) await vscode.commands.executeCommand(step); // the rows are growth, own, and Remove tag “own”
      await withFirstPicks(edited);
      assert.deepEqual(changes(), expected);
      await stop();
    });
  }

  it('are offered from the whole list, which is read once for all of them', async () => {
    const { commands, sent, stop } = await startCommands();
    const edit: (...args: readonly unknown[]) => Promise<unknown> = commands['cohortDeck.editTags'];
    const listed = () => sent().filter((request) => request === 'GET /api/projects/1/dashboards/');
    const edited = edit(one, [one, two]);
    await eventually('the list to be read', async () => listed().length > 0);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await edited;
    assert.equal(listed().length, 1);
    await stop();
  });

  it('are kept, whatever their number', async () => {
    const { commands, changes, stop } = await startCommands();
    const three = recordNode(dashboardIn('1', 3));
    const edit: (...args: readonly unknown[]) => unknown = commands['cohortDeck.editTags'];
    await edit(one, [one, three], 'new');
    const [, sent] = changes().find(([id]) => id === 3) ?? [];
    assert.deepEqual(sent, { tags: [...manyTags, 'new'] });
    await stop();
  });
});
