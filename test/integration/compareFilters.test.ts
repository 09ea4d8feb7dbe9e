import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { createCompareFiltersCommands } from '#commands/documents/compareFiltersCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { volatileDir } from '../volatile.ts';
import { createFiles } from './createFiles.ts';
import { uriOf } from './sampleData.ts';
import { dashboardIn, startCommands } from './startCommands.ts';

describe('a comparison of filters', () => {
  it('names the projects of its sides where they differ', async () => {
    const { catalog, connections, targets, stop } = await startCommands();
    const commands = createCompareFiltersCommands({
      catalog,
      connections,
      targets,
      openSnapshot: () => Promise.reject(new Error('nothing is compared with the service')),
      openComparable: async (uri) => uri,
    });
    const labelOf = async (projectId: string) => {
      const nodes = [dashboardIn('1', 1), dashboardIn(projectId, 2)].map(recordNode);
      await commands['cohortDeck.compareFilters'](nodes[0], nodes);
      return vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    };
    assert.equal(await labelOf('1'), 'Dashboard 1 ↔ Dashboard 2');
    assert.equal(await labelOf('2'), 'Dashboard 1 (Project 1) ↔ Dashboard 2 (Project 2)');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await stop();
  });
});

describe('what is compared with filters', () => {
  const leaf = { type: 'person', key: 'plan', operator: 'exact', value: 'pro' };
  const written = { bytecode: ['_H', 1], bytecode_error: 'no', conditionHash: 'h', negation: false };
  const filtersOf = (condition: object) => ({ properties: { type: 'AND', values: [condition] } });
  const rest = { groups: {}, is_static: false, deleted: false };

  it('has no keys that only a service writes, whether it is a cohort beside a dashboard, or a file', async () => {
    const server = await startMisbehaving(({ url }) => {
      if (url.includes('/dashboards/')) return json({ id: 7, name: 'D', filters: { properties: [leaf] } });
      return json({
        ...rest,
        id: url.includes('/8/') ? 8 : 7,
        filters: filtersOf(url.includes('/8/') ? { ...leaf, ...written } : leaf),
      });
    });
    const connections = new Connections({
      get: () => [{ id: 'acme', url: server.url, projects: [{ id: '1' }] }],
      set: async () => undefined,
      onDidChange: new Emitter<void>().event,
    });
    const guard = new WriteGuard(connections, async () => false);
    const client = createClient({ baseUrl: server.url, key: 'phx_test', guard: guard.forConnection('acme') });
    const log = vscode.window.createOutputChannel('Comparisons of a test', { log: true });
    const files = createFiles({ client, guard, log });
    const of = (kind: 'cohort' | 'dashboard', id: number) =>
      uriOf({ connectionId: 'acme', projectId: '1', kind, id });
    const file = path.join(await mkdtemp(path.join(volatileDir, 'compared-')), 'a.json');
    await writeFile(file, JSON.stringify(filtersOf({ ...leaf, value: 'free', ...written })));
    const shown = async (uri: vscode.Uri, other: vscode.Uri) => {
      const opened = await files.openComparable(uri, other);
      return (await vscode.workspace.openTextDocument(opened)).getText();
    };
    for (const [uri, other] of [
      [of('cohort', 8), of('cohort', 7)],
      [of('cohort', 8), of('dashboard', 7)],
      [vscode.Uri.file(file), of('cohort', 7)],
      [vscode.Uri.file(file), of('dashboard', 7)],
    ] as const) {
      const text = await shown(uri, other);
      assert.match(text, /"plan"/);
      assert.doesNotMatch(text, /bytecode|conditionHash|negation/);
    }
    files.dispose();
    await client.close();
    await server.close();
    log.dispose();
  });
});
