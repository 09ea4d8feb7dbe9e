// Commands of dashboards alone: tags, and who may edit them.
import * as vscode from 'vscode';
import { askPickOf, askText } from '#host/quickInput.ts';
import type { WriteAction, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort, type RecordFields, tagsOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { type CommandTargets, givenText } from './commandTargets.ts';
import { type ChangeDeps, makeReversible } from './makeChange.ts';
import { quotedName } from './recordNames.ts';
import type { UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

export interface DashboardDeps extends UndoDeps, ChangeDeps {
  readonly catalog: Catalog;
  readonly targets: CommandTargets;
  readonly guard: WriteGuard;
}

export function createDashboardCommands(deps: DashboardDeps) {
  return {
    /** With the tags as a third argument nothing is asked. */
    'cohortDeck.editTags': (...args: readonly unknown[]) => editTags(deps, args),
    'cohortDeck.setEditAccess': (...args: readonly unknown[]) => setEditAccess(deps, args),
  };
}

async function editTags(deps: DashboardDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, guard, targets } = deps;
  const title = t('Edit Tags');
  const ref = await targets.record(args, ['dashboard'], title);
  if (!ref) return;
  guard.requireWritable([ref]);
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const before = tagsOf(record);
  const typed =
    givenText(args) ??
    (await askText<string>({
      title,
      value: before.join(', '),
      prompt: t('Enter tags, separated by commas'),
      submit: (text) => ({ ok: true, value: text }),
    }));
  if (typed === undefined) return;
  const tags = [...new Set(typed.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean);
  if (tags.join() === before.join()) return;
  const name = quotedName(catalog, ref);
  const words = {
    label: t('Edit Tags of {0}', name),
    attempt: t('Could not change the tags of {0}.', name),
  };
  await change(deps, ref, 'editTags', words, {
    before: { tags: isCohort(record) ? [] : record.tags },
    after: { tags },
  });
}

const levels = { everyone: 21, collaborators: 37 } as const;

async function setEditAccess(deps: DashboardDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, guard, targets } = deps;
  const title = t('Set Who Can Edit');
  const ref = await targets.record(args, ['dashboard'], title);
  if (!ref) return;
  guard.requireWritable([ref]);
  const record = catalog.get(ref) ?? (await catalog.retrieve(ref));
  const before = !isCohort(record) && record.restriction_level === 37 ? 37 : 21;
  const items = [
    { label: t('Everyone in the Project'), value: levels.everyone },
    { label: t('Only Collaborators'), value: levels.collaborators },
  ].map((item) => ({ ...item, description: item.value === before ? t('current') : '' }));
  const level = await askPickOf(items, { title, placeholder: t('Select who can edit this dashboard') });
  if (level === undefined || level === before) return;
  const name = quotedName(catalog, ref);
  const words = {
    label: t('Set Who Can Edit {0}', name),
    attempt: t('Could not change who can edit {0}.', name),
  };
  await change(deps, ref, 'setEditAccess', words, {
    before: { restriction_level: before },
    after: { restriction_level: level },
  });
}

/** Makes a change that can be undone. */
async function change(
  deps: DashboardDeps,
  ref: RecordRef,
  action: WriteAction,
  { label, attempt }: { readonly label: string; readonly attempt: string },
  { before, after }: { readonly before: RecordFields; readonly after: RecordFields },
): Promise<void> {
  const { catalog, guard } = deps;
  const update = async (fields: RecordFields) => {
    const approval = await guard.approve({ action, projects: [ref], detail: label });
    await catalog.writer(approval).update(ref, fields);
    return true;
  };
  const [undo, redo] = [() => update(before), () => update(after)];
  await makeReversible(deps, { action, ref, attempt, label, undo, redo });
}
