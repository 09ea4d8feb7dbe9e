// A table that cannot be read: its file was deleted while VS Code was closed, or its worker crashes.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { TablePanel } from '#editors/tables/tablePanel.ts';
import { ShownTables } from '#table/shownTables.ts';
import { createMemory } from '../stored.ts';

/** A page that opens the table, and sends the first message that it receives back. */
const page = `<script>
  const host = acquireVsCodeApi();
  addEventListener('message', ({ data }) => host.postMessage({ received: data }), { once: true });
  host.postMessage({ type: 'ready' });
</script>`;

describe('a table of a missing file', () => {
  it('says that the file no longer exists', async () => {
    const log = vscode.window.createOutputChannel('Missing file of a test', { log: true });
    const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);
    const table = new TablePanel(vscode.Uri.file(path.join(folder, 'gone.csv')), panel, {
      scratchDirectory: folder,
      worker: '',
      shownTables: new ShownTables(),
      dialectMemory: createMemory(),
      exportsFolder: folder,
      log,
    });
    const received = new Promise((resolve) => {
      panel.webview.onDidReceiveMessage((message) => 'received' in message && resolve(message.received));
    });
    panel.webview.options = { enableScripts: true };
    panel.webview.html = page;
    const message = 'The file no longer exists. If it was an export, export the persons again.';
    assert.deepEqual(await received, { type: 'failed', message });
    table.dispose();
    panel.dispose();
    await rm(folder, { recursive: true });
    log.dispose();
  });
});

/** A page that opens the table, says what it is told of failures, and opens it again after the first one. */
const reloadingPage = `<script>
  const host = acquireVsCodeApi();
  let isOpenedAgain = false;
  addEventListener('message', ({ data }) => {
    const isBroken = data.type === 'file' && data.state === 'broken';
    if (isBroken || data.type === 'failed') host.postMessage({ type: 'failure', message: data.message ?? 'broken' });
    if (isBroken && !isOpenedAgain) host.postMessage({ type: 'reload' });
    isOpenedAgain ||= isBroken;
  });
  host.postMessage({ type: 'ready' });
</script>`;

describe('a table whose worker crashes', () => {
  it('says why, is marked as one that can be opened again, and is read again then', async () => {
    const log = vscode.window.createOutputChannel('Crashed worker of a test', { log: true });
    const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const [file, worker] = ['rows.csv', 'worker.mjs'].map((name) => path.join(folder, name));
    assert.ok(file && worker);
    await writeFile(file, 'id,name\n1,Ann\n');
    await writeFile(worker, "throw new Error('Crashed.');");
    const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);
    const table = new TablePanel(vscode.Uri.file(file), panel, {
      scratchDirectory: folder,
      worker,
      shownTables: new ShownTables(),
      dialectMemory: createMemory(),
      exportsFolder: folder,
      log,
    });
    const told: unknown[] = [];
    const toldTwice = new Promise<void>((resolve) => {
      panel.webview.onDidReceiveMessage(({ type, message }) => {
        if (type === 'failure') told.push(message);
        if (message === 'broken' && told.filter((one) => one !== 'broken').length === 2) resolve();
      });
    });
    panel.webview.options = { enableScripts: true };
    panel.webview.html = reloadingPage;
    await toldTwice;
    const message = 'Could not read the whole file: Crashed.';
    assert.deepEqual(
      told.filter((one) => one !== 'broken'),
      [message, message],
    );
    table.dispose();
    panel.dispose();
    await rm(folder, { recursive: true });
    log.dispose();
  });
});
