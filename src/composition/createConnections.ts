// The connections: their keys, their protection, their clients, and whether each one works.
import * as vscode from 'vscode';
import { ClientFactory } from '#host/clientFactory.ts';
import { lazy } from '#host/lazy.ts';
import { showStatus, showWarning } from '#host/messages/showMessage.ts';
import { SecretKeys } from '#host/secretKeys.ts';
import { createSetting } from '#host/settings/settings.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { type ChangeLock, Connections } from '#model/connections/connections.ts';
import { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { type OnProtectionError, SharedProtection } from '#model/connections/protection.ts';
import { type ConfirmWrite, WriteGuard } from '#model/connections/writeGuard.ts';
import { sampleConnectionId } from '#model/connections/connection.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import type { Base } from './createBase.ts';
import path from 'node:path';
import { showError } from '#host/messages/showError.ts';
import { SampleData } from '#model/connections/sampleData.ts';

export function createConnections(base: Base) {
  const { add } = base;
  const factory = createClientFactory(base);
  const keys = createKeys(base);
  const connections = createSharedConnections(base, keys);
  const guard = createGuard(base, connections);
  const clients = add(new ConnectionClients(connections, keys, guard, factory.create.bind(factory)));
  const { sampleData, untilReady } = createSampleData(base, connections);
  const openClient = async (connectionId: string) => {
    await untilReady(connectionId);
    return clients.open(connectionId);
  };
  const statuses = add(
    new ConnectionMonitor({ check: async (id) => (await openClient(id)).check(), now: Date.now }),
  );
  followChanges(base, factory, keys, clients, statuses);
  add(connections.onDidLeave((id) => statuses.forget(id)));
  const checkCurrentProjects = followCurrentProjects(base, connections, clients, openClient);
  const requireProject = async (ref: ProjectRef) => {
    await untilReady(ref.connectionId);
    connections.requireProject(ref);
  };
  return {
    createClient: factory.create.bind(factory),
    keys,
    connections,
    guard,
    clients,
    statuses,
    sampleData,
    openClient,
    checkCurrentProjects,
    requireProject,
  };
}

/**
 * Says which project `@current` is where it was resolved, and where it has moved once the person returns to the window.
 * @returns asks for that immediately
 */
function followCurrentProjects(
  { add, log }: Base,
  connections: Connections,
  clients: ConnectionClients,
  openClient: ConnectionClients['open'],
): () => void {
  const onError = (error: unknown): void => log.warn('Could not ask which project @current is.', error);
  const load = lazy(async () => {
    const { CurrentProjects } = await import('#model/connections/currentProjects.ts');
    const { showMoved, showPinned } = await import('./currentProjectMessages.ts');
    const now = () => performance.now();
    const current = add(new CurrentProjects({ connections, openClient, onError, now }));
    add(current.onDidMove((moved) => void showMoved(moved)));
    return { current, showPinned };
  });
  add(
    clients.onDidPinProject((pinned) => {
      if (pinned.error !== undefined) log.warn('Could not store which project @current is.', pinned.error);
      void load().then(({ showPinned }) => showPinned(connections, pinned));
    }),
  );
  const check = (isDue: boolean): void => {
    const hasAny = connections.all.some(({ projects }) => projects.some(({ addedAs }) => addedAs));
    if (hasAny) void load().then(({ current }) => current.check(isDue));
  };
  add(vscode.window.onDidChangeWindowState(({ focused }) => focused && check(false)));
  return () => check(true);
}

/** After new settings or a new key, clients are replaced, and what they reported of their connections is dropped. */
function followChanges(
  { add }: Base,
  factory: ClientFactory,
  keys: SecretKeys,
  clients: ConnectionClients,
  statuses: ConnectionMonitor,
): void {
  add(clients.onDidEndCall(({ connectionId, outcome }) => statuses.report(connectionId, outcome)));
  add(
    factory.onDidChangeSettings(() => {
      clients.replaceAll();
      statuses.resetAll();
    }),
  );
  add(
    keys.onDidChange((id) => {
      clients.replace(id);
      statuses.reset(id);
    }),
  );
}

function createClientFactory({ add, log }: Base): ClientFactory {
  const factory = add(new ClientFactory(log));
  const waitStatusBar = lazy(async () => {
    const { createWaitStatusBar } = await import('#views/status/waitStatusBar.ts');
    return add(createWaitStatusBar());
  });
  add(factory.onDidWait((wait) => void waitStatusBar().then((status) => status.show(wait))));
  return factory;
}

function createKeys({ context, add, log }: Base): SecretKeys {
  const onSlow = (): void => {
    showStatus(
      vscode.l10n.t('Waiting for this machine’s keyring. Unlock it if it is locked.'),
      10_000,
      'key',
    );
  };
  return add(new SecretKeys(context.secrets, (line) => log.warn(line), { onSlow }));
}

/** The setting, which other windows change too. */
function createSharedConnections({ add, log, inStorage, withLock }: Base, keys: SecretKeys): Connections {
  const setting = createSetting('cohortDeck.connections');
  const onError = (error: unknown): void => log.warn('Could not reach the other windows.', error);
  const changeLock: ChangeLock = (task) =>
    withLock('connections', async () => {
      await setting.reread(); // what other windows have written
      await task();
    });
  const connections = add(new Connections(setting, vscode.l10n.t('Sample Data'), changeLock));
  const watchWindows = async () => {
    const { watchChangesInOtherWindows } = await import('#views/changesInOtherWindows.ts');
    const folder = inStorage('windows');
    add(await watchChangesInOtherWindows({ folder, setting, connections, keys, onError }));
  };
  // On the desktop, VS Code tells all windows. The activation does not wait for the import.
  if (vscode.env.uiKind === vscode.UIKind.Web) setImmediate(() => void watchWindows().catch(onError));
  return connections;
}

function createGuard({ add, log, inStorage, withLock }: Base, connections: Connections): WriteGuard {
  const onError: OnProtectionError = (error, step) => {
    log.warn(`Could not ${step} the protections of all windows.`, error);
    if (step === 'read') void offerProtection();
  };
  const memory = createFileMemory(inStorage('protection.json'));
  const shared = add(new SharedProtection(memory, connections, onError, withLock));
  const confirm: ConfirmWrite = async (request, places) =>
    (await import('#commands/confirmWrite.ts')).confirmWrite(request, places);
  return new WriteGuard(connections, confirm, shared);
}

async function offerProtection(): Promise<void> {
  const set = vscode.l10n.t('Set Protection…');
  const warning = vscode.l10n.t(
    'Could not read which projects are protected, so all projects are read-only. “Set Protection…” stores it again; each connection stays read-only until you set its own.',
  );
  if ((await showWarning(warning, set)) === set)
    await vscode.commands.executeCommand('cohortDeck.setProtection');
}

// The embedded service, in a process of its own. It starts when it is wanted; nothing of it is loaded before.

function createSampleData({ add, log, memory, workspaceStorage }: Base, connections: Connections) {
  const start = async () => {
    const { startOwnSandbox } = await import('#sandbox/startSandbox.ts');
    const dataDir = path.join(workspaceStorage, 'sample-data');
    const workerUrl = new URL('./sandboxWorker.js', import.meta.url); // beside the entry, which this is built into
    return startOwnSandbox({ dataDir, workerUrl });
  };
  const sampleData = new SampleData(connections, memory('sampleData'), start, {
    crashed: (reason) => log.warn('The sample data crashed and is restarting.', reason),
    gaveUp: (error) => void showError('', error, log),
  });
  add({ dispose: () => void sampleData.close() });
  return {
    sampleData,
    /** Resolves immediately for every other connection. */
    untilReady: async (connectionId: string): Promise<void> => {
      if (connectionId === sampleConnectionId && sampleData.isWanted) await sampleData.ready();
    },
  };
}
