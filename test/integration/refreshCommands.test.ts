// What the commands that refresh send.
import assert from 'node:assert/strict';
import { listNode, projectNode } from '#model/records/treeNodes.ts';
import { dashboardIn, startCommands } from './startCommands.ts';

describe('Refresh All', () => {
  it('loads each loaded list again, whatever is selected or has the focus', async () => {
    const { catalog, selection, commands, sent, stop } = await startCommands();
    await catalog.load(dashboardIn('1', 1));
    await catalog.load(dashboardIn('2', 1));
    selection.push(projectNode(dashboardIn('1', 1)));
    const before = sent().length;
    await commands['cohortDeck.refresh'](); // of the selected project alone
    assert.deepEqual(sent().slice(before), ['GET /api/projects/1/dashboards/']);
    const title: (...args: readonly unknown[]) => unknown = commands['cohortDeck.refreshAll'];
    await title(selection[0], selection); // as the title bar calls it
    assert.deepEqual(
      sent()
        .slice(before + 1)
        .toSorted(),
      ['GET /api/projects/1/dashboards/', 'GET /api/projects/2/dashboards/'],
    );
    await stop();
  });
});

describe('Refresh', () => {
  it('loads all that is selected, and only what was clicked if that is beside it', async () => {
    const { catalog, commands, sent, stop } = await startCommands();
    const lists = ['1', '2'].map((project) => dashboardIn(project, 1));
    await Promise.all(lists.map((list) => catalog.load(list)));
    const before = sent().length;
    const refresh: (...args: readonly unknown[]) => unknown = commands['cohortDeck.refresh'];
    const nodes = lists.map(projectNode);
    await refresh(nodes[0], nodes);
    assert.deepEqual(sent().slice(before).toSorted(), [
      'GET /api/projects/1/dashboards/',
      'GET /api/projects/2/dashboards/',
    ]);
    await refresh(nodes[1], [nodes[0]]);
    assert.deepEqual(sent().slice(before + 2), ['GET /api/projects/2/dashboards/']);
    await stop();
  });
});

describe('where @current has moved', () => {
  it('is asked by each refresh and before each create', async () => {
    const { commands, currentChecks, stop } = await startCommands();
    await commands['cohortDeck.refresh']();
    assert.equal(currentChecks(), 1);
    await commands['cohortDeck.refreshAll']();
    assert.equal(currentChecks(), 2);
    const list = listNode({ connectionId: 'acme', projectId: '1', kind: 'cohort' });
    await commands['cohortDeck.createCohort'](list, undefined, 'New');
    assert.equal(currentChecks(), 3);
    await stop();
  });
});
