// The Trash: show it, restore from it, empty it.
import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { UserError } from '#host/messages/userError.ts';
import { formatProjectRef, isSameProject, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { Trashed } from '#model/records/trash.ts';
import { trashNode } from '#model/records/treeNodes.ts';
import { formatCount } from '#text/formatNumber.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import { type DeleteVerbDeps, restoreRecords } from './deleteCommands.ts';
import { formatRecords, listNames, projectLabel } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

export interface TrashDeps extends DeleteVerbDeps {
  readonly targets: CommandTargets;
}

export function createTrashCommands(deps: TrashDeps) {
  return {
    'cohortDeck.showTrash': () => showTrash(deps),
    'cohortDeck.restore': (...args: readonly unknown[]) => restore(deps, args),
    'cohortDeck.emptyTrash': (...args: readonly unknown[]) => emptyTrash(deps, args),
  };
}

async function restore(deps: TrashDeps, args: readonly unknown[]): Promise<void> {
  const refs = deps.targets.nodes(args, 'trashed').map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await pickTrashed(deps);
    if (!picked) return;
    refs.push(picked);
  }
  await restoreRecords(deps, refs);
}

/** Records of connected projects; the others can be restored once their service is connected again. */
async function pickTrashed({ trash, targets }: TrashDeps): Promise<RecordRef | undefined> {
  trash.readAgain();
  const entries = trash.all.filter(({ ref }) => targets.isConnected(ref));
  if (entries.length === 0) throw new UserError(t('The Trash is empty.'));
  const items = entries.map(({ ref, name, deletedAt }) => ({
    label: name || t('#{0}', ref.id),
    description: t('deleted {0}', formatAgo(deletedAt, Date.now())),
    detail: formatDateTime(deletedAt),
    iconPath: new vscode.ThemeIcon(ref.kind === 'cohort' ? 'person' : 'dashboard'),
    value: ref,
  }));
  return askPickOf(items, { title: t('Restore'), placeholder: t('Select a record to restore') });
}

/** Opens the Trash of a project in the tree. */
async function showTrash({ trash, targets, connections, reveal }: TrashDeps): Promise<void> {
  trash.readAgain();
  const projects = targets.requireProjects().filter((project) => trash.of(project).length > 0);
  if (projects.length === 0) throw new UserError(t('The Trash is empty.'));
  const items = projects.map((project) => ({
    label: projectLabel(connections, project),
    description: formatCount(trash.of(project).length),
    iconPath: new vscode.ThemeIcon('project'),
    value: project,
  }));
  const question = { title: t('Trash'), placeholder: t('Select a project') };
  const project = projects.length === 1 ? projects[0] : await askPickOf(items, question);
  if (project) await reveal(trashNode(project), true);
}

async function emptyTrash(deps: TrashDeps, args: readonly unknown[]): Promise<void> {
  const { trash, targets } = deps;
  const nodes = targets.nodes(args, 'trash');
  trash.readAgain();
  const entries = trash.all.filter(
    (entry) => nodes.length === 0 || nodes.some(({ ref }) => isSameProject(ref, entry.ref)),
  );
  if (entries.length === 0) throw new UserError(t('The Trash is empty.'));
  const yes = t('Empty Trash');
  if ((await askModal(t('Empty the Trash?'), describeTrash(deps, entries), yes)) !== yes) return;
  for (const project of projectsOf(entries)) await trash.empty(project, entries);
}

/** How many records of which projects, and what is lost. */
export function describeTrash(
  { connections, targets }: Pick<TrashDeps, 'connections' | 'targets'>,
  entries: readonly Trashed[],
): string {
  const refs = entries.map(({ ref }) => ref);
  const shown = projectsOf(entries).filter((project) => targets.isConnected(project));
  const lines = shown.map((project) => {
    const records = refs.filter((ref) => isSameProject(ref, project)).length;
    return t('{0}: {1}', projectLabel(connections, project), formatRecords(records));
  });
  const hidden = refs.filter((ref) => !targets.isConnected(ref)).length;
  return [
    ...(lines.length > 0 ? [listNames(lines, '\n')] : []),
    ...(hidden > 0 ? [t('In projects that are not connected: {0}', formatRecords(hidden))] : []),
    '',
    t('The records stay deleted on the service. You can no longer restore them from here.'),
  ].join('\n');
}

function projectsOf(entries: readonly Trashed[]): readonly ProjectRef[] {
  return [...new Map(entries.map(({ ref }) => [formatProjectRef(ref), ref])).values()];
}
