// Create, rename, describe, pin, delete, restore: the verbs of dashboards and cohorts.
import * as vscode from 'vscode';
import { showFailure, UserError } from '../host/failure.ts';
import { askPickOf, askText } from '../host/inputs.ts';
import type { Catalog } from '../model/catalog.ts';
import type { DeckNode } from '../model/nodes.ts';
import { recordNode } from '../model/nodes.ts';
import { isPinned, maxLength, nameOf } from '../model/records.ts';
import type { RecordKind, RecordRef } from '../model/refs.ts';
import type { Trash } from '../model/trash.ts';
import { closeTabs, renameTabs } from './documentTabs.ts';
import type { Targets } from './targets.ts';

const { t } = vscode.l10n;

export interface RecordDeps {
  readonly catalog: Catalog;
  readonly trash: Trash;
  readonly targets: Targets;
  readonly confirmDelete: () => boolean;
  /** Selects a node in the tree and scrolls to it. */
  readonly reveal: (node: DeckNode) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

export function createRecordCommands(deps: RecordDeps) {
  return {
    'cohortDeck.createDashboard': (...args: readonly unknown[]) => createRecord(deps, args, 'dashboard'),
    'cohortDeck.createCohort': (...args: readonly unknown[]) => createRecord(deps, args, 'cohort'),
    'cohortDeck.rename': (...args: readonly unknown[]) => rename(deps, args),
    'cohortDeck.editDescription': (...args: readonly unknown[]) => editDescription(deps, args),
    'cohortDeck.pin': (...args: readonly unknown[]) => setPinned(deps, args, true),
    'cohortDeck.unpin': (...args: readonly unknown[]) => setPinned(deps, args, false),
    'cohortDeck.delete': (...args: readonly unknown[]) => deleteRecords(deps, args),
    'cohortDeck.restore': (...args: readonly unknown[]) => restore(deps, args),
    'cohortDeck.emptyTrash': (...args: readonly unknown[]) => emptyTrash(deps, args),
  };
}

/** A cohort is created with an empty group, which is what its filters begin with in the service's own UI. */
const emptyCohortFilters = { properties: { type: 'AND', values: [] } };

async function createRecord(deps: RecordDeps, args: readonly unknown[], kind: RecordKind): Promise<void> {
  const title = kind === 'dashboard' ? t('Create Dashboard') : t('Create Cohort');
  const list = await deps.targets.list(args, kind, title);
  if (!list) return;
  const name = await askName(title, kind, '');
  if (name === undefined) return;
  const fields = kind === 'cohort' ? { name, filters: emptyCohortFilters } : { name };
  const ref = await deps.catalog.create(list, fields);
  await deps.reveal(recordNode(ref));
}

async function rename({ catalog, targets }: RecordDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Rename');
  const ref = await targets.record(args, ['dashboard', 'cohort'], title);
  if (!ref) return;
  const old = catalog.get(ref)?.name ?? '';
  const name = await askName(title, ref.kind, old);
  if (name === undefined || name === old) return;
  await catalog.update(ref, { name });
  await renameTabs(ref, name);
}

function askName(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  const max = maxLength.name[kind];
  return askText<string>({
    title,
    value,
    prompt: t('The name'),
    check: (typed) => {
      if (typed.trim() === '') return t('Type a name.');
      return typed.trim().length > max
        ? t('At most {0} characters; this has {1}.', max, typed.trim().length)
        : undefined;
    },
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
}

/** An input box has one line, so that a line break is shown as a sign, and sent as a line break again. */
const lineBreak = '⏎';

async function editDescription({ catalog, targets }: RecordDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Edit Description');
  const ref = await targets.record(args, ['dashboard', 'cohort'], title);
  if (!ref) return;
  const old = catalog.get(ref)?.description ?? '';
  const shown = old.replaceAll(/\r?\n/g, lineBreak);
  const max = maxLength.description[ref.kind];
  const typed = await askText<string>({
    title,
    value: shown,
    prompt: t('The description; {0} stands for a line break', lineBreak),
    check: (text) =>
      text.length > max ? t('At most {0} characters; this has {1}.', max, text.length) : undefined,
    submit: (text) => ({ ok: true, value: text }),
  });
  if (typed === undefined || typed === shown) return;
  await catalog.update(ref, { description: typed.replaceAll(lineBreak, '\n') });
}

async function setPinned(
  { catalog, targets }: RecordDeps,
  args: readonly unknown[],
  pinned: boolean,
): Promise<void> {
  const nodes = targets.nodes(args, 'record').filter(({ ref }) => ref.kind === 'dashboard');
  const refs = nodes.map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await targets.pickRecord(['dashboard'], pinned ? t('Pin') : t('Unpin'));
    if (picked) refs.push(picked);
  }
  const changed = refs.filter((ref) => {
    const record = catalog.get(ref);
    return !record || isPinned(record) !== pinned;
  });
  await Promise.all(changed.map((ref) => catalog.update(ref, { pinned })));
}

async function deleteRecords(deps: RecordDeps, args: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const refs = targets.nodes(args, 'record').map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await targets.pickRecord(['dashboard', 'cohort'], t('Delete'));
    if (!picked) return;
    refs.push(picked);
  }
  const what = describeRecords(catalog, refs);
  if (deps.confirmDelete() && !(await isConfirmed(what))) return;
  const results = await Promise.allSettled(refs.map((ref) => catalog.softDelete(ref)));
  const gone = refs.filter((_, index) => results[index]?.status === 'fulfilled');
  for (const ref of gone) await closeTabs(ref);
  if (gone.length > 0) void offerUndo(deps, gone, describeRecords(catalog, gone, what));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** `“Power users”` or `3 records`. A record that is gone keeps the words it had. */
function describeRecords(catalog: Catalog, refs: readonly RecordRef[], before?: string): string {
  const [only] = refs;
  if (!only || refs.length > 1) return t('{0} records', refs.length);
  const record = catalog.get(only);
  if (!record && before !== undefined) return before;
  return t('“{0}”', (record && nameOf(record)) ?? t('#{0}', only.id));
}

async function isConfirmed(what: string): Promise<boolean> {
  const yes = t('Delete');
  const detail = t('It can be restored: from the message that follows, or later from the Trash.');
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(t('Delete {0}?', what), options, yes)) === yes;
}

async function offerUndo(
  { catalog, log }: RecordDeps,
  refs: readonly RecordRef[],
  what: string,
): Promise<void> {
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(t('Deleted {0}.', what), undo)) !== undo) return;
  try {
    await Promise.all(refs.map((ref) => catalog.restore(ref)));
  } catch (error) {
    await showFailure(
      t('{0} could not be restored; it is still in the Trash.', what),
      error,
      log,
      refs[0]?.connectionId,
    );
  }
}

async function restore(
  { catalog, trash, targets, reveal }: RecordDeps,
  args: readonly unknown[],
): Promise<void> {
  const refs = targets.nodes(args, 'trashed').map(({ ref }) => ref);
  if (refs.length === 0) {
    if (trash.all.length === 0)
      throw new UserError(t('Nothing was deleted from here, so there is nothing to restore.'));
    const picked = await askPickOf(
      trash.all.map(({ ref, name, deletedAt }) => ({
        label: name || t('#{0}', ref.id),
        description: t('deleted {0}', new Date(deletedAt).toLocaleString()),
        iconPath: new vscode.ThemeIcon(ref.kind === 'cohort' ? 'person' : 'dashboard'),
        value: ref,
      })),
      { title: t('Restore'), placeholder: t('Which deleted record?') },
    );
    if (!picked) return;
    refs.push(picked);
  }
  await Promise.all(refs.map((ref) => catalog.restore(ref)));
  const [first] = refs;
  if (first) await reveal(recordNode(first));
}

async function emptyTrash({ trash, targets }: RecordDeps, args: readonly unknown[]): Promise<void> {
  const nodes = targets.nodes(args, 'trash');
  const projects = nodes.length > 0 ? nodes.map(({ ref }) => ref) : trash.all.map(({ ref }) => ref);
  if (projects.length === 0) throw new UserError(t('The Trash is empty.'));
  const yes = t('Forget');
  const question = t(
    'Forget what was deleted from here? The records stay deleted on the service, and cannot be restored from here any more.',
  );
  if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
  for (const project of projects) await trash.forget(project);
}
