// Delete, restore, and empty the Trash.
import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';
import { askPickOf } from '#host/quickInput.ts';
import { UserError } from '#host/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { formatRecordRef, isSameList, type RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { changeEach, reportFailures } from './changeEach.ts';
import type { CommandTargets } from './commandTargets.ts';
import { closeTabs } from './documentTabs.ts';
import { pressedOnRecords } from './keyTargets.ts';
import { listNames, nameOrCount, quotedName } from './recordNames.ts';
import { type RevealDeps, revealRecord } from './revealRecord.ts';

const { t } = vscode.l10n;

export interface DeleteDeps extends RevealDeps {
  readonly catalog: Catalog;
  readonly trash: Trash;
  readonly targets: CommandTargets;
  readonly confirmDelete: () => boolean;
}

export function createDeleteCommands(deps: DeleteDeps) {
  return {
    'cohortDeck.delete': (...args: readonly unknown[]) => deleteSelected(deps, args),
    'cohortDeck.restore': (...args: readonly unknown[]) => restore(deps, args),
    'cohortDeck.emptyTrash': (...args: readonly unknown[]) => emptyTrash(deps, args),
  };
}

async function deleteSelected(deps: DeleteDeps, given: readonly unknown[]): Promise<void> {
  const { catalog, targets } = deps;
  const args = pressedOnRecords(targets, given, 'cohortDeck.disconnect');
  if (!args) return;
  const refs = targets.nodes(args, 'record').map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await targets.pickRecord(['dashboard', 'cohort'], t('Delete'));
    if (!picked) return;
    refs.push(picked);
  }
  const names = refs.map((ref) => quotedName(catalog, ref));
  if (deps.confirmDelete() && !(await confirmDelete(names))) return;
  const neighbor = args.length > 0 ? neighborOf(catalog, refs) : undefined;
  const deleted = await deleteRecords(deps, refs);
  if (neighbor && deleted.length > 0) await revealRecord(deps, neighbor); // else the arrow keys would start at the top of the tree
}

/** The record below the last one that is deleted, else the one above the first; undefined where none stays. */
function neighborOf(catalog: Catalog, refs: readonly RecordRef[]): RecordRef | undefined {
  const last = refs.at(-1);
  if (!last) return undefined;
  const ids = catalog.list(last).records.map(({ id }) => id);
  const isKept = (id: number) => !refs.some((ref) => isSameList(ref, last) && ref.id === id);
  const at = ids.indexOf(last.id);
  const id = ids.slice(at + 1).find(isKept) ?? ids.slice(0, at).findLast(isKept);
  return at < 0 || id === undefined ? undefined : { ...last, id };
}

async function confirmDelete(names: readonly string[]): Promise<boolean> {
  const isOne = names.length === 1;
  const canRestore = isOne
    ? t('You can restore it: with Undo in the next message, or later from the Trash.')
    : t('You can restore them: with Undo in the next message, or later from the Trash.');
  const detail = isOne ? canRestore : `${listNames(names, '\n')}\n\n${canRestore}`;
  const yes = t('Delete');
  const question = t('Delete {0}?', nameOrCount(names));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

/** Shows the outcome in a message. @returns the deleted records */
async function deleteRecords(deps: DeleteDeps, refs: readonly RecordRef[]): Promise<readonly RecordRef[]> {
  const { catalog, log } = deps;
  const names = new Map(refs.map((ref) => [ref, quotedName(catalog, ref)])); // the catalog drops deleted records
  const outcome = await changeEach(refs, (ref) => catalog.softDelete(ref));
  const { done, failed } = outcome;
  for (const ref of done) await closeTabs(ref);
  if (failed.length === 0) {
    const deleted = nameOrCount(done.map((ref) => names.get(ref) ?? ''));
    void offerUndo(deps, done, t('Deleted {0}.', deleted));
    return done;
  }
  void reportFailures(outcome, {
    log,
    nameOf: (ref) => names.get(ref) ?? '',
    summarize: (count, total, failedNames) =>
      count === 0
        ? t('Could not delete {0}.', failedNames)
        : t('Deleted {0} of {1}. Could not delete {2}.', count, total, failedNames),
    retry: (again) => void deleteRecords(deps, again),
    undo: () => void restoreRecords(deps, done),
  });
  return done;
}

async function offerUndo(deps: DeleteDeps, refs: readonly RecordRef[], message: string): Promise<void> {
  const undo = t('Undo');
  if ((await vscode.window.showInformationMessage(plainText(message), undo)) !== undo) return;
  await restoreRecords(deps, refs);
}

async function restore(deps: DeleteDeps, args: readonly unknown[]): Promise<void> {
  const refs = deps.targets.nodes(args, 'trashed').map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await pickTrashed(deps);
    if (!picked) return;
    refs.push(picked);
  }
  await restoreRecords(deps, refs);
  const [first] = refs;
  if (first && deps.catalog.get(first)) await revealRecord(deps, first);
}

/** Records of connected projects; the others can be restored once their service is connected again. */
async function pickTrashed({ trash, targets }: DeleteDeps): Promise<RecordRef | undefined> {
  const entries = trash.all.filter(({ ref }) => targets.isConnected(ref));
  if (entries.length === 0) throw new UserError(t('The Trash is empty.'));
  const items = entries.map(({ ref, name, deletedAt }) => ({
    label: name || t('#{0}', ref.id),
    description: t('deleted {0}', new Date(deletedAt).toLocaleString()),
    iconPath: new vscode.ThemeIcon(ref.kind === 'cohort' ? 'person' : 'dashboard'),
    value: ref,
  }));
  return askPickOf(items, { title: t('Restore'), placeholder: t('Select a record to restore') });
}

/** Shows a message only about failures. */
async function restoreRecords(deps: DeleteDeps, refs: readonly RecordRef[]): Promise<void> {
  const { catalog, trash, log } = deps;
  const names = new Map(trash.all.map(({ ref, name }) => [formatRecordRef(ref), name]));
  const outcome = await changeEach(refs, (ref) => catalog.restore(ref));
  void reportFailures(outcome, {
    log,
    nameOf: (ref) => t('“{0}”', names.get(formatRecordRef(ref)) || t('#{0}', ref.id)),
    summarize: (count, total, failedNames) =>
      count === 0
        ? t('Could not restore {0}.', failedNames)
        : t('Restored {0} of {1}. Could not restore {2}.', count, total, failedNames),
    retry: (again) => void restoreRecords(deps, again),
  });
}

async function emptyTrash({ trash, targets }: DeleteDeps, args: readonly unknown[]): Promise<void> {
  const nodes = targets.nodes(args, 'trash');
  const projects = nodes.length > 0 ? nodes.map(({ ref }) => ref) : trash.all.map(({ ref }) => ref);
  if (projects.length === 0) throw new UserError(t('The Trash is empty.'));
  const yes = t('Empty Trash');
  const detail = t('The records stay deleted on the service. You can no longer restore them from here.');
  const question = t('Empty the Trash?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  for (const project of projects) await trash.empty(project);
}
