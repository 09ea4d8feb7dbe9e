// The persons of a cohort as a table, after they failed to load.
import assert from 'node:assert/strict';
import { ready } from '#model/connections/connectionStatus.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createTablePanel } from '#editors/tables/createTablePanel.ts';
import { createLog } from '#host/log.ts';
import { scheme } from '#manifest.ts';
import type { Protection } from '#model/connections/protection.ts';
import { formatPagePlace } from '#model/documents/documentUri.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { ShownTables } from '#table/shownTables.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createTree } from './createTree.ts';
import { createMemory } from '../stored.ts';

const cohort = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;

const none = () => undefined;

describe('the persons of a cohort as a table', () => {
  it('say why none can be removed, and load again once the service is back', async () => {
    const scratchDirectory = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const extension = vscode.extensions.getExtension('cohort-deck.cohort-deck') ?? assert.fail();
    const { catalog, connections, dispose } = createTree(() => assert.fail('nothing is requested'));
    const protection = new Emitter<void>();
    let level: Protection | undefined = 'readOnly';
    const [recovered, failed] = [new Emitter<string>(), new Emitter<void>()];
    const failure = () => new Promise<void>((resolve) => void failed.event(resolve));
    const uri = vscode.Uri.from({ scheme, ...formatPagePlace(cohort, 'Paying', 'persons') });
    const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);
    const table = await createTablePanel(uri, panel, () => false, {
      catalog,
      connections,
      guard: { protectionOf: () => level, projectName: () => 'Web', onDidChange: protection.event },
      statuses: { of: () => ready, onDidRecover: recovered.event, settled: async () => undefined },
      openClient: () => Promise.reject(new Error('offline')),
      seenValues: new Map(),
      recentExports: new RecentExports(createMemory()),
      scratchDirectory,
      worker: vscode.Uri.joinPath(extension.extensionUri, 'dist', 'tableWorker.js').fsPath,
      shownTables: new ShownTables(),
      dialectMemory: createMemory(),
      exportsFolder: scratchDirectory,
      log: createLog({ debug: none, info: none, warn: () => failed.fire(), error: none, show: none }),
    });
    const first = failure();
    const shown: (string | undefined)[] = [];
    panel.webview.onDidReceiveMessage(({ persons }) => persons && shown.push(persons.readonlyReason));
    panel.webview.options = { enableScripts: true };
    panel.webview.html = `<script>
      const api = acquireVsCodeApi();
      addEventListener('message', ({ data }) => api.postMessage({ persons: data.persons }));
      api.postMessage({ type: "ready" });
    </script>`;
    await first;
    const reasonIs = (reason: string | undefined) =>
      eventually(`the reason “${reason}”`, async () => shown.length > 0 && shown.at(-1) === reason);
    await reasonIs('“Web” is protected as read-only.');
    level = undefined;
    protection.fire();
    await reasonIs(undefined);
    const second = failure();
    recovered.fire('acme');
    await second;
    panel.dispose();
    table?.dispose();
    dispose();
    await rm(scratchDirectory, { recursive: true, force: true });
  });
});
