// Connect and disconnect, keys and projects.
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import { UserError } from '#host/messages/userError.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { askText } from '#host/input/askText.ts';
import * as edits from '#model/connections/connectionEdits.ts';
import { knownHosts } from '#model/connections/parseServiceAddress.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { UndoHistory, ReversibleChange } from '#model/records/changes/undoHistory.ts';
import type { ConnectionClients, CreateClient } from '#model/connections/connectionClients.ts';
import { type Connection, hostOf } from '#model/connections/connection.ts';
import { listAccessibleProjects } from '#model/connections/listAccessibleProjects.ts';
import { type Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { type CommandTargets, isByKey } from '#commands/targets/commandTargets.ts';
import { confirmRemoval } from '#commands/records/deleteCommands.ts';
import { closeTabsIn } from '#commands/documents/documentTabs.ts';
import { askAddress, takeAddress } from './askAddress.ts';
import { askProjects } from './askProjects.ts';
import { askKey } from './askKey.ts';
import { addWithKey, removeKey, storeKey } from './storeKey.ts';
import { findKeyScopes, reportMissingScopes } from './reportMissingScopes.ts';

const { t } = vscode.l10n;

export interface ConnectionDeps {
  readonly connections: Connections;
  readonly clients: ConnectionClients;
  readonly catalog: Catalog;
  readonly keys: SecretKeys;
  readonly createClient: CreateClient;
  /** The embedded service; both calls are idempotent. */
  readonly sampleData: { start(): Promise<void>; stop(): Promise<void> };
  readonly guard: Pick<WriteGuard, 'protectionAt' | 'protectionOf'>;
  readonly targets: CommandTargets;
  readonly history: UndoHistory;
}

export function createConnectionCommands(deps: ConnectionDeps) {
  return {
    /** Argument: an address that was entered already. */
    'cohortDeck.connect': (...args: readonly unknown[]) => connect(deps, args),
    'cohortDeck.trySampleData': () => trySampleData(deps),
    /** Asks before it stops the sample data if the third argument is `byKey`. */
    'cohortDeck.disconnect': (...args: readonly unknown[]) => disconnect(deps, args),
    'cohortDeck.renameConnection': (...args: readonly unknown[]) => renameConnection(deps, args),
    'cohortDeck.changeKey': (...args: readonly unknown[]) => changeKey(deps, args),
    'cohortDeck.addProject': (...args: readonly unknown[]) => addProject(deps, args),
    /** Asks if the third argument is `byKey`. */
    'cohortDeck.removeProject': (...args: readonly unknown[]) => removeProject(deps, args),
  };
}

async function connect(deps: ConnectionDeps, [given]: readonly unknown[]): Promise<void> {
  const title = t('Connect to a Service');
  const address =
    typeof given === 'string' ? await takeAddress(deps, title, given) : await askAddress(deps, title);
  if (address === undefined) return;
  if (address === 'sample') return trySampleData(deps);
  const { url, projectId } = address;
  const known = deps.connections.all.filter((connection) => !connection.isSample && connection.url === url);
  if (known.length > 0 && !(await confirmAnotherConnection(deps, known))) return;
  const checkedKey = await askKey(deps, url, { title, step: 2, totalSteps: 3 });
  if (!checkedKey) return;
  const projects = await askProjects(deps, url, checkedKey, {
    title,
    step: 3,
    totalSteps: 3,
    suggestion: projectId,
  });
  if (!projects) return;
  const { key } = checkedKey;
  const scopes = await findKeyScopes(deps, { url, key, projects });
  const name = uniqueName(url, deps.connections);
  const id = await addWithKey(deps, { name, url, projects }, key);
  if (id === undefined) return;
  await vscode.commands.executeCommand('cohortDeck.tree.focus');
  await reportMissingScopes(deps.keys, { id, name, url, key }, scopes);
}

/**
 * Asks what to do with an address that is already connected. @returns whether to add another connection; the
 * other choices run here
 */
async function confirmAnotherConnection(
  deps: ConnectionDeps,
  known: readonly Connection[],
): Promise<boolean> {
  const title = t('Connect to a Service');
  const names = known.map(({ name }) => t('“{0}”', name)).join(', ');
  const choice = await askPickOf<'project' | 'key' | 'another'>(
    [
      { label: t('Add Project…'), description: t('with the stored key'), value: 'project' },
      {
        label: t('Change Key…'),
        description: t('if the key was replaced or lacks a scope'),
        value: 'key',
      },
      {
        label: t('Add Another Connection'),
        description: t('with another account’s key'),
        value: 'another',
      },
    ],
    { title, placeholder: t('Already connected to this address: {0}', names) },
  );
  if (choice !== 'project' && choice !== 'key') return choice === 'another';
  const [only] = known;
  const id = only && known.length === 1 ? only.id : await pickConnection(known, title);
  if (id !== undefined) await (choice === 'project' ? addProject(deps, [id]) : changeKey(deps, [id]));
  return false;
}

/** Connections to the same address differ by name and projects. */
function pickConnection(known: readonly Connection[], title: string): Promise<string | undefined> {
  const items = known.map(({ id, name, projects }) => ({
    label: name,
    description: projects.map((project) => project.name || project.id).join(', '),
    value: id,
  }));
  return askPickOf(items, { title, placeholder: t('Select a connection') });
}

function uniqueName(url: string, connections: Connections): string {
  const name = knownHosts.find((host) => host.url === url)?.name ?? hostOf(url);
  const taken = new Set(connections.all.map((other) => other.name));
  for (let n = 1; ; n++) {
    const unique = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(unique)) return unique;
  }
}

async function trySampleData({ sampleData }: ConnectionDeps): Promise<void> {
  const options = { location: { viewId: 'cohortDeck.tree' }, title: t('Starting sample data…') };
  await withProgress(options, () => sampleData.start());
  await vscode.commands.executeCommand('cohortDeck.tree.focus');
}

async function disconnect(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Disconnect'));
  if (!connection) return;
  const scope = { connectionId: connection.id };
  const question = connection.isSample
    ? isByKey(args)
      ? t('Disconnect from the sample data? Its editors close.')
      : undefined // “Try with Sample Data” brings it back
    : t(
        'Disconnect from “{0}”? This removes its key from this machine. Nothing changes on the service.',
        connection.name,
      );
  const labels = {
    action: t('Disconnect'),
    ask: t('Disconnect?'),
    save: t('Save and Disconnect'),
    withoutSaving: t('Disconnect without Saving'),
  };
  if (!(await confirmRemoval(scope, labels, question))) return;
  if (connection.isSample) {
    await deps.sampleData.stop();
    deps.catalog.forget(connection.id);
    deps.history.forget(connection.id);
  } else {
    await deps.connections.change(edits.removeConnection(connection.id));
  }
  await closeTabsIn(scope);
  if (!connection.isSample) await removeKey(deps.keys, connection);
}

async function renameConnection(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Rename Connection'));
  if (!connection) return;
  refuseSample(connection);
  const name = await askText<string>({
    title: t('Rename Connection'),
    value: connection.name,
    prompt: t('Enter a name'),
    check: (typed) => (typed.trim() === '' ? t('Enter a name.') : undefined),
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
  if (name === undefined || name === connection.name) return;
  const rename = createRename(deps.connections, connection, name);
  await deps.history.track(async () => {
    await rename.redo();
    deps.history.add(rename);
  });
}

/** A rename that `redo` makes. Neither step replaces a name that was given since; they throw UserError then. */
export function createRename(
  connections: Connections,
  connection: Pick<Connection, 'id' | 'url' | 'name'>,
  after: string,
): ReversibleChange {
  const { id, name: before } = connection;
  const give = async (old: string, wanted: string) => {
    const now = requireUnchanged(connections, { ...connection, name: old });
    if (now.name !== old) throw new UserError(t('It has been renamed to “{0}” since.', now.name));
    await connections.change(edits.renameConnection(id, wanted));
    return true;
  };
  return {
    label: t('Rename “{0}” to “{1}”', before, after),
    items: [],
    undo: () => give(after, before),
    redo: () => give(before, after),
  };
}

/** Throws UserError if the connection is removed or has another address, or its entry in the settings an error. */
function requireUnchanged(
  connections: Connections,
  { id, url, name }: Pick<Connection, 'id' | 'url' | 'name'>,
): Connection {
  const now = connections.get(id);
  if (connections.isRemoved(id))
    throw new UserError(t('“{0}” was removed. Connect to the service again.', name));
  if (now && now.url !== url)
    throw new UserError(t('The address of “{0}” was changed. Try again.', now.name));
  if (!now)
    throw new UserError(
      t('The entry of “{0}” in the settings has an error. Correct it, then try again.', name),
    );
  return now;
}

async function changeKey(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Change Key'));
  if (!connection) return;
  refuseSample(connection);
  const checkedKey = await askKey(deps, connection.url, {
    title: t('Change Key of “{0}”', connection.name),
  });
  if (!checkedKey) return;
  const scopes = await findKeyScopes(deps, { ...connection, key: checkedKey.key });
  requireUnchanged(deps.connections, connection);
  if (!(await storeKey(deps.keys, connection, checkedKey.key))) return; // the next request has the new key
  await deps.catalog.refreshAll({ connectionId: connection.id });
  await reportMissingScopes(deps.keys, { ...connection, key: checkedKey.key }, scopes);
}

async function addProject(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Add Project'));
  if (!connection) return;
  refuseSample(connection);
  const key = await deps.clients.keyOf(connection);
  if (key === undefined) return changeKey(deps, [connection.id]);
  const projects = await withProgress({ location: { viewId: 'cohortDeck.tree' } }, async () =>
    listAccessibleProjects(await deps.clients.open(connection.id), new AbortController().signal),
  );
  const added = await askProjects(
    deps,
    connection.url,
    { key, projects },
    { title: t('Add Project'), known: connection.projects },
  );
  if (!added || added.length === 0) return;
  requireUnchanged(deps.connections, connection);
  await deps.connections.change(edits.addProjects(connection.id, added));
}

async function removeProject(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const node = deps.targets.project(args);
  const connection = node
    ? deps.connections.get(node.ref.connectionId)
    : await deps.targets.connection(args, t('Remove Project'));
  if (!connection) return;
  refuseSample(connection);
  const id =
    node?.ref.projectId ??
    (await askPickOf(
      connection.projects.map((project) => ({
        label: project.name || project.id,
        description: project.id,
        value: project.id,
      })),
      { title: t('Remove Project'), placeholder: t('Select a project to remove') },
    ));
  if (id === undefined) return;
  const scope = { connectionId: connection.id, projectId: id };
  const removed = connection.projects.find((entry) => entry.id === id);
  const name = removed?.name || id;
  const question = removed?.protection
    ? t('Remove “{0}” and its protection? Nothing is deleted on the service.', name)
    : isByKey(args)
      ? t('Remove “{0}” from the tree? Nothing is deleted on the service.', name)
      : undefined;
  const labels = {
    action: t('Remove Project'),
    ask: t('Remove Project?'),
    save: t('Save and Remove Project'),
    withoutSaving: t('Remove Project without Saving'),
  };
  if (!(await confirmRemoval(scope, labels, question))) return;
  await deps.connections.change(edits.removeProject(connection.id, id));
  await closeTabsIn(scope);
}

function refuseSample(connection: Connection): void {
  if (connection.isSample)
    throw new UserError(
      t('The sample data has no key, name or projects to change. Connect to a service to use your own.'),
    );
}
