// Browse Trash selects the Trash of a project in the tree. Empty Trash asks first, and names what is lost.
import assert from 'node:assert/strict';
import { describeTrash } from '#commands/records/trashCommands.ts';
import { recordNode, trashNode } from '#model/records/treeNodes.ts';
import { withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

describe('Browse Trash', () => {
  it('shows the Trash of the project that has one, asks which where several have, and says that all are empty', async () => {
    const { commands, create, revealed, stop } = await startTwoProjects();
    const browse = commands['cohortDeck.showTrash'];
    const remove = async (projectId: string) =>
      commands['cohortDeck.delete'](recordNode(await create(projectId, `Of ${projectId}`)));
    const shown = async () => {
      revealed.length = 0;
      await withFirstPicks(browse());
      return revealed.map(({ id }) => id);
    };
    const idOf = (projectId: string) => trashNode({ connectionId: 'acme', projectId }).id;

    await assert.rejects(browse(), /The Trash is empty\./);
    await remove('2');
    revealed.length = 0;
    await browse(); // without a question
    assert.deepEqual(
      revealed.map(({ id }) => id),
      [idOf('2')],
    );
    await remove('1');
    assert.deepEqual(await shown(), [idOf('1')], 'the first of the list');
    await stop();
  });
});

it('the question whether to empty the Trash names each project with its number of records', async () => {
  const { commands, connections, create, targets, trash, stop } = await startTwoProjects();
  for (const [projectId, name] of [
    ['1', 'a'],
    ['1', 'b'],
    ['2', 'c'],
  ] as const)
    await commands['cohortDeck.delete'](recordNode(await create(projectId, name)));
  const detail = () => describeTrash({ connections, targets }, trash.all).split('\n\n')[0];
  assert.deepEqual(detail()?.split('\n').toSorted(), ['App: 1 record', 'Web: 2 records']);
  await connections.change(() => []);
  assert.equal(detail(), 'In projects that are not connected: 3 records');
  await stop();
});
