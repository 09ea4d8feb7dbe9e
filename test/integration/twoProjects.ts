// Commands on the embedded service, with handlers called directly.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { CommandTargets } from '#commands/targets/commandTargets.ts';
import { createCopyRecordCommands } from '#commands/records/copyRecordCommands.ts';
import type { MayOverwrite } from '#commands/confirmWrite.ts';
import { createDashboardCommands } from '#commands/records/dashboardCommands.ts';
import { createDeleteCommands } from '#commands/records/deleteCommands.ts';
import { createTrashCommands } from '#commands/records/trashCommands.ts';
import { createPinCommands } from '#commands/records/pinCommands.ts';
import { createRecordCommands } from '#commands/records/recordCommands.ts';
import { createStaticPersonCommands } from '#commands/records/staticPersonCommands.ts';
import { createUndoCommands } from '#commands/undoCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard, type WriteRequest } from '#model/connections/writeGuard.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { UndoHistory } from '#model/records/changes/undoHistory.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { TreeOrders } from '#model/records/search/treeOrders.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { OwnUsers } from '#model/records/search/ownUsers.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { RecentRecords } from '#model/records/localPins.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { ShownRecords } from '#model/records/search/shownRecords.ts';
import { Trash } from '#model/records/trash.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { listen } from '#sandbox/server.ts';
import { createMemory, createSetting } from '../stored.ts';
import { createCatalog } from '../models.ts';

let started = 0;

/** The two projects of the embedded service, of which the second may be protected. */
export async function startTwoProjects(protection: Protection | 'none' = 'none', persons = 50) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-two-'));
  const service = await listen({ dataDir, persons });
  const projects = [
    { id: '1', name: 'Web' },
    { id: '2', name: 'App', protection },
  ];
  const changed = new Emitter<void>();
  const connections = new Connections(
    createSetting([{ id: 'acme', name: 'Acme', url: service.url, projects }]),
  );
  const asked: string[] = [];
  const requests: WriteRequest[] = [];
  let agrees = true;
  const guard = new WriteGuard(connections, async (request) => {
    requests.push(request);
    asked.push(request.detail);
    return agrees;
  });
  const overwrites: string[] = [];
  let overwrite = false;
  const mayOverwrite: MayOverwrite = async (...question) => {
    overwrites.push(question.join('\n'));
    return overwrite;
  };
  const client = createClient({
    baseUrl: service.url,
    key: service.key,
    guard: guard.forConnection('acme'),
  });
  const elsewhere = createClient({ baseUrl: service.url, key: service.key });
  const trash = new Trash(createMemory());
  const catalog = createCatalog({ openClient: async () => client, trash });
  const log = vscode.window.createOutputChannel(`Two projects ${++started}`, { log: true });
  const targets = new CommandTargets(
    connections,
    catalog,
    () => [],
    new RecentRecords(createMemory()),
    trash,
  );
  const shown = new ShownRecords(catalog, new TreeOrders(createMemory()));
  const retries = new RetryRegistry();
  const revealed: DeckNode[] = [];
  const views = {
    reveal: async (node: DeckNode) => void revealed.push(node),
    checkCurrentProjects: () => undefined,
  };
  const ownUsers = new OwnUsers(createMemory(), { catalog, connections }, (error) =>
    log.error('not kept', error),
  );
  const deps = {
    connections,
    catalog,
    shown,
    trash,
    guard,
    targets,
    retries,
    history: new UndoHistory(),
    ownUsers,
    mayOverwrite,
    log,
    ...views,
  };
  const ref = (kind: RecordKind, projectId: string, id = 0): RecordRef => ({
    connectionId: 'acme',
    projectId,
    kind,
    id,
  });
  const details = async () =>
    new CohortDetails(
      async () => client,
      (error) => log.warn('No details.', error),
    );
  const writerTo = async (projectId: string) => {
    const places = [{ connectionId: 'acme', projectId }];
    return catalog.writer(await guard.approve({ action: 'create', projects: places, detail: '' }));
  };
  const create = async (projectId: string, name: string, values: readonly unknown[] = []) => {
    const filters = { properties: { type: 'AND', values } };
    return (await writerTo(projectId)).create(ref('cohort', projectId), { name, filters });
  };
  return {
    asked,
    /** All questions so far, and the answer from now on. */
    requests,
    answer: (wanted: boolean) => (agrees = wanted),
    /** What was asked before a change of somebody else was replaced, and the answer from now on. */
    overwrites,
    answerOverwrite: (wanted: boolean) => (overwrite = wanted),
    ownUsers,
    catalog,
    client,
    /** Changes what this window has not seen. */
    elsewhere,
    connections,
    retries,
    guard,
    history: deps.history,
    /** The nodes that commands have selected in the tree. */
    revealed,
    log,
    url: service.url,
    targets,
    trash,
    create,
    createDashboard: async (projectId: string, name: string) =>
      (await writerTo(projectId)).create(ref('dashboard', projectId), { name }),
    ref,
    inject: (faults: string) => service.inject(faults),
    setHabits: (habits: Parameters<typeof service.setHabits>[0]) => service.setHabits(habits),
    commands: {
      ...createCopyRecordCommands(deps),
      ...createDashboardCommands(deps),
      ...createPinCommands({ ...deps, pins: new LocalPins(createMemory()) }),
      ...createDeleteCommands({ ...deps, details, confirmDelete: () => false }),
      ...createTrashCommands(deps),
      ...createRecordCommands({ ...deps, newRecords: new Set<string>() }),
      ...createUndoCommands(deps),
      ...createStaticPersonCommands({ ...deps, openClient: async () => client }),
    },
    /** What the service has, the newest first. */
    cohortsIn: async (projectId: string) => (await client.cohorts(projectId).list()).results,
    dashboardsIn: async (projectId: string) =>
      (await client.dashboards(projectId).list({ limit: 100 })).results,
    stop: async () => {
      for (const item of [ownUsers, shown, catalog, trash, connections, changed, log]) item.dispose();
      await client.close();
      await elsewhere.close();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
