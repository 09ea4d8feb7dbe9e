// The page of a cohort while its persons load, after they failed, and after its tab was closed.
import assert from 'node:assert/strict';
import { ready } from '#model/connections/connectionStatus.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '#api/apiError.ts';
import { cohortSchema } from '#api/responseSchemas.ts';
import { CohortPanel } from '#editors/records/cohortPanel.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import { CountHistory } from '#model/records/countHistory.ts';
import type { Cohort } from '#model/records/deckRecord.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { cohortRecords, createTree } from './createTree.ts';
import { createMemory } from '../stored.ts';

const ref = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 } as const;

describe('the page of a cohort', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'))));
  after(() => rm(folder, { recursive: true }));

  /** @param open opens the service for the persons; `isOffline`: the cohort cannot be read; `counted`: what is shown waits for it */
  function show(
    open: () => Promise<never>,
    { isOffline = false, counted }: { isOffline?: boolean; counted?: Promise<void> } = {},
  ) {
    const log = vscode.window.createOutputChannel('Cohort page of a test', { log: true });
    const model = createTree(() => assert.fail('nothing is requested'));
    const [changed, recovered, happened] = [
      new Emitter<CatalogChange>(),
      new Emitter<string>(),
      new Emitter<void>(),
    ];
    /** `begun`: how often the page began to show something; it may be outdated before it is shown. */
    const counts = { begun: 0, shown: 0, requested: 0 };
    let cohort: Cohort = cohortSchema.parse(cohortRecords(1)[0]);
    const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One);
    const page = new CohortPanel(ref, panel, {
      ...model,
      catalog: {
        get: () => cohort,
        list: (listed) => ({ ...model.catalog.list(listed), status: 'loading' }),
        tiles: () => undefined,
        retrieve: () => assert.fail('it names no other cohort'),
        retrieveText: async () => {
          if (isOffline) throw new ApiError('network', 'offline');
          return { record: cohort, text: JSON.stringify(cohort) };
        },
        onDidChange: changed.event,
      },
      details: async () => ({ uses: async () => undefined, calculations: async () => undefined }), // an older service
      statuses: { of: () => ready, onDidRecover: recovered.event, settled: async () => undefined },
      calculations: {
        result: () => {
          counts.shown++;
          happened.fire();
          return undefined;
        },
        onDidChange: model.calculations.onDidChange,
      },
      clients: {
        open: () => {
          counts.requested++;
          happened.fire();
          return open();
        },
      },
      countHistory: async () => {
        counts.begun++;
        happened.fire();
        await counted;
        return new CountHistory({
          folder,
          keepDays: () => 0,
          now: Date.now,
          onStorageError: assert.ifError,
          onDamaged: assert.ifError,
        });
      },
      seenValues: new Map(),
      recentExports: new RecentExports(createMemory()),
      log,
    });
    panel.webview.options = { enableScripts: true };
    panel.webview.html = '<script>acquireVsCodeApi().postMessage({ type: "ready" })</script>';
    panel.onDidDispose(() => page.dispose());
    return {
      rename(name: string) {
        cohort = { ...cohort, name };
        changed.fire({ kind: 'record', ref });
      },
      fire: (change: CatalogChange) => changed.fire(change),
      recover: () => recovered.fire('acme'),
      counts,
      panel,
      /** Resolves once something is so many times. */
      async until(what: keyof typeof counts, times: number) {
        while (counts[what] < times) await new Promise<void>((resolve) => void happened.event(resolve));
        await new Promise(setImmediate); // what the page does next
      },
      close() {
        panel.dispose();
        model.dispose();
        log.dispose();
      },
    };
  }

  it('shows what a list has of it where the service does not answer, and requests no persons', async () => {
    const page = show(() => assert.fail('not opened'), { isOffline: true });
    await page.until('shown', 1);
    assert.equal(page.counts.requested, 0);
    page.close();
  });

  it('requests no persons once its tab is closed', async () => {
    const counted = Promise.withResolvers<void>();
    const page = show(() => assert.fail('not opened'), { counted: counted.promise });
    await page.until('begun', 2); // with what the list has, and with the response
    page.panel.dispose();
    counted.resolve();
    await page.until('shown', 1);
    assert.equal(page.counts.requested, 0);
    page.close();
  });

  it('shows a change while its persons load', async () => {
    const page = show(() => new Promise(() => undefined));
    await page.until('requested', 1);
    const { shown } = page.counts;
    page.rename('Another name');
    await page.until('shown', shown + 1);
    page.close();
  });

  it('does nothing for a record that it does not name, or a list that is still read or of another project', async () => {
    const page = show(() => new Promise(() => undefined));
    await page.until('requested', 1);
    const { begun, shown } = page.counts;
    const other = { ...ref, projectId: '2' };
    page.fire({ kind: 'list', ref });
    page.fire({ kind: 'list', ref: other });
    page.fire({ kind: 'record', ref: other });
    page.fire({ kind: 'record', ref: { ...ref, id: 2 } });
    page.rename('Another name');
    await page.until('shown', shown + 1);
    assert.equal(page.counts.begun, begun + 1);
    page.close();
  });

  it('loads persons again that failed, once the service is back', async () => {
    const page = show(() => Promise.reject(new Error('offline')));
    await page.until('requested', 1);
    page.recover();
    await page.until('requested', 2);
    page.close();
  });
});
