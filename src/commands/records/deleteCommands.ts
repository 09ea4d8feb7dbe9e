// Delete, and the question before it.
import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { CommandTargets } from '#commands/targets/commandTargets.ts';
import {
  deleteRecords,
  type DeleteVerbDeps,
  describeDeletion,
  describeRestore,
  namesOf,
} from './deleteAndRestoreRecords.ts';
import { isForRecords } from '#commands/targets/keybindingTargets.ts';

const { t } = vscode.l10n;

export interface DeleteDeps extends DeleteVerbDeps {
  readonly targets: CommandTargets;
  readonly confirmDelete: () => boolean;
}

export function createDeleteCommands(deps: DeleteDeps) {
  return {
    'cohortDeck.delete': (...args: readonly unknown[]) => deleteSelected(deps, args),
  };
}

async function deleteSelected(deps: DeleteDeps, args: readonly unknown[]): Promise<void> {
  const { guard, targets } = deps;
  const others = { onConnection: 'cohortDeck.disconnect', onProject: 'cohortDeck.removeProject' } as const;
  if (!isForRecords(args, deps.connections, others)) return;
  const refs = await targets.records(args, ['dashboard', 'cohort'], t('Delete'));
  if (refs.length === 0) return;
  guard.requireWritable(refs);
  const isAskedLater = guard.needsApproval(refs);
  if (!isAskedLater && deps.confirmDelete() && !(await confirmDelete(deps, refs))) return;
  await deleteRecords(deps, refs, args.length > 0);
}

async function confirmDelete(deps: DeleteDeps, refs: readonly RecordRef[]): Promise<boolean> {
  const names = namesOf(deps, refs);
  const projects = new Set(refs.map((ref) => deps.guard.projectName(ref)));
  const [only, ...others] = refs;
  const name = (only && names.get(only)) ?? '';
  const kindQuestion =
    only?.kind === 'cohort' ? t('Delete the cohort {0}?', name) : t('Delete the dashboard {0}?', name);
  const question = others.length === 0 ? kindQuestion : t('Delete {0} records?', refs.length);
  const detail = [
    t('Project: {0}', [...projects].join(', ')),
    ...(others.length === 0 ? [] : [describeDeletion(deps, refs)]),
    '',
    describeRestore(refs),
  ].join('\n');
  const yes = t('Delete');
  return (await askModal(question, detail, yes)) === yes;
}
