// A file as text and as a table at the same time.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createTableCommands } from '#commands/documents/tableCommands.ts';
import { closeEditors } from './closeEditors.ts';
import { untilBoxCloses } from './firstPick.ts';
import { hasOwnTitles } from './ownTitles.ts';
import { until } from './sampleData.ts';

const asTable = hasOwnTitles ? 'rows.csv (Table)' : 'rows.csv';

const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

/**
 * Waits for the titles of all tabs of rows, a list for each group; the active one has a star. VS Code shows an edited document
 * that has no tab a second later, also one of the tests before.
 */
async function shown(...wanted: readonly (readonly string[])[]): Promise<void> {
  const { tabGroups } = vscode.window;
  const titles = () =>
    tabGroups.all.map(({ tabs }) =>
      tabs
        .filter(({ label }) => label.includes('.csv'))
        .map(({ label, isActive }) => (isActive ? `${label}*` : label)),
    );
  const isSo = () => JSON.stringify(titles()) === JSON.stringify(wanted);
  await Promise.race([until(tabGroups.onDidChangeTabs, isSo), until(tabGroups.onDidChangeTabGroups, isSo)]);
}

describe('a file of rows', () => {
  let file: vscode.Uri;

  before(closeEditors);
  before(async () => {
    file = vscode.Uri.file(path.join(await mkdtemp(path.join(tmpdir(), 'cohort-deck-')), 'rows.csv'));
    await writeFile(file.fsPath, 'id,name\n1,Ann\n2,Bo\n');
    await vscode.commands.executeCommand('vscode.open', file); // in preview
  });
  afterEach(closeAll);
  after(() => rm(path.dirname(file.fsPath), { recursive: true, force: true }));

  it('that opens as a table keeps the tab of its text, has another title, and leads back to it', async () => {
    await vscode.commands.executeCommand('cohortDeck.openAsTable');
    await shown(['rows.csv', `${asTable}*`]);
    await vscode.commands.executeCommand('cohortDeck.openTableAsText');
    await shown(['rows.csv*', asTable]);
    await vscode.commands.executeCommand('cohortDeck.openAsTable'); // it is there already
    await shown(['rows.csv', `${asTable}*`]);
    await vscode.commands.executeCommand('cohortDeck.openTableAsText');
    await shown(['rows.csv*', asTable]);
    await vscode.commands.executeCommand('cohortDeck.openAsTableToSide', file);
    await shown(['rows.csv', `${asTable}*`]);
  });

  it('opens as a table with each other table that is selected in the Explorer', async () => {
    const other = vscode.Uri.file(path.join(path.dirname(file.fsPath), 'more.csv'));
    await writeFile(other.fsPath, 'id,name\n3,Cy\n');
    const picture = vscode.Uri.file(path.join(path.dirname(file.fsPath), 'picture.png'));
    await writeFile(picture.fsPath, '');
    const otherAsTable = asTable.replace('rows', 'more');
    await vscode.commands.executeCommand('cohortDeck.openAsTable', other, [file, picture, other]);
    await shown([asTable, `${otherAsTable}*`]);
    await closeAll();
    await vscode.commands.executeCommand('vscode.open', file);
    await vscode.commands.executeCommand('cohortDeck.openAsTableToSide', other, [file, other]);
    await shown(['rows.csv*'], [asTable, `${otherAsTable}*`]);
  });

  it('opens as a table at its side, once', async () => {
    await vscode.commands.executeCommand('vscode.open', file);
    await vscode.commands.executeCommand('cohortDeck.openAsTableToSide');
    await shown(['rows.csv*'], [`${asTable}*`]);
    await vscode.commands.executeCommand('cohortDeck.openTableAsText');
    await vscode.commands.executeCommand('cohortDeck.openAsTable');
    await shown(['rows.csv*'], [`${asTable}*`]);
  });
});

describe('Open as Table with no file open', () => {
  before(closeEditors);

  it('lets a file be chosen where there are no exports', async () => {
    const { 'cohortDeck.openAsTable': openAsTable } = createTableCommands({ directory: '/nowhere' });
    await untilBoxCloses(openAsTable());
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });
});
