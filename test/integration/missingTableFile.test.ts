// A table whose file was deleted while VS Code was closed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { TablePanel } from '#editors/tables/tablePanel.ts';
import { ShownTables } from '#table/shownTables.ts';

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
