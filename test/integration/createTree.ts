// The tree without its view, on any service.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { Catalog, type CatalogOptions } from '#model/records/catalog.ts';
import { Connections } from '#model/connections/connections.ts';
import { SharedProtection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { TreeOrders } from '#model/records/search/treeOrders.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { ShownRecords } from '#model/records/search/shownRecords.ts';
import { Trash } from '#model/records/trash.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import { DeckTree } from '#views/deckTree.ts';
import { createMemory, createSetting } from '../stored.ts';

export const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;

/** As a service lists them: every hundredth calculates, every seventh is static. */
export function cohortRecords(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Cohort ${index + 1}`,
    description: '',
    groups: [],
    deleted: false,
    filters: { properties: {} },
    is_calculating: index % 100 === 0,
    created_by: null,
    created_at: null,
    last_calculation: null,
    errors_calculating: 0,
    count: index,
    is_static: index % 7 === 0,
  }));
}

/** A tree of one project, on a service that `openClient` leads to. */
export function createTree(openClient: CatalogOptions['openClient'], isVisible = () => false) {
  const setting = createSetting([{ id: 'acme', url: 'https://acme.test', projects: [{ id: '1' }] }]);
  const disconnect = () => {
    setting.write([]);
    catalog.forget('acme');
  };
  const connections = new Connections(setting);
  const trash = new Trash(createMemory());
  const catalog = new Catalog({ openClient, trash, pageSize: () => 1000, now: Date.now });
  const orders = new TreeOrders(createMemory());
  const pins = new LocalPins(createMemory());
  const shown = new ShownRecords(catalog, orders, pins);
  const calculations = new CalculationWatch({
    catalog,
    now: Date.now,
    isVisible,
    onError: () => undefined,
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'cohort-deck-tree-'));
  let isDisposed = false;
  const protectionFile = path.join(folder, 'protection.json');
  const protection = new SharedProtection(createFileMemory(protectionFile), connections, (error, step) => {
    if (!isDisposed && step === 'write') throw error; // a write that ends later finds no folder
  });
  const guard = new WriteGuard(connections, async () => false, protection);
  const statuses = new ConnectionMonitor({ check: async () => undefined, now: Date.now });
  const retries = new RetryRegistry();
  const model = { connections, catalog, shown, orders, pins, trash, guard, statuses, retries };
  const tree = new DeckTree(model, calculations);
  const dispose = () => {
    isDisposed = true;
    for (const item of [tree, statuses, calculations, shown, catalog, trash, protection, connections])
      item.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Where items come late, VS Code is told once more of what has changed meanwhile. */
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await vscode.commands.executeCommand('noop');
    await tree.whenTold();
  };
  return { tree, settled, disconnect, ...model, calculations, protectionFile, dispose };
}
