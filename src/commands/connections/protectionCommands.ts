// How a connection or a project is protected from changes.
import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { UserError } from '#host/messages/userError.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import * as edits from '#model/connections/connectionEdits.ts';
import type { Connection } from '#model/connections/connection.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { isWeaker, type Protection } from '#model/connections/protection.ts';

const { t } = vscode.l10n;

export interface ProtectionDeps {
  readonly connections: Connections;
  readonly guard: Pick<WriteGuard, 'share' | 'setOn'>;
  readonly targets: CommandTargets;
}

/** A connection, or one of its projects. */
interface ProtectionTarget {
  readonly connection: Connection;
  readonly projectId: string | undefined;
  readonly name: string;
  /** The protection that is set on it, without that of its connection. */
  readonly protection: Protection | undefined;
}

export function createProtectionCommands(deps: ProtectionDeps) {
  return {
    'cohortDeck.setProtection': (...args: readonly unknown[]) => setProtection(deps, args),
  };
}

async function setProtection(deps: ProtectionDeps, args: readonly unknown[]): Promise<void> {
  const target = await findTarget(deps, args);
  if (target) await setProtectionOf(deps, target);
}

async function setProtectionOf(deps: ProtectionDeps, target: ProtectionTarget): Promise<void> {
  const choice = await askProtection(deps, target);
  if (!choice) return;
  if (choice === 'connection') return setProtectionOf(deps, toTarget(deps, target.connection, undefined));
  const { protection } = choice; // written even if it is the same: that corrects an unknown value in the setting
  if (isWeaker(protection, target.protection) && !(await confirmWeaker(target, protection))) return;
  const { connection, projectId } = target;
  await deps.connections.change(edits.setProtection(connection.id, projectId, protection));
  await deps.guard.share(connection.id, projectId, protection);
}

/** The clicked connection or project, the one that protects the given project, else the answer to a quick pick. */
async function findTarget(
  deps: ProtectionDeps,
  args: readonly unknown[],
): Promise<ProtectionTarget | undefined> {
  const { connections, targets } = deps;
  const [place] = args;
  if (isProjectRef(place)) {
    const connection = connections.get(place.connectionId);
    if (connection) return protectorOf(deps, connection, place.projectId);
  }
  const [node] = targets.nodes(args, 'connection', 'project');
  const id = node?.type === 'project' ? node.ref.connectionId : node?.connectionId;
  const clicked = id === undefined ? undefined : connections.get(id);
  if (clicked?.isSample) throw noProtection();
  if (clicked) return toTarget(deps, clicked, node?.type === 'project' ? node.ref.projectId : undefined);
  const own = connections.all.filter((connection) => !connection.isSample);
  const items = own.flatMap((connection) => [
    toItem(toTarget(deps, connection, undefined)),
    ...connection.projects.map((project) => toItem(toTarget(deps, connection, project.id))),
  ]);
  if (items.length === 0) throw noProtection();
  return askPickOf(items, {
    title: t('Set Protection'),
    placeholder: t('Select a connection or a project'),
  });
}

function isProjectRef(value: unknown): value is ProjectRef {
  return typeof value === 'object' && value !== null && 'connectionId' in value && 'projectId' in value;
}

/** What makes a project read-only: its own protection, or its connection's. */
function protectorOf(deps: ProtectionDeps, connection: Connection, projectId: string): ProtectionTarget {
  const project = toTarget(deps, connection, projectId);
  return project.protection === 'readOnly' ? project : toTarget(deps, connection, undefined);
}

function toTarget(
  { guard }: ProtectionDeps,
  connection: Connection,
  projectId: string | undefined,
): ProtectionTarget {
  const protection = guard.setOn(connection.id, projectId);
  if (projectId === undefined) return { connection, projectId, name: connection.name, protection };
  const project = connection.projects.find(({ id }) => id === projectId);
  return { connection, projectId, name: project?.name || t('Project {0}', projectId), protection };
}

function toItem(target: ProtectionTarget): PickItem<ProtectionTarget> {
  const { connection, projectId, name, protection } = target;
  const where = projectId === undefined ? t('connection, all projects') : connection.name;
  const label = protection && labelOf(protection);
  return {
    label: name,
    description: label === undefined ? where : `${where} · ${label}`,
    iconPath: new vscode.ThemeIcon(projectId === undefined ? 'plug' : 'project'),
    value: target,
  };
}

function labelOf(protection: Protection | undefined): string {
  if (protection === undefined) return t('None');
  return protection === 'production' ? t('Production') : t('Read-Only');
}

/** Wrapped in an object to distinguish “None” from a canceled pick; both are undefined. */
interface Choice {
  readonly protection: Protection | undefined;
}

/** A project offers its connection as well, because a single connection has no item in the tree. */
function askProtection(
  { guard }: ProtectionDeps,
  { connection, projectId, name, protection }: ProtectionTarget,
): Promise<Choice | 'connection' | undefined> {
  const details = [
    [undefined, t('Changes are sent without asking'), 'unlock'],
    ['production', t('Changes are sent only after you confirm'), 'warning'],
    ['readOnly', t('No change can be sent'), 'lock'],
  ] as const;
  const items: PickItem<Choice | 'connection'>[] = details.map(([value, detail, icon]) => ({
    label: labelOf(value),
    description: value === protection ? t('current') : '',
    detail,
    iconPath: new vscode.ThemeIcon(icon),
    value: { protection: value },
  }));
  if (projectId !== undefined)
    items.push({
      label: t('All Projects…'),
      detail: t('Protects the connection “{0}”', connection.name),
      iconPath: new vscode.ThemeIcon('plug'),
      value: 'connection',
    });
  const inherited = projectId === undefined ? undefined : guard.setOn(connection.id);
  const placeholder =
    inherited === undefined
      ? t('Select how “{0}” is protected from changes', name)
      : t('The connection is {0}; the stricter protection applies', labelOf(inherited));
  return askPickOf(items, { title: t('Protection of “{0}”', name), placeholder });
}

async function confirmWeaker(
  { name, projectId }: ProtectionTarget,
  protection: Protection | undefined,
): Promise<boolean> {
  const [question, detail, button] =
    protection === undefined
      ? [
          t('Remove the protection of “{0}”?', name),
          projectId === undefined
            ? t('Changes will then be sent without asking, unless the project is protected.')
            : t('Changes will then be sent without asking, unless the connection is protected.'),
          t('Remove Protection'),
        ]
      : [
          t('Allow changes to “{0}”?', name),
          t('In production, changes are sent only after you confirm.'),
          t('Allow Changes'),
        ];
  return (await askModal(question, detail, button)) === button;
}

function noProtection(): UserError {
  return new UserError(t('Only connections to a service can be protected. The sample data cannot.'));
}
