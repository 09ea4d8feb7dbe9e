// What the window keeps of changes, and what is left of it once the setting turns it off.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { createLocalHistoryCommands } from '#commands/documents/localHistoryCommands.ts';
import { createHistories } from '#composition/createModel.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { volatileDir } from '../volatile.ts';
import { withFirstPicks } from './firstPick.ts';
import { startTwoProjects } from './twoProjects.ts';

describe('the histories of a window', () => {
  const setting = () => vscode.workspace.getConfiguration('cohortDeck.history');
  const setKeepDays = (days: number | undefined) =>
    setting().update('keepDays', days, vscode.ConfigurationTarget.Global);
  afterEach(() => setKeepDays(undefined));

  async function start() {
    const service = await startTwoProjects();
    const folder = await mkdtemp(path.join(volatileDir, 'cohort-deck-histories-'));
    const disposables: vscode.Disposable[] = [];
    const { log, catalog, connections } = service;
    const open = () =>
      createHistories(
        {
          add: (item) => (disposables.push(item), item),
          log,
          inStorage: (name) => path.join(folder, name),
        },
        connections,
        catalog,
      );
    const texts = vscode.workspace.registerTextDocumentContentProvider('history-test', {
      provideTextDocumentContent: ({ query }) => query,
    });
    const showHistory = (localHistory: () => Promise<LocalHistory>) => {
      const commands = createLocalHistoryCommands({
        ...service,
        details: async () => new CohortDetails(async () => service.client, assert.ifError),
        localHistory,
        addSnapshot: async (uri, text) => uri.with({ scheme: 'history-test', query: text }),
        replaceText: () => Promise.reject(new Error('nothing is restored')),
      });
      return (ref: RecordRef) => commands['cohortDeck.showHistory'](recordNode(ref));
    };
    return {
      ...service,
      open,
      showHistory,
      /** Without locks and folders. */
      files: async () => {
        const all = await readdir(folder, { recursive: true, withFileTypes: true });
        return all.filter((one) => one.isFile() && one.name.endsWith('.json')).map((one) => one.name);
      },
      close: async () => {
        for (const one of disposables.splice(0)) one.dispose();
      },
      stop: async () => {
        for (const one of [...disposables.splice(0), texts]) one.dispose();
        await service.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  }

  it('are removed at the next start, the counts of cohorts included, once the setting turns them off', async () => {
    const { open, close, files, create, commands, cohortsIn, stop } = await start();
    const { countHistory } = open();
    const ref = await create('1', 'Kept');
    await commands['cohortDeck.rename'](recordNode(ref), undefined, 'Renamed');
    const counted = (await cohortsIn('1')).find(({ count, is_static: isStatic }) => count && isStatic);
    assert.ok(counted);
    await (await countHistory()).add(ref, counted);
    await eventually('a change with its texts, and a count', async () => (await files()).length >= 4);
    await setKeepDays(0);
    assert.ok((await files()).length >= 4, 'nothing is lost by a slip');
    await close();
    open();
    await eventually('nothing to be left', async () => (await files()).length === 0);
    await stop();
  });

  it('keep again what changes after they were cleared', async () => {
    const { open, files, create, commands, stop } = await start();
    const { localHistory, countHistory } = open();
    const ref = await create('1', 'Kept');
    await eventually('a change', async () => (await files()).length > 0);
    await (await localHistory()).clear();
    assert.deepEqual(await files(), []);
    assert.deepEqual((await countHistory()).of(ref), []);
    await commands['cohortDeck.rename'](recordNode(ref), undefined, 'Renamed');
    await eventually('the next change', async () => {
      const [entry] = (await localHistory()).of(ref);
      return entry?.after !== undefined && (await (await localHistory()).text(entry.after)) !== undefined;
    });
    await stop();
  });

  it('show what a change of a description replaced', async () => {
    const { open, showHistory, create, stop } = await start();
    const history = await open().localHistory();
    const ref = await create('1', 'Described');
    const fields = (description: string) => ({ description });
    const [before, after] = [fields('Old\n\nwords'), fields('New words')];
    await history.add({ action: 'update', ref, before, after });
    const show = showHistory(async () => history);
    let hasEnded = false;
    const ended = show(ref).then(() => (hasEnded = true));
    await eventually('the change and its comparison to be selected', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return hasEnded;
    });
    await ended;
    const [tab] = vscode.window.tabGroups.all.map(({ activeTab }) => activeTab);
    assert.match(tab?.label ?? '', /^“Described”: Description \(before .*2\d\d\d.*\) ↔ .*2\d\d\d/);
    const { original, modified } = tab?.input instanceof vscode.TabInputTextDiff ? tab.input : assert.fail();
    const texts = [original, modified].map(async (uri) =>
      (await vscode.workspace.openTextDocument(uri)).getText(),
    );
    assert.deepEqual(await Promise.all(texts), ['Old\n\nwords', 'New words']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await stop();
  });

  it('show what others changed of a cohort that was never changed from here, and compare it', async () => {
    const { open, showHistory, elsewhere, ref, stop } = await start();
    const history = await open().localHistory();
    const { id } = await elsewhere.cohorts('1').createText('{"name": "Draft"}');
    await elsewhere.cohorts('1').updateText(id, '{"name": "Final"}');
    const show = showHistory(async () => history);
    await withFirstPicks(show(ref('cohort', '1', id)));
    const [tab] = vscode.window.tabGroups.all.map(({ activeTab }) => activeTab);
    const { original, modified } = tab?.input instanceof vscode.TabInputTextDiff ? tab.input : assert.fail();
    assert.deepEqual([original.query, modified.query], ['Draft', 'Final']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await stop();
  });

  it('list what can be done with a save while the service does not answer', async () => {
    const { open, showHistory, ref, inject, stop } = await start();
    const history = await open().localHistory();
    const saved = ref('cohort', '1', 4711);
    await history.add({
      ref: toDocument(saved, 'filters'),
      action: 'save',
      before: '{}',
      after: '{"a": 1}',
    });
    let asked = 0;
    const show = showHistory(async () => (asked++, history));
    inject('latency=60000');
    let hasEnded = false;
    const ended = show(saved).then(() => (hasEnded = true));
    await eventually('the save to be selected', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return asked > 1;
    });
    const close = async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return hasEnded;
    };
    await eventually('the list of its actions', close);
    await ended;
    inject('');
    await stop();
  });
});
