// Titles of tabs where two projects have records with the same name.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findDocumentTabs } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { formatPagePlace } from '#model/documents/documentUri.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { editText } from './editText.ts';
import { hasOwnTitles } from './ownTitles.ts';
import { sampleRef, startSampleData, until, uriOf } from './sampleData.ts';

const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));

/** Waits for tabs to be called so, in any order. */
async function called(...wanted: readonly string[]): Promise<void> {
  const isSo = () => labels().toSorted().join('\n') === wanted.toSorted().join('\n');
  await until(vscode.window.tabGroups.onDidChangeTabs, isSo);
}

describe('the tabs of pages', () => {
  const name = 'Internal & test accounts';
  const pageOf = (projectId: string, id: number) => {
    const place = formatPagePlace({ ...sampleRef('cohort', id), projectId }, name);
    return vscode.Uri.from({ scheme, ...place });
  };
  const open = (uri: vscode.Uri) => vscode.commands.executeCommand('vscode.open', uri, { preview: false });

  const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

  before(closeAll); // those of files before this one
  before(startSampleData);
  after(closeAll);

  it('name their projects as long as another one shows a record of the same name', async () => {
    await open(pageOf('1', 1));
    await called(name);
    await open(pageOf('2', 26));
    // Without titles of their own, both are called by their addresses, beside which VS Code shows the folders that differ.
    await (hasOwnTitles
      ? called(`${name} (Brightloaf Web)`, `${name} (Brightloaf Mobile App)`)
      : called(name, name));
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await called(name);
  });

  it('of filters say which one has the structure while VS Code’s text editor shows the same document', async () => {
    await closeAll();
    const uri = uriOf(sampleRef('cohort', 1), name);
    const fileName = `${name}.filters.json`;
    await vscode.commands.executeCommand('vscode.openWith', uri, 'cohortDeck.filters', { preview: false });
    await called(fileName);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { preview: false });
    await called(fileName, hasOwnTitles ? `${fileName} (Structure)` : fileName);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await called(fileName);
  });

  it('of filters get a new name where they are, so that a rename opens no second editor of the text that is typed', async () => {
    await closeAll();
    const ref = sampleRef('cohort', 1);
    const uri = uriOf(ref, name);
    const page = pageOf('1', 1);
    const rename = (was: string, now: string) =>
      vscode.commands.executeCommand('cohortDeck.rename', recordNode(ref), undefined, now, was);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'cohortDeck.filters', { preview: false });
    await open(page);
    await rename(name, 'Testers');
    await editText(uri, ' ', 1);
    await (hasOwnTitles ? called('Testers.filters.json', 'Testers') : called(`${name}.filters.json`, name));
    assert.deepEqual(
      findDocumentTabs(scheme).map(({ tab, uri: { path } }) => [path, tab.isDirty, tab.isActive]),
      [
        [uri.path, true, false],
        [page.path, false, true],
      ],
    );
    await rename('Testers', name);
    await called(`${name}.filters.json`, name);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'cohortDeck.filters');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
