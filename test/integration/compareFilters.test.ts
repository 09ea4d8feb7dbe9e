import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createCompareFiltersCommands } from '#commands/documents/compareFiltersCommands.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { dashboardIn, startCommands } from './startCommands.ts';

describe('a comparison of filters', () => {
  it('names the projects of its sides where they differ', async () => {
    const { catalog, connections, targets, stop } = await startCommands();
    const commands = createCompareFiltersCommands({
      catalog,
      connections,
      targets,
      openSnapshot: () => Promise.reject(new Error('nothing is compared with the service')),
      openComparable: async (uri) => uri,
    });
    const labelOf = async (projectId: string) => {
      const nodes = [dashboardIn('1', 1), dashboardIn(projectId, 2)].map(recordNode);
      await commands['cohortDeck.compareFilters'](nodes[0], nodes);
      return vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    };
    assert.equal(await labelOf('1'), 'Dashboard 1 ↔ Dashboard 2');
    assert.equal(await labelOf('2'), 'Dashboard 1 (Project 1) ↔ Dashboard 2 (Project 2)');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await stop();
  });
});
