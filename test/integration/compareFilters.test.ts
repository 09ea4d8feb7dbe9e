import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { createCompareFiltersCommands } from '#commands/documents/compareFiltersCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { volatileDir } from '../volatile.ts';
import { createFiles } from './createFiles.ts';
import { withFirstPicks } from './firstPick.ts';
import { uriOf } from './sampleData.ts';
import { dashboardIn, startCommands } from './startCommands.ts';
import { startTwoProjects } from './twoProjects.ts';
import { createSetting } from '../stored.ts';

describe('a comparison of filters', () => {
  it('names the projects of its sides where they differ', async () => {
    const { catalog, connections, targets, stop } = await startCommands();
    const commands = createCompareFiltersCommands({
      catalog,
      connections,
      targets,
      openSnapshot: () => Promise.reject(new Error('nothing is compared with the service')),
      openComparable: async (uri) => uri,
      details: () => Promise.reject(new Error('no calculations are compared')),
      addSnapshot: () => Promise.reject(new Error('no calculations are compared')),
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

describe('a comparison of two calculations', () => {
  async function start() {
    const stage = await startTwoProjects();
    const { catalog, client, connections, targets } = stage;
    const shown = vscode.workspace.registerTextDocumentContentProvider('calculation-test', {
      provideTextDocumentContent: ({ query }) => query,
    });
    const never = () => Promise.reject(new Error('no records are compared'));
    const commands = createCompareFiltersCommands({
      catalog,
      connections,
      targets,
      openSnapshot: never,
      openComparable: never,
      details: async () => new CohortDetails(async () => client, assert.ifError),
      addSnapshot: async (uri, text) => uri.with({ scheme: 'calculation-test', query: text }),
    });
    const stop = async () => {
      shown.dispose();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await stage.stop();
    };
    const compare = async (cohort: RecordRef) =>
      withFirstPicks(
        Promise.resolve(commands['cohortDeck.compareFilters'](recordNode(cohort), undefined, 'calculations')),
      );
    return { ...stage, compare, stop };
  }

  it('shows the filters that each was made from, with their times', async () => {
    const { compare, create, elsewhere, stop } = await start();
    const plan = (value: string) => [{ type: 'person', key: 'plan', operator: 'exact', value }];
    const cohort = await create('1', 'Plans', plan('free'));
    const calculations = async () => elsewhere.cohorts('1').calculations(cohort.id);
    await eventually('a calculation', async () => (await calculations()).length === 1);
    const filters = { properties: { type: 'AND', values: plan('pro') } };
    await elsewhere.cohorts('1').updateText(cohort.id, JSON.stringify({ filters }));
    await eventually('another one', async () => (await calculations()).length === 2);
    await compare(cohort);
    const { activeTab: tab } = vscode.window.tabGroups.activeTabGroup;
    assert.match(tab?.label ?? '', /^Plans \(.*2\d\d\d.*\) ↔ Plans \(.*2\d\d\d.*\)$/);
    const { original, modified } = tab?.input instanceof vscode.TabInputTextDiff ? tab.input : assert.fail();
    assert.match(original.query, /"free"/);
    assert.match(modified.query, /"pro"/);
    await stop();
  });

  it('is refused in a sentence where the service has recorded none', async () => {
    const { compare, create, setHabits, stop } = await start();
    const cohort = await create('1', 'Old');
    setHabits(['interfaceOnly']);
    await assert.rejects(compare(cohort), /fewer than two calculations of “Old”/);
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
    const connections = new Connections(
      createSetting([{ id: 'acme', url: server.url, projects: [{ id: '1' }] }]),
    );
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
