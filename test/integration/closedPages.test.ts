// A page whose tab is closed before it is there.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createTablePanel } from '#editors/createTablePanel.ts';
import { focusReturned, onPageMessage } from '#host/pageMessages.ts';
import { scheme } from '#manifest.ts';
import { formatPagePlace } from '#model/documents/documentUri.ts';
import { RecentExports } from '#model/records/recentExports.ts';
import { ShownTables } from '#table/shownTables.ts';
import { createMemory, createTree } from './createTree.ts';

const createPanel = () => vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);

describe('a page whose tab is closed before it is there', () => {
  it('does not keep input boxes from opening', async () => {
    const panel = createPanel();
    panel.dispose();
    assert.throws(() => onPageMessage(panel, () => undefined), /disposed/);
    await focusReturned();
  });

  it('leaves no file of persons', async () => {
    const log = vscode.window.createOutputChannel('Closed pages of a test', { log: true });
    const scratchDirectory = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const { catalog, connections, dispose } = createTree(() => assert.fail('nothing is requested'));
    const cohort = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;
    const uri = vscode.Uri.from({ scheme, ...formatPagePlace(cohort, 'Paying', 'persons') });
    const panel = createPanel();
    let isGone = false;
    panel.onDidDispose(() => (isGone = true));
    const creating = createTablePanel(uri, panel, () => isGone, {
      catalog,
      connections,
      openClient: () => assert.fail('nothing is requested'),
      seenValues: new Map(),
      recentExports: new RecentExports(createMemory()),
      scratchDirectory,
      worker: '',
      shownTables: new ShownTables(),
      exportsFolder: scratchDirectory,
      log,
    });
    panel.dispose();
    assert.equal(await creating, undefined);
    assert.deepEqual(await readdir(scratchDirectory), []);
    dispose();
    await rm(scratchDirectory, { recursive: true });
    log.dispose();
  });
});
