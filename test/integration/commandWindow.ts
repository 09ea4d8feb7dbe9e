// What commands of a window act on, and each command that writes to a service.
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import type { MayOverwrite } from '#commands/confirmWrite.ts';
import { createFailedChangeCommands } from '#commands/failedChangeCommands.ts';
import { createCohortCommands } from '#commands/records/cohortCommands.ts';
import { createCopyRecordCommands } from '#commands/records/copyRecordCommands.ts';
import { createDashboardCommands } from '#commands/records/dashboardCommands.ts';
import { createDeleteCommands } from '#commands/records/deleteCommands.ts';
import { createPinCommands } from '#commands/records/pinCommands.ts';
import { createRecordCommands } from '#commands/records/recordCommands.ts';
import { createStaticPersonCommands } from '#commands/records/staticPersonCommands.ts';
import { createTileCommands } from '#commands/records/tileCommands.ts';
import { createTrashCommands } from '#commands/records/trashCommands.ts';
import { CommandTargets } from '#commands/targets/commandTargets.ts';
import { createUndoCommands } from '#commands/undoCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { WriteGuard, type WriteRequest } from '#model/connections/writeGuard.ts';
import { UndoHistory } from '#model/records/changes/undoHistory.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { LocalPins, RecentRecords } from '#model/records/localPins.ts';
import { OwnUsers } from '#model/records/search/ownUsers.ts';
import { ShownRecords } from '#model/records/search/shownRecords.ts';
import { TreeOrders } from '#model/records/search/treeOrders.ts';
import { Trash } from '#model/records/trash.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { createCatalog } from '../models.ts';
import { createMemory, createSetting } from '../stored.ts';

interface CommandWindowOptions {
  /** The service. */
  readonly url: string;
  readonly key: string;
  /** Its entry in the settings, without its ID. */
  readonly connection: object;
  /** Answers the questions of the guard. */
  readonly confirm?: (request: WriteRequest) => Promise<boolean>;
  readonly mayOverwrite?: MayOverwrite;
}

let started = 0;

export function createCommandWindow({
  url,
  key,
  connection,
  confirm = async () => false,
  mayOverwrite = async () => false,
}: CommandWindowOptions) {
  const setting = createSetting([{ id: 'acme', ...connection }]);
  const connections = new Connections(setting);
  const guard = new WriteGuard(connections, confirm);
  const client = createClient({ baseUrl: url, key, guard: guard.forConnection('acme') });
  const trash = new Trash(createMemory());
  const catalog = createCatalog({ openClient: async () => client, trash });
  const log = vscode.window.createOutputChannel(`Commands of test ${++started}`, { log: true });
  const selection: DeckNode[] = [];
  const revealed: DeckNode[] = [];
  const shown = new ShownRecords(catalog, new TreeOrders(createMemory()));
  const ownUsers = new OwnUsers(createMemory(), { catalog, connections }, (error) =>
    log.error('not kept', error),
  );
  const checks = { current: 0 };
  const recents = new RecentRecords(createMemory());
  const deps = {
    connections,
    catalog,
    shown,
    trash,
    guard,
    targets: new CommandTargets(connections, catalog, () => selection, recents, trash),
    retries: new RetryRegistry(),
    history: new UndoHistory(),
    pins: new LocalPins(createMemory()),
    newRecords: new Set<string>(),
    ownUsers,
    mayOverwrite,
    confirmDelete: () => false,
    details: async () =>
      new CohortDetails(
        async () => client,
        (error) => log.warn('No details.', error),
      ),
    openClient: async () => client,
    reveal: async (node: DeckNode) => void revealed.push(node),
    checkCurrentProjects: () => void checks.current++,
    log,
  };
  return {
    ...deps,
    client,
    /** Of the tree. */
    selection,
    /** The nodes that commands have selected in the tree. */
    revealed,
    /** How often it was asked if `@current` is. */
    currentChecks: () => checks.current,
    disconnect: () => setting.write([]),
    commands: {
      ...createRecordCommands(deps),
      ...createDashboardCommands(deps),
      ...createPinCommands(deps),
      ...createCohortCommands(deps),
      ...createStaticPersonCommands(deps),
      ...createDeleteCommands(deps),
      ...createTrashCommands(deps),
      ...createCopyRecordCommands(deps),
      ...createTileCommands(deps),
      ...createUndoCommands(deps),
      ...createFailedChangeCommands(deps),
    },
    dispose: async () => {
      for (const item of [ownUsers, shown, catalog, trash, connections, log]) item.dispose();
      await client.close();
    },
  };
}
