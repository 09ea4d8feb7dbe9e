import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { UserError } from '#host/messages/userError.ts';
import { scheme } from '#manifest.ts';
import { formatPagePlace, parsePlace } from '#model/documents/documentUri.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { sampleRef, startSampleData } from './sampleData.ts';
import { dashboardIn, startCommands } from './startCommands.ts';

describe('from the palette, what opens or copies a record', () => {
  before(startSampleData);
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('acts on the one that is shown, whatever is selected in the tree', async () => {
    const { commands, selection, stop } = await startCommands();
    selection.push(recordNode(dashboardIn('1', 4)));
    const shown = sampleRef('cohort', 3);
    const page = vscode.Uri.from({ scheme, ...formatPagePlace(shown, 'Shown') });
    const active = () => activeDocumentTab()?.uri.path;
    await vscode.commands.executeCommand('vscode.open', page);
    await eventually('the page', async () => active() === page.path);
    await commands['cohortDeck.copyId']();
    assert.equal(await vscode.env.clipboard.readText(), '3');
    // The connection of what is selected is known here, that of what is shown is not.
    for (const id of ['cohortDeck.copyLink', 'cohortDeck.openInBrowser'] as const)
      await assert.rejects(commands[id](), UserError);
    await commands['cohortDeck.editFilters']();
    await eventually('the filters', async () => (active() ?? '').endsWith('.filters.json'));
    assert.deepEqual(parsePlace(activeDocumentTab()?.uri ?? page), { ...shown, part: 'filters' });
    await stop();
  });
});
