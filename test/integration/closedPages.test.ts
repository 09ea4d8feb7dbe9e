// A page whose tab is closed before it is there; cohortPanel.test.ts has that of a cohort.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { FiltersPanel } from '#editors/filters/filtersPanel.ts';
import { SharedDocument } from '#editors/filters/sharedDocument.ts';
import { createTablePanel } from '#editors/tables/createTablePanel.ts';
import { isQuickInputOpen } from '#host/input/showQuickInput.ts';
import { isPageFocused, onPageMessage } from '#host/pages/pageFocus.ts';
import { scheme } from '#manifest.ts';
import { formatPagePlace } from '#model/documents/documentUri.ts';
import { StructureDrafts } from '#model/documents/structureDrafts.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { ShownTables } from '#table/shownTables.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createTree } from './createTree.ts';
import { createMemory } from '../stored.ts';

const createPanel = () => vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);

/** What a table needs, with a folder of its own. Nothing may be requested. */
async function createTableSources() {
  const log = vscode.window.createOutputChannel('Closed pages of a test', { log: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const extension = vscode.extensions.getExtension('cohort-deck.cohort-deck') ?? assert.fail();
  const model = createTree(() => assert.fail('nothing is requested'));
  const sources = {
    ...model,
    openClient: () => assert.fail('nothing is requested'),
    seenValues: new Map(),
    recentExports: new RecentExports(createMemory()),
    scratchDirectory: folder,
    worker: vscode.Uri.joinPath(extension.extensionUri, 'dist', 'tableWorker.js').fsPath,
    shownTables: new ShownTables(),
    dialectMemory: createMemory(),
    exportsFolder: folder,
    log,
  };
  const dispose = async () => {
    model.dispose();
    await rm(folder, { recursive: true });
    log.dispose();
  };
  return { folder, sources, dispose };
}

describe('a page whose tab is closed before it is there', () => {
  it('does not count as one with the focus', async () => {
    const panel = createPanel();
    panel.dispose();
    assert.throws(() => onPageMessage(panel, () => undefined), /disposed/);
    assert.equal(await isPageFocused(), false);
  });

  it('sends nothing to the structure of filters', async () => {
    const log = vscode.window.createOutputChannel('Closed filters of a test', { log: true });
    const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const model = createTree(() => assert.fail('nothing is requested'));
    const started = Promise.withResolvers<void>();
    const panel = createPanel();
    const document = await vscode.workspace.openTextDocument({ language: 'json', content: '{}' });
    const page = new FiltersPanel(new SharedDocument(document), panel, {
      ...model,
      saves: {
        status: () => {
          started.resolve();
          return undefined;
        },
        onDidChange: () => ({ dispose: () => undefined }),
      },
      readonlyReason: () => undefined,
      unsavableReason: () => undefined,
      outdatedReason: () => undefined,
      isProtected: () => false,
      cohortSource: () => undefined,
      seenValues: new Map(),
      loadNames: async () => undefined,
      newRecords: new Set(),
      pages: { left: async () => undefined },
      isFirst: true,
      drafts: new StructureDrafts(folder, assert.ifError),
      log,
    });
    panel.webview.options = { enableScripts: true };
    panel.webview.html = '<script>acquireVsCodeApi().postMessage({ type: "ready" })</script>';
    panel.onDidDispose(() => page.dispose());
    await started.promise;
    panel.dispose();
    page.sendSave(); // VS Code throws for a message
    model.dispose();
    await rm(folder, { recursive: true });
    log.dispose();
  });

  it('of a table takes no answer to how its file is to be read', async () => {
    const { folder, sources, dispose } = await createTableSources();
    const file = path.join(folder, 'rows.csv');
    await writeFile(file, 'id,name\n1,Ann\n');
    const kept: unknown[] = [];
    const panel = createPanel();
    const table = await createTablePanel(vscode.Uri.file(file), panel, () => false, {
      ...sources,
      dialectMemory: { read: () => undefined, write: async (value) => void kept.push(value) },
    });
    panel.webview.options = { enableScripts: true };
    panel.webview.html = `<script>
      const api = acquireVsCodeApi();
      addEventListener('message', ({ data }) => data.type === 'init' && api.postMessage({ type: 'reopenWith' }));
      api.postMessage({ type: 'ready' });
    </script>`;
    await eventually('the question', async () => isQuickInputOpen());
    panel.dispose();
    table?.dispose();
    await eventually('the answer', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return !isQuickInputOpen();
    });
    await new Promise(setImmediate);
    assert.deepEqual(kept, []);
    await dispose();
  });

  it('leaves no file of persons', async () => {
    const { folder, sources, dispose } = await createTableSources();
    const cohort = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
    const uri = vscode.Uri.from({ scheme, ...formatPagePlace(cohort, 'Paying', 'persons') });
    const panel = createPanel();
    let isGone = false;
    panel.onDidDispose(() => (isGone = true));
    const creating = createTablePanel(uri, panel, () => isGone, sources);
    panel.dispose();
    assert.equal(await creating, undefined);
    assert.deepEqual(await readdir(folder), []);
    await dispose();
  });
});
