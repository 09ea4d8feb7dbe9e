// The command behind the link of a page whose extension host has stopped.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { StoppedPages } from '#host/pages/stoppedPages.ts';
import { findTabsOf, findTextDocument } from '#host/pages/tabs.ts';
import { filtersEditorViewType, scheme, tableEditorViewType } from '#manifest.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { editText } from './editText.ts';
import { sampleRef, startSampleData, uriOf } from './sampleData.ts';
import { createMemory } from '../stored.ts';

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

/** As VS Code names a loading of its window. */
const session = 'b1946ac9-2f4c-4f0a-9f5e-3c1f6d5a7e201764324000000';

/** What a host finds that starts while pages are open, as after a restart. */
describe('a document whose page was open before the host', () => {
  before(startSampleData);
  afterEach(async () => {
    while (vscode.window.tabGroups.activeTabGroup.activeTab)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  const reopened: string[] = [];
  let whenReopened = (): void => undefined;
  const onReopen = async (address: { readonly uri: vscode.Uri }) => {
    reopened.push(address.uri.toString());
    whenReopened();
  };
  const untilReopened = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    whenReopened = resolve;
    return promise;
  };
  const started: StoppedPages[] = [];
  const startHost = (
    lastSession = createMemory('of another window'),
    cannotKeep = createMemory(undefined),
  ) => {
    const pages = new StoppedPages({ cannotKeep, lastSession, session, reopen: onReopen });
    started.push(pages);
    return pages;
  };
  /** A page of the document in a column, as VS Code asks for one. */
  const ask = (pages: StoppedPages, viewColumn = vscode.ViewColumn.One) => {
    const closed = new vscode.EventEmitter<void>();
    const panel = { viewColumn, onDidDispose: closed.event };
    pages.asked({ viewType: filtersEditorViewType, uri }, panel);
    return { panel, close: () => closed.fire() };
  };
  const whole = { canKeep: true, isTooLong: false, hasFocus: false };
  afterEach(() => started.splice(0).forEach((pages) => pages.dispose()));
  const base = () => findTextDocument(uri)?.getText() ?? '';
  const openFilters = () => vscode.commands.executeCommand('vscode.openWith', uri, filtersEditorViewType);
  const openOther = () => vscode.commands.executeCommand('vscode.openWith', uri, 'default');

  const bytes = (text: string) => new TextEncoder().encode(text);

  it('is not saved until its page has started, and then as it is', async () => {
    await openFilters();
    const pages = startHost();
    assert.ok(pages.mayHoldMore(uri, bytes(base())));
    const { panel } = ask(pages);
    assert.ok(pages.mayHoldMore(uri, bytes(base())), 'what was typed is still on its way');
    await pages.left(panel, { ...whole, isTooLong: true });
    assert.ok(pages.mayHoldMore(uri, bytes(base())), 'the stopped page still has it');
    await pages.left(panel, whole);
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
    await editText(edited, ' ', 0);
    reopened.splice(0);
    assert.ok(startHost().mayHoldMore(edited, bytes('{}')));
    assert.deepEqual(reopened, [], 'it does not show');
    const promise = untilReopened();
    await vscode.commands.executeCommand('vscode.openWith', edited, filtersEditorViewType);
    await promise;
    assert.deepEqual(reopened, [edited.toString()]);
  });

  it('is reopened although another one beside it cannot be', async () => {
    const other = uriOf(sampleRef('cohort', 5));
    await openFilters();
    const beside = { viewColumn: vscode.ViewColumn.Two };
    await vscode.commands.executeCommand('vscode.openWith', other, filtersEditorViewType, beside);
    const [asked, errors]: [string[], unknown[]] = [[], []];
    const reopenNothing = async ({ uri: one }: { readonly uri: vscode.Uri }) => {
      asked.push(one.toString());
      throw new Error('it cannot be opened');
    };
    const onError = (error: unknown) => void errors.push(error);
    const memories = { cannotKeep: createMemory(undefined), lastSession: createMemory(session) };
    started.push(new StoppedPages({ ...memories, session, reopen: reopenNothing, onError }));
    await eventually('both to be tried', async () => errors.length === 2);
    assert.deepEqual(new Set(asked), new Set([uri.toString(), other.toString()]));
  });

  it('comes back in each group that shows it', async () => {
    await openFilters();
    const beside = { viewColumn: vscode.ViewColumn.Two };
    await vscode.commands.executeCommand('vscode.openWith', uri, filtersEditorViewType, beside);
    reopened.splice(0);
    const pages = startHost(createMemory(session));
    const columns = () =>
      pages.stoppedTabs({ viewType: filtersEditorViewType, uri }).map(({ group }) => group.viewColumn);
    assert.deepEqual(new Set(columns()), new Set([1, 2]));
    await eventually('them to be reopened', async () => reopened.length > 0);
    assert.deepEqual(reopened, [uri.toString()], 'both at once');
    const { panel } = ask(pages, vscode.ViewColumn.Two);
    assert.deepEqual(columns(), [1]);
    await pages.left(panel, whole);
    assert.ok(pages.mayHoldMore(uri, bytes(base())), 'a person may type into the other one');
    const other = ask(pages);
    assert.deepEqual(columns(), []);
    assert.ok(!pages.mayHoldMore(uri, bytes(base())));
    other.close();
    assert.deepEqual(columns(), [1], 'of its tab nobody is asked any more');
  });

  it('is known to be left if VS Code’s window is the one of the host before, though nothing was edited', async () => {
    for (const viewType of [filtersEditorViewType, 'default'])
      await vscode.commands.executeCommand('vscode.openWith', uri, viewType);
    const lastSession = createMemory('of another window');
    const isEdited = vscode.workspace.textDocuments.some(
      (one) => one.uri.scheme === scheme && one.version > 1,
    );
    assert.equal(startHost(lastSession).mayHoldMore(uri, bytes(base())), isEdited, 'of other tests');
    assert.equal(lastSession.read(), session);
    assert.ok(startHost(lastSession).mayHoldMore(uri, bytes(base())));
  });

  it('is replaced by itself only if the browser lets pages keep what was typed, which may change', async () => {
    await openFilters();
    const cannotKeep = createMemory(undefined);
    const pages = startHost(undefined, cannotKeep);
    const { panel } = ask(pages);
    for (const canKeep of [true, false, true]) {
      await pages.left(panel, { ...whole, canKeep });
      assert.equal(cannotKeep.read() === true, !canKeep);
    }
  });
});
