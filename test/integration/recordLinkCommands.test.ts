// What the commands for links copy.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';
import { formatPagePlace, formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { dashboardIn, startCommands } from './startCommands.ts';

describe('Copy Link', () => {
  it('copies the address of the record whose tab was clicked, of a document or a page', async () => {
    const { commands, stop } = await startCommands();
    const ref = dashboardIn('1', 4);
    for (const place of [formatPlace(toDocument(ref, 'filters'), 'Sales'), formatPagePlace(ref, 'Sales')]) {
      await vscode.env.clipboard.writeText('');
      await commands['cohortDeck.copyLink'](vscode.Uri.from({ scheme, ...place }));
      assert.equal(await vscode.env.clipboard.readText(), 'https://acme.test/project/1/dashboard/4');
    }
    await stop();
  });

  it('copies the addresses of the selected records, one per line', async () => {
    const { commands, stop } = await startCommands();
    const nodes = [recordNode(dashboardIn('1', 4)), recordNode({ ...dashboardIn('2', 5), kind: 'cohort' })];
    await commands['cohortDeck.copyLink'](nodes[0], nodes);
    assert.equal(
      await vscode.env.clipboard.readText(),
      'https://acme.test/project/1/dashboard/4\nhttps://acme.test/project/2/cohorts/5',
    );
    await stop();
  });
});
