// The command behind the link of a page whose extension host has stopped.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { StoppedPages } from '#host/pages/stoppedPages.ts';
import { type DocumentTab, findTabsOf, findTextDocument } from '#host/pages/tabs.ts';
import { filtersEditorViewType, tableEditorViewType } from '#manifest.ts';
import { sampleRef, startSampleData, uriOf } from './sampleData.ts';

const uri = uriOf(sampleRef('cohort', 4));
const page = { viewType: filtersEditorViewType, uri: uri.toString() };
const reopen = (request: unknown) => vscode.commands.executeCommand('cohortDeck.reopenPage', request);
const typed = '{"typed": "100%25 “after”"}';

describe('a page that is opened again', () => {
  let document: vscode.TextDocument;
  let base = '';

  before(async () => {
    await startSampleData();
    document = await vscode.workspace.openTextDocument(uri);
    base = document.getText();
  });
  afterEach(async () => {
    while (vscode.window.tabGroups.activeTabGroup.activeTab)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    document = await vscode.workspace.openTextDocument(uri);
  });

  it('has what was typed as an unsaved change, which one undo takes back, and one tab', async () => {
    await vscode.commands.executeCommand('vscode.openWith', uri, filtersEditorViewType);
    await reopen({ ...page, text: typed, bases: ['{}', base] });
    assert.equal(document.getText(), typed);
    assert.ok(document.isDirty);
    assert.deepEqual(
      findTabsOf(uri).map(({ viewType }) => viewType),
      [filtersEditorViewType],
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), base);
  });

  it('leaves a document that was changed elsewhere, and shows what was typed as a new file', async () => {
    await reopen({ ...page, text: typed, bases: ['{"older": 1}'] });
    assert.equal(document.getText(), base);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), typed);
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'untitled');
  });

  for (const [what, request] of Object.entries({
    'a file': { ...page, uri: vscode.Uri.file('/tmp/any.json').toString(), text: typed, bases: [base] },
    'an unknown editor': { ...page, viewType: 'default', text: typed, bases: [base] },
    'another scheme': { viewType: tableEditorViewType, uri: 'https://example.com/a.csv' },
    'a text that is none': { ...page, text: 1, bases: [base] },
    'too long a text': { ...page, text: 'x'.repeat(16_000_001), bases: [base] },
    nothing: undefined,
  })) {
    it(`opens and changes nothing for ${what}`, async () => {
      await reopen(request);
      assert.equal(document.getText(), base);
      assert.deepEqual(
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
        [],
      );
    });
  }
});

/** What a host finds that starts while pages are open, as after a restart. */
describe('a document whose page was open before the host', () => {
  before(startSampleData);
  afterEach(async () => {
    while (vscode.window.tabGroups.activeTabGroup.activeTab)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  const reopened: string[] = [];
  let whenReopened = (): void => undefined;
  const onReopen = (tab: DocumentTab) => {
    reopened.push(tab.uri.toString());
    whenReopened();
  };
  const started: StoppedPages[] = [];
  const startHost = (): StoppedPages => {
    const cannotKeep = { read: () => undefined, write: async () => undefined };
    const pages = new StoppedPages({ cannotKeep, reopen: onReopen });
    started.push(pages);
    return pages;
  };
  after(() => started.forEach((pages) => pages.dispose()));
  const base = () => findTextDocument(uri)?.getText() ?? '';
  const openFilters = () => vscode.commands.executeCommand('vscode.openWith', uri, filtersEditorViewType);
  const openOther = () => vscode.commands.executeCommand('vscode.openWith', uri, 'default');

  const bytes = (text: string) => new TextEncoder().encode(text);

  it('is not saved until its page has started, and then as it is', async () => {
    await openFilters();
    const pages = startHost();
    assert.ok(pages.mayHoldMore(uri, bytes(base())));
    pages.asked(filtersEditorViewType, uri);
    assert.ok(pages.mayHoldMore(uri, bytes(base())), 'what was typed is still on its way');
    pages.started(uri);
    assert.ok(pages.mayHoldMore(uri, bytes('{"older": 1}')), 'a save that began before');
    assert.ok(!pages.mayHoldMore(uri, bytes(base())));
    assert.ok(!pages.mayHoldMore(uri, bytes('{"newer": 1}')), 'as any other document then');
  });

  it('is saved once its page is closed, or where only its text or another document is open', async () => {
    await openFilters();
    const closed = startHost();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    assert.ok(!closed.mayHoldMore(uri, bytes(base())));
    await openOther();
    const pages = startHost();
    await openFilters(); // VS Code asks this host for it
    assert.ok(!pages.mayHoldMore(uri, bytes(base())));
    assert.ok(!startHost().mayHoldMore(uriOf(sampleRef('cohort', 5)), bytes('{}')));
  });

  it('is not saved behind another tab either, and comes back with it, if it was edited before the host started', async () => {
    const edited = uriOf(sampleRef('cohort', 6));
    for (const viewType of [filtersEditorViewType, 'default'])
      await vscode.commands.executeCommand('vscode.openWith', edited, viewType);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(edited, new vscode.Position(0, 0), ' ');
    await vscode.workspace.applyEdit(edit);
    reopened.splice(0);
    assert.ok(startHost().mayHoldMore(edited, bytes('{}')));
    assert.deepEqual(reopened, [], 'it does not show');
    const { promise, resolve } = Promise.withResolvers<void>();
    whenReopened = resolve;
    await vscode.commands.executeCommand('vscode.openWith', edited, filtersEditorViewType);
    await promise;
    assert.deepEqual(reopened, [edited.toString()]);
  });
});
