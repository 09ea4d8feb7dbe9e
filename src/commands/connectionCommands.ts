// Connect, disconnect, keys and projects.
import * as vscode from 'vscode';
import { UserError } from '#host/errorMessage.ts';
import { askPickOf, askText } from '#host/quickInput.ts';
import { knownHosts } from '#model/connections/baseUrl.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients, CreateClient, KeyStore } from '#model/connections/connectionClients.ts';
import {
  type Connection,
  type Connections,
  createConnectionId,
  hostOf,
} from '#model/connections/connections.ts';
import { askAddress, askKey, askProjects, listProjects } from './connectSteps.ts';
import { closeTabsIn } from './documentTabs.ts';
import { askToLeave } from './confirmUnsaved.ts';
import type { Targets } from './commandTargets.ts';

const { t } = vscode.l10n;

export interface ConnectionDeps {
  readonly connections: Connections;
  readonly clients: ConnectionClients;
  readonly catalog: Catalog;
  readonly keys: KeyStore;
  readonly createClient: CreateClient;
  /** Starts or stops the embedded service; both may be called again without harm. */
  readonly sampleData: { start(): Promise<void>; stop(): Promise<void> };
  readonly targets: Targets;
}

export function createConnectionCommands(deps: ConnectionDeps) {
  return {
    'cohortDeck.connect': () => connect(deps),
    'cohortDeck.trySampleData': () => trySampleData(deps),
    'cohortDeck.disconnect': (...args: readonly unknown[]) => disconnect(deps, args),
    'cohortDeck.renameConnection': (...args: readonly unknown[]) => renameConnection(deps, args),
    'cohortDeck.changeKey': (...args: readonly unknown[]) => changeKey(deps, args),
    'cohortDeck.addProject': (...args: readonly unknown[]) => addProject(deps, args),
    'cohortDeck.removeProject': (...args: readonly unknown[]) => removeProject(deps, args),
  };
}

async function connect(deps: ConnectionDeps): Promise<void> {
  const title = t('Connect to a Service');
  const address = await askAddress(title);
  if (address === undefined) return;
  if (address === 'sample') return trySampleData(deps);
  const { url, projectId } = address;
  const known = deps.connections.all.filter((connection) => !connection.isSample && connection.url === url);
  if (known.length > 0 && !(await askForAnother(deps, known))) return;
  const checked = await askKey(deps, url, { title, step: 2, totalSteps: 3 });
  if (!checked) return;
  const projects = await askProjects(deps, url, checked, {
    title,
    step: 3,
    totalSteps: 3,
    suggestion: projectId,
  });
  if (!projects) return;
  const { connections } = deps;
  const id = createConnectionId(url, new Set(connections.all.map((connection) => connection.id)));
  await deps.keys.write(id, new URL(url).origin, checked.key); // before the tree asks for it
  await connections.add({ id, name: nameFor(url, connections), url, projects });
  await vscode.commands.executeCommand('cohortDeck.tree.focus');
}

/** Whether somebody who is connected to an address wants one more connection to it; does what else is wanted. */
async function askForAnother(deps: ConnectionDeps, known: readonly Connection[]): Promise<boolean> {
  const title = t('Connect to a Service');
  const names = known.map(({ name }) => t('“{0}”', name)).join(', ');
  const choice = await askPickOf<'project' | 'key' | 'another'>(
    [
      { label: t('Add Project…'), description: t('with the key that is there'), value: 'project' },
      {
        label: t('Change Key…'),
        description: t('where the key was replaced or lacks a scope'),
        value: 'key',
      },
      {
        label: t('Connect Once More'),
        description: t('with another key, as another account'),
        value: 'another',
      },
    ],
    { title, placeholder: t('Connected to this address already: {0}', names) },
  );
  if (choice !== 'project' && choice !== 'key') return choice === 'another';
  const [only] = known;
  const id = only && known.length === 1 ? only.id : await askWhich(known, title);
  if (id !== undefined) await (choice === 'project' ? addProject(deps, [id]) : changeKey(deps, [id]));
  return false;
}

/** Connections to one address differ by their names and projects. */
function askWhich(known: readonly Connection[], title: string): Promise<string | undefined> {
  const items = known.map(({ id, name, projects }) => ({
    label: name,
    description: projects.map((project) => project.name || project.id).join(', '),
    value: id,
  }));
  return askPickOf(items, { title, placeholder: t('Which connection?') });
}

function nameFor(url: string, connections: Connections): string {
  const name = knownHosts.find((host) => host.url === url)?.name ?? hostOf(url);
  const taken = new Set(connections.all.map((other) => other.name));
  for (let n = 1; ; n++) {
    const unique = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(unique)) return unique;
  }
}

async function trySampleData({ sampleData, connections }: ConnectionDeps): Promise<void> {
  if (!connections.sample) {
    const options = { location: { viewId: 'cohortDeck.tree' }, title: t('Starting the sample data…') };
    await vscode.window.withProgress(options, () => sampleData.start());
  }
  await vscode.commands.executeCommand('cohortDeck.tree.focus');
}

async function disconnect(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Disconnect'));
  if (!connection) return;
  const within = { connectionId: connection.id };
  const question = connection.isSample
    ? undefined
    : t(
        'Disconnect from “{0}”? Its key is removed from this machine; nothing changes on the service.',
        connection.name,
      );
  if (!(await askToLeave(within, t('Disconnect'), question))) return;
  if (connection.isSample) {
    await deps.sampleData.stop();
  } else {
    await deps.connections.remove(connection.id);
    await deps.keys.remove(connection.id);
  }
  deps.catalog.forget(connection.id);
  await closeTabsIn(within);
}

async function renameConnection(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Rename Connection'));
  if (!connection) return;
  refuseSample(connection);
  const name = await askText<string>({
    title: t('Rename Connection'),
    value: connection.name,
    prompt: t('The name'),
    check: (typed) => (typed.trim() === '' ? t('Type a name.') : undefined),
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
  if (name !== undefined && name !== connection.name) await deps.connections.update(connection.id, { name });
}

async function changeKey(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Change Key'));
  if (!connection) return;
  refuseSample(connection);
  const checked = await askKey(deps, connection.url, { title: t('Change Key of “{0}”', connection.name) });
  if (!checked) return;
  await deps.keys.write(connection.id, new URL(connection.url).origin, checked.key);
  deps.clients.forget(connection.id);
  await deps.catalog.refreshAll({ connectionId: connection.id });
}

async function addProject(deps: ConnectionDeps, args: readonly unknown[]): Promise<void> {
  const connection = await deps.targets.connection(args, t('Add Project'));
  if (!connection) return;
  refuseSample(connection);
  const key = await deps.keys.read(connection.id, new URL(connection.url).origin);
  if (key === undefined) return changeKey(deps, [connection.id]);
  const projects = await vscode.window.withProgress({ location: { viewId: 'cohortDeck.tree' } }, async () =>
    listProjects(await deps.clients.open(connection.id), new AbortController().signal),
  );
  const added = await askProjects(
    deps,
    connection.url,
    { key, projects },
    { title: t('Add Project'), known: connection.projects },
  );
  const fresh = added?.filter(({ id }) => !connection.projects.some((project) => project.id === id)) ?? [];
  if (fresh.length === 0) return;
  await deps.connections.update(connection.id, { projects: [...connection.projects, ...fresh] });
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
      { title: t('Remove Project'), placeholder: t('Which project is not to be shown any more?') },
    ));
  if (id === undefined) return;
  const within = { connectionId: connection.id, projectId: id };
  if (!(await askToLeave(within, t('Remove Project'), undefined))) return;
  const now = deps.connections.get(connection.id) ?? connection;
  await deps.connections.update(connection.id, {
    projects: now.projects.filter((project) => project.id !== id),
  });
  await closeTabsIn(within);
}

function refuseSample(connection: Connection): void {
  if (connection.isSample)
    throw new UserError(
      t(
        'The sample data is a service of its own on this machine: it needs no key, name or further projects.',
      ),
    );
}
