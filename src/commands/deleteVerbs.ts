// Deleting and restoring records, each the inverse of the other: what commands, Undo and Redo share.
import * as vscode from 'vscode';
import { showInformation } from '#host/messages.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ReversibleChange } from '#model/records/changeHistory.ts';
import { formatRecordRef, isSameList, type RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { changeEach, type ChangeOutcome, reportFailures, runShown } from './changeEach.ts';
import { closeTabs } from './documentTabs.ts';
import { listNames, nameOrCount, quotedName } from './recordNames.ts';
import { type RevealDeps, revealRecord } from './revealRecord.ts';
import { undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

export interface DeleteVerbDeps extends RevealDeps, UndoDeps {
  readonly catalog: Catalog;
  readonly trash: Trash;
  readonly guard: WriteGuard;
}

type Names = ReadonlyMap<RecordRef, string>;

/**
 * Shows the outcome in a message. `isInTree`: the tree has the focus, and the arrow keys go on from the record below the
 * deleted ones.
 */
export async function deleteRecords(
  deps: DeleteVerbDeps,
  refs: readonly RecordRef[],
  isInTree: boolean,
): Promise<void> {
  const names = namesOf(deps, refs);
  await deps.history.track(async () => {
    const outcome = await softDelete(deps, refs, isInTree);
    const { done } = outcome;
    const deleted = nameOrCount(done.map((ref) => nameIn(names, ref)));
    const change: ReversibleChange = {
      label: t('Delete {0}', deleted),
      undo: async () => (await restoreAll(deps, done)).done.length > 0,
      redo: () => deleteAgain(deps, done),
    };
    if (done.length > 0) deps.history.add(change);
    if (outcome.failed.length === 0) return void offerUndo(deps, change, t('Deleted {0}.', deleted));
    void reportFailures(outcome, {
      log: deps.log,
      nameOf: (ref) => nameIn(names, ref),
      summarize: (count, total, failedNames) =>
        count === 0
          ? t('Could not delete {0}.', failedNames)
          : t('Deleted {0} of {1}. Could not delete {2}.', count, total, failedNames),
      retry: (again) => deleteRecords(deps, again, isInTree),
      undo: () => undoChange(deps.history, change),
    });
  });
}

async function offerUndo(
  { history, log }: DeleteVerbDeps,
  change: ReversibleChange,
  message: string,
): Promise<void> {
  const undo = t('Undo');
  if ((await showInformation(message, undo)) !== undo) return;
  await runShown(log, () => undoChange(history, change));
}

/** Shows a message only about failures. */
export async function restoreRecords(deps: DeleteVerbDeps, refs: readonly RecordRef[]): Promise<void> {
  const names = trashedNames(deps, refs);
  await deps.history.track(async () => {
    const { done } = await restoreAll(deps, refs);
    if (done.length === 0) return;
    deps.history.add({
      label: t('Restore {0}', nameOrCount(done.map((ref) => nameIn(names, ref)))),
      undo: () => deleteAgain(deps, done),
      redo: async () => (await restoreAll(deps, done)).done.length > 0,
    });
  });
}

async function deleteAgain(deps: DeleteVerbDeps, refs: readonly RecordRef[]): Promise<boolean> {
  const names = namesOf(deps, refs);
  const outcome = await softDelete(deps, refs, true);
  void reportFailures(outcome, {
    log: deps.log,
    nameOf: (ref) => nameIn(names, ref),
    summarize: (_done, _total, failedNames) => t('Could not delete {0}.', failedNames),
    retry: (again) => deleteRecords(deps, again, false),
  });
  return outcome.done.length > 0;
}

/** Asks first where the records are in production. */
async function softDelete(
  deps: DeleteVerbDeps,
  refs: readonly RecordRef[],
  isInTree: boolean,
): Promise<ChangeOutcome> {
  const neighbor = isInTree ? neighborOf(deps.catalog, refs) : undefined;
  const names = [...namesOf(deps, refs).values()];
  const detail = `${listNames(names, '\n')}\n\n${describeRestore(refs.length)}`;
  const approval = await deps.guard.approve({ action: 'delete', projects: refs, detail });
  const writer = deps.catalog.writer(approval);
  const outcome = await changeEach(refs, (ref) => writer.softDelete(ref));
  for (const ref of outcome.done) await closeTabs(ref);
  if (neighbor && outcome.done.length > 0) await revealRecord(deps, neighbor); // else the arrow keys would start at the top
  return outcome;
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

/** Selects the first restored record. Asks first where the records are in production. */
async function restoreAll(deps: DeleteVerbDeps, refs: readonly RecordRef[]): Promise<ChangeOutcome> {
  const names = trashedNames(deps, refs);
  const detail = listNames([...names.values()], '\n');
  const approval = await deps.guard.approve({ action: 'restore', projects: refs, detail });
  const writer = deps.catalog.writer(approval);
  const outcome = await changeEach(refs, (ref) => writer.restore(ref));
  void reportFailures(outcome, {
    log: deps.log,
    nameOf: (ref) => nameIn(names, ref),
    summarize: (count, total, failedNames) =>
      count === 0
        ? t('Could not restore {0}.', failedNames)
        : t('Restored {0} of {1}. Could not restore {2}.', count, total, failedNames),
    retry: (again) => restoreRecords(deps, again),
  });
  const [first] = outcome.done;
  if (first && deps.catalog.get(first)) await revealRecord(deps, first);
  return outcome;
}

/** `count`: of the deleted records. */
export function describeRestore(count: number): string {
  return count === 1
    ? t('You can restore it: with Undo in the next message, or later from the Trash.')
    : t('You can restore them: with Undo in the next message, or later from the Trash.');
}

/** To be read before a delete: the catalog drops deleted records. */
export function namesOf({ catalog }: DeleteVerbDeps, refs: readonly RecordRef[]): Names {
  return new Map(refs.map((ref) => [ref, quotedName(catalog, ref)]));
}

function trashedNames({ trash }: DeleteVerbDeps, refs: readonly RecordRef[]): Names {
  const names = new Map(trash.all.map(({ ref, name }) => [formatRecordRef(ref), name]));
  return new Map(refs.map((ref) => [ref, t('“{0}”', names.get(formatRecordRef(ref)) || t('#{0}', ref.id))]));
}

function nameIn(names: Names, ref: RecordRef): string {
  return names.get(ref) ?? t('#{0}', ref.id);
}
