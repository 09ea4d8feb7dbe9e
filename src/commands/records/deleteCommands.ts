// Delete, and the question before it.
import * as vscode from 'vscode';
import { closeTabs, unsavedIn, unsavedOf, type UnsavedScope } from '#commands/documents/documentTabs.ts';
import {
  type ChangeOutcome,
  changeRecords,
  changeReversibly,
  type FailureSteps,
} from '#commands/changeRecords.ts';
import { type RetryDeps, runShowingError } from '#commands/offerRetry.ts';
import { type CommandTargets, isForRecords, requireEditable } from '#commands/targets/commandTargets.ts';
import { describeRecords, nameOrCount, quotedName } from '#commands/targets/recordNames.ts';
import { type RevealDeps, revealRecord } from '#commands/targets/revealRecord.ts';
import { offerUndo, redoChange, undoChange, type UndoDeps } from '#commands/undoCommands.ts';
import { askModal } from '#host/messages/showMessage.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { findUsers } from '#model/records/namesInFilters.ts';
import {
  formatRecordRef,
  isSameList,
  isSameRecord,
  type ListRef,
  type RecordRef,
} from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { Trash } from '#model/records/trash.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

export interface DeleteDeps extends DeleteVerbDeps {
  readonly targets: CommandTargets;
  readonly confirmDelete: () => boolean;
  readonly details: () => Promise<Pick<CohortDetails, 'forget' | 'uses' | 'hasNoUses'>>;
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
  requireEditable(deps, refs);
  const isAskedLater = guard.needsApproval(refs);
  const { namesFlags, broken } = await describeBroken(deps, refs);
  // What would break feature flags is asked also by those who want no question.
  const asks = deps.confirmDelete() || namesFlags;
  if (!isAskedLater && asks && !(await confirmDelete(deps, refs, broken))) return;
  await deleteRecords(deps, refs, args.length > 0, broken);
}

/** Of more cohorts it would take too long to ask what uses each. */
const maxAsked = 20;

interface Broken {
  readonly namesFlags: boolean;
  /** Sentences, each in a line of its own; empty if there is nothing to say. */
  readonly broken: string;
}

/** What uses the cohorts, of what a service says and of what is loaded, and of how many the service should have said so and did not. */
async function describeBroken({ catalog, details }: DeleteDeps, refs: readonly RecordRef[]): Promise<Broken> {
  const cohorts = refs.filter(({ kind }) => kind === 'cohort');
  if (cohorts.length === 0) return { namesFlags: false, broken: '' };
  const service = await details();
  for (const ref of cohorts) service.forget(ref.connectionId); // a refusal may be over, and this must not be wrong
  const uses = await Promise.all(cohorts.slice(0, maxAsked).map((ref) => service.uses(ref)));
  const flags = new Set<string>();
  const others = new Set<string>();
  let more = 0;
  for (const [index, cohort] of cohorts.entries()) {
    const { users = [], total = 0 } = uses[index] ?? {};
    const loaded = findUsers(catalog, cohort).map(({ ref }) => ref);
    const isKept = (one: RecordRef) => !refs.some((ref) => isSameRecord(ref, one));
    for (const ref of loaded) if (isKept(ref)) others.add(quotedName(catalog, ref));
    const unloaded = users.filter(
      ({ kind, id }) => !loaded.some((one) => one.kind === kind && one.id === id),
    );
    for (const { kind, id, name } of unloaded) {
      if (kind === 'cohort' && !isKept({ ...cohort, id })) continue;
      (kind === 'featureFlag' ? flags : others).add(t('“{0}”', displayText(name) || t('#{0}', id)));
    }
    more += Math.max(0, total - unloaded.length - loaded.filter(({ kind }) => kind === 'cohort').length);
  }
  const unknown = cohorts.filter((ref, index) => !uses[index] && !service.hasNoUses(ref)).length;
  const broken = brokenText({ flags: [...flags], others: [...others], more, unknown, all: cohorts.length });
  return { namesFlags: flags.size > 0, broken };
}

interface UsersOfCohorts {
  /** Names, as of the others. */
  readonly flags: readonly string[];
  readonly others: readonly string[];
  /** Flags and others that have no name here. */
  readonly more: number;
  /** Cohorts of which the service did not say what uses them. */
  readonly unknown: number;
  /** Cohorts. */
  readonly all: number;
}

export function brokenText({ flags, others, more, unknown, all }: UsersOfCohorts): string {
  return [
    ...(flags.length > 0 ? [describeFlags(namesOfUsers(flags), all)] : []),
    ...(others.length > 0 ? [t('Used by: {0}', namesOfUsers(others))] : []),
    ...(more > 0
      ? [t('Uses that the service does not name: {0}. They may be feature flags.', formatCount(more))]
      : []),
    ...(unknown > 0 ? [describeUnknown(unknown, all)] : []),
  ].join('\n');
}

const maxUsers = 10;

function namesOfUsers(users: readonly string[]): string {
  const names = users.slice(0, maxUsers).join(', ');
  const left = users.length - maxUsers;
  return left > 0 ? t('{0} and {1} more', names, left) : names;
}

function describeFlags(flags: string, all: number): string {
  return all === 1
    ? t('Feature flags use it and would break: {0}.', flags)
    : t('Feature flags use the cohorts and would break: {0}.', flags);
}

function describeUnknown(unknown: number, all: number): string {
  return all === 1
    ? t('Could not check whether feature flags use it.')
    : t('Could not check whether feature flags use {0} of the {1} cohorts.', unknown, all);
}

async function confirmDelete(deps: DeleteDeps, refs: readonly RecordRef[], broken: string): Promise<boolean> {
  const names = namesOf(deps, refs);
  const projects = new Set(refs.map((ref) => deps.guard.projectName(ref)));
  const [only, ...others] = refs;
  const name = (only && names.get(only)) ?? '';
  const kindQuestion =
    only?.kind === 'cohort' ? t('Delete the cohort {0}?', name) : t('Delete the dashboard {0}?', name);
  const question = others.length === 0 ? kindQuestion : t('Delete {0} records?', refs.length);
  const detail = [
    ...(broken === '' ? [] : [broken]),
    t('Project: {0}', [...projects].join(', ')),
    ...(others.length === 0 ? [] : [describeDeletion(deps, refs)]),
    '',
    describeRestore(refs),
  ].join('\n');
  const yes = t('Delete');
  return (await askModal(question, detail, yes)) === yes;
}

// Deleting and restoring records, each the inverse of the other: what commands, Undo and Redo share.
export interface DeleteVerbDeps extends RevealDeps, UndoDeps, RetryDeps {
  readonly catalog: Catalog;
  readonly shown: ShownRecords;
  readonly trash: Trash;
  readonly guard: WriteGuard;
}

type Names = ReadonlyMap<RecordRef, string>;

/**
 * Shows the outcome in a message. `isInTree`: the tree has the focus, and the arrow keys continue from the record below the
 * deleted ones. `broken`: what the delete would break, for the question about production.
 */
async function deleteRecords(
  deps: DeleteVerbDeps,
  refs: readonly RecordRef[],
  isInTree: boolean,
  broken = '',
): Promise<void> {
  const names = namesOf(deps, refs);
  const deleted = (done: readonly RecordRef[]) => nameOrCount(done.map((ref) => nameIn(names, ref)));
  let how: Deletion = { isInTree, broken };
  const change = await changeReversibly(deps, refs, {
    label: (done) => t('Delete {0}', deleted(done)),
    make: (again, steps) => {
      const deletion = deleteEach(deps, again, steps, how);
      how = {}; // that of a redo
      return deletion;
    },
    takeBack: (again, steps) => restoreEach(deps, again, steps),
    retry: (again) => deleteRecords(deps, again, isInTree),
  });
  if (change?.items.length !== refs.length) return;
  const isOver = () => !refs.some((ref) => deps.trash.find(ref));
  const alsoOver = { source: deps.trash.onDidChange, isOver };
  void offerUndo(deps, change, t('Deleted {0}.', deleted(refs)), alsoOver);
}

/** Shows a message only about failures. */
export async function restoreRecords(deps: DeleteVerbDeps, refs: readonly RecordRef[]): Promise<void> {
  const names = trashedNames(deps, refs);
  await changeReversibly(deps, refs, {
    label: (done) => t('Restore {0}', nameOrCount(done.map((ref) => nameIn(names, ref)))),
    make: (again, { retry }) => restoreEach(deps, again, { retry }),
    takeBack: (again, steps) => deleteEach(deps, again, steps),
    retry: (again) => restoreRecords(deps, again),
    undoDeletes: true,
  });
}

interface Deletion {
  readonly isInTree?: boolean;
  /** What it would break. */
  readonly broken?: string;
}

/** Asks first if the records are in production; closes the tabs of those that it deletes. */
async function deleteEach(
  deps: DeleteVerbDeps,
  refs: readonly RecordRef[],
  steps: FailureSteps,
  { isInTree = true, broken = '' }: Deletion = {},
): Promise<ChangeOutcome> {
  const names = namesOf(deps, refs);
  const neighbor = isInTree ? selectionAfterRemoval(deps.shown, refs) : undefined;
  const lines = [describeDeletion(deps, refs), ...(broken === '' ? [] : [broken]), describeRestore(refs)];
  const outcome = await changeRecords(deps, refs, {
    ...steps,
    action: 'delete',
    nameOf: (ref) => nameIn(names, ref),
    detail: lines.join('\n\n'),
    make: (writer, ref) => writer.softDelete(ref),
    summarize: (count, total, failedNames) =>
      count === 0
        ? t('Could not delete {0}.', failedNames)
        : t('Deleted {0} of {1}. Could not delete {2}.', count, total, failedNames),
  });
  const { done } = outcome;
  await runShowingError(deps.log, async () => {
    for (const ref of done) await closeTabs(ref);
    if (neighbor && done.length > 0) await revealRecord(deps, neighbor); // else the arrow keys would start at the top
  });
  return outcome;
}

/** That records were created: its undo deletes them. */
export function createdChange(deps: DeleteVerbDeps, created: readonly RecordRef[]): ReversibleChange {
  const names = nameOrCount(created.map((ref) => quotedName(deps.catalog, ref)));
  const change: ReversibleChange = changeOfEach(
    t('Create {0}', names),
    created,
    (again) => deleteEach(deps, again, { retry: () => undoChange(deps, change) }),
    (again) => restoreEach(deps, again, { retry: () => redoChange(deps, change) }),
    true,
  );
  return change;
}

/** Selects the first restored record. Asks first if the records are in production. */
async function restoreEach(
  deps: DeleteVerbDeps,
  refs: readonly RecordRef[],
  steps: FailureSteps,
): Promise<ChangeOutcome> {
  const names = trashedNames(deps, refs);
  const outcome = await changeRecords(deps, refs, {
    ...steps,
    action: 'restore',
    nameOf: (ref) => nameIn(names, ref),
    make: (writer, ref) => writer.restore(ref),
    summarize: (count, total, failedNames) =>
      count === 0
        ? t('Could not restore {0}.', failedNames)
        : t('Restored {0} of {1}. Could not restore {2}.', count, total, failedNames),
  });
  const [first] = outcome.done;
  if (first && deps.catalog.get(first)) await runShowingError(deps.log, () => revealRecord(deps, first));
  return outcome;
}

/** The records, each in a line. */
function describeDeletion(deps: DeleteVerbDeps, refs: readonly RecordRef[]): string {
  const names = namesOf(deps, refs);
  return describeRecords(
    refs,
    (ref) => nameIn(names, ref),
    (ref) => deps.guard.projectName(ref),
  );
}

/** What a delete leaves: texts that are not saved, and a way back. */
function describeRestore(refs: readonly RecordRef[]): string {
  const unsaved = refs.flatMap(unsavedOf).length;
  const words = [t('You can undo it afterwards, or restore it from the Trash.')];
  if (unsaved === 1) words.push(t('1 document has unsaved changes, which stay in its editor.'));
  if (unsaved > 1) words.push(t('{0} documents have unsaved changes, which stay in their editors.', unsaved));
  return words.join(' ');
}

/** Read these before a delete: the catalog drops deleted records. */
function namesOf({ catalog }: DeleteVerbDeps, refs: readonly RecordRef[]): Names {
  return new Map(refs.map((ref) => [ref, quotedName(catalog, ref)]));
}

function trashedNames({ trash }: DeleteVerbDeps, refs: readonly RecordRef[]): Names {
  const names = new Map(trash.all.map(({ ref, name }) => [formatRecordRef(ref), name]));
  return new Map(refs.map((ref) => [ref, t('“{0}”', names.get(formatRecordRef(ref)) || t('#{0}', ref.id))]));
}

function nameIn(names: Names, ref: RecordRef): string {
  return names.get(ref) ?? t('#{0}', ref.id);
}

/**
 * Where the arrow keys continue once these records no longer show: the record below the last one, else the one above the
 * first, else their list; undefined if the last one does not show.
 */
function selectionAfterRemoval(
  shown: Pick<ShownRecords, 'of'>,
  refs: readonly RecordRef[],
): RecordRef | ListRef | undefined {
  const last = refs.at(-1);
  if (!last) return undefined;
  const ids = shown.of(last).records.map(({ id }) => id);
  const isKept = (id: number) => !refs.some((ref) => isSameList(ref, last) && ref.id === id);
  const at = ids.indexOf(last.id);
  if (at < 0) return undefined;
  const id = ids.slice(at + 1).find(isKept) ?? ids.slice(0, at).findLast(isKept);
  const { connectionId, projectId, kind } = last;
  return { connectionId, projectId, kind, ...(id !== undefined && { id }) };
}

// Before a connection or a project is removed: documents of a connection cannot be saved until it is there again.

/** Each label is a sentence of its own, so that it can be translated. */
interface RemovalLabels {
  /** The button that continues, such as “Disconnect”. */
  readonly action: string;
  /** The question where nothing but unsaved changes needs one, such as “Disconnect?”. */
  readonly ask: string;
  readonly save: string;
  readonly withoutSaving: string;
}

/**
 * Saves unsaved documents if the person chooses so.
 * @param question asked in any case; undefined: asked only if something is unsaved
 * @returns whether to continue: the person agreed, and the saves succeeded
 */
export async function confirmRemoval(
  scope: UnsavedScope,
  { action, ask, save, withoutSaving }: RemovalLabels,
  question: string | undefined,
): Promise<boolean> {
  const unsaved = unsavedIn(scope);
  if (unsaved.length === 0) {
    if (question === undefined) return true;
    return (await askModal(question, undefined, action)) === action;
  }
  const count =
    unsaved.length === 1
      ? t('1 document has unsaved changes.')
      : t('{0} documents have unsaved changes.', unsaved.length);
  const after =
    scope.projectId === undefined
      ? t('The text stays in its editor. To save it from there, connect to the same service again first.')
      : t('The text stays in its editor and can be saved from there.');
  const detail = `${count} ${after}`;
  const choice = await askModal(question ?? ask, detail, save, withoutSaving);
  if (choice !== save) return choice === withoutSaving;
  for (const document of unsaved) if (!(await document.save())) return false; // the editor shows the error
  return true;
}
