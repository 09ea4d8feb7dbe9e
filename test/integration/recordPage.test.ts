// A page of a record whose tab is closed while something that it started continues.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RecordPage } from '#editors/records/recordPage.ts';

describe('the page of a record', () => {
  it('ignores messages and data that arrive after its tab was closed, and loads nothing', async () => {
    const log = vscode.window.createOutputChannel('Record page of a test', { log: true });
    const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);
    let loads = 0;
    const page = new RecordPage({
      ref: { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 },
      panel,
      log,
      statuses: { onDidRecover: () => ({ dispose: () => undefined }) },
      connections: { onDidChange: () => ({ dispose: () => undefined }) },
      parse: () => undefined,
      load: async () => void loads++,
      handle: async () => undefined,
    });
    panel.onDidDispose(() => page.dispose());
    panel.dispose();
    assert.throws(() => panel.webview); // as VS Code has it
    page.post({ type: 'done', message: 'Copied as text' });
    await page.load();
    assert.equal(loads, 0, 'requests for nobody');
    log.dispose();
  });
});
