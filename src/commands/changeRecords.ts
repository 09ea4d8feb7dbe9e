// One change of several records: it is asked about once and tried on each, one message names those that failed, and those that
// were changed can be undone and redone.
import * as vscode from 'vscode';
import { isCancelled } from '#host/messages/userError.ts';
import { isRefusal } from '#model/connections/connectionError.ts';
import type { FailedChange } from '#model/connections/retryRegistry.ts';
import type { Lockout, WriteAction, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog, CatalogWriter } from '#model/records/catalog.ts';
import { changeOfEach, type ReversibleChange } from '#model/records/changes/undoHistory.ts';
import { formatProjectRef, formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { describeRecords, listNames } from '#commands/targets/recordNames.ts';
import { canRetry, offerRetry, type RetryDeps, runShowingError } from './offerRetry.ts';
import { redoChange, undoChange, type UndoDeps } from './undoCommands.ts';

const { t } = vscode.l10n;

interface RecordsChange extends FailureReport {
  /** What of a record is said in the question before it; its name unless given. */
  readonly describe?: (ref: RecordRef) => string;
  /** The whole of that instead. */
  readonly detail?: string;
  readonly lockouts?: readonly Lockout[];
  readonly make: (writer: CatalogWriter, ref: RecordRef) => Promise<unknown>;
}

/** Asks first if the records are in production. Shows a message about failures. */
export async function changeRecords(
  deps: RetryDeps & { readonly catalog: Catalog; readonly guard: WriteGuard },
  refs: readonly RecordRef[],
  { describe, detail, lockouts = [], make, ...report }: RecordsChange,
): Promise<ChangeOutcome> {
  const { catalog, guard } = deps;
  const words = detail ?? describeRecords(refs, describe ?? report.nameOf, (ref) => guard.projectName(ref));
  const request = { action: report.action, projects: refs, detail: words, lockouts };
  const writer = catalog.writer(await guard.approve(request));
  const outcome = await changeEach(refs, (ref) => make(writer, ref));
  void reportFailedRecords(deps, outcome, report);
  return outcome;
}

/** What the message about failures offers. */
export type FailureSteps = Pick<FailureReport, 'retry' | 'undo'>;

type RecordsStep = (refs: readonly RecordRef[], steps: FailureSteps) => Promise<ChangeOutcome>;

interface ReversibleStep {
  readonly label: (done: readonly RecordRef[]) => string;
  /** Each has shown what failed. */
  readonly make: RecordsStep;
  readonly takeBack: RecordsStep;
  /** Makes it again for those that failed. */
  readonly retry: FailureReport['retry'];
  readonly undoDeletes?: boolean;
}

/** @returns what can be undone now; undefined if no record was changed */
export function changeReversibly(
  deps: UndoDeps,
  refs: readonly RecordRef[],
  { label, make, takeBack, retry, undoDeletes }: ReversibleStep,
): Promise<ReversibleChange | undefined> {
  const made: Promise<ReversibleChange | undefined> = deps.history.track(async () => {
    const undo = async () => {
      const change = await made; // the message may show before the change is in the history
      if (change) await undoChange(deps, change);
    };
    const { done } = await make(refs, { retry, undo });
    if (done.length === 0) return undefined;
    const change: ReversibleChange = changeOfEach(
      label(done),
      done,
      (again) => takeBack(again, { retry: async () => undoChange(deps, change) }),
      (again) => make(again, { retry: async () => redoChange(deps, change) }),
      undoDeletes,
    );
    deps.history.add(change);
    return change;
  });
  return made;
}

export interface ChangeOutcome {
  readonly done: readonly RecordRef[];
  readonly failed: readonly FailedRecord[];
  /** The copies that were created. */
  readonly created?: readonly RecordRef[];
}

export interface FailedRecord {
  readonly ref: RecordRef;
  readonly error: unknown;
  /** The connection of the request that failed, if it is not the record's own. */
  readonly connectionId?: string;
}

export async function changeEach(
  refs: readonly RecordRef[],
  change: (ref: RecordRef) => Promise<unknown>,
): Promise<ChangeOutcome> {
  const results = await Promise.allSettled(refs.map(change));
  const failed: FailedRecord[] = [];
  const done: RecordRef[] = [];
  for (const [index, ref] of refs.entries()) {
    const result = results[index];
    if (result?.status === 'rejected') failed.push({ ref, error: result.reason });
    else done.push(ref);
  }
  return { done, failed };
}

export interface FailureReport {
  readonly action: WriteAction;
  /** The project that it writes to, if it is not each record's own. */
  readonly to?: ProjectRef | undefined;
  /** What a failed record is called. */
  readonly nameOf: (ref: RecordRef) => string;
  /** Puts the outcome into words, such as `Deleted 3 of 6. Could not delete “A”, “B”.` */
  readonly summarize: (done: number, total: number, failedNames: string) => string;
  readonly retry: (refs: readonly RecordRef[]) => Promise<unknown>;
  /** Takes back what was done. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/**
 * Shows a message with the records that failed and the first error's reason, and one with those that the service left as they
 * were; nothing if none failed. Resolves when the person has closed them.
 */
export async function reportFailedRecords(
  deps: RetryDeps,
  outcome: ChangeOutcome,
  report: FailureReport,
): Promise<void> {
  const failed = outcome.failed.filter(({ error }) => !isCancelled(error));
  const refs = failed.map(({ ref }) => ref);
  // Changed by hand, or failed again as part of a newer change.
  deps.retries.drop(...[...outcome.done, ...refs].map((ref) => keyOf(report, ref)));
  for (const { ref, error } of failed) deps.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const names = new Map(refs.map((ref) => [ref, report.nameOf(ref)]));
  const groups = messagesFor(failed, report.undo);
  await Promise.all(
    groups.map(({ group, undo }) =>
      reportGroup(deps, group, names, { ...outcome, failed }, { ...report, undo }),
    ),
  );
}

/**
 * A message for the records that were lost, one for those that were refused, and one for those that no retry changes. What
 * was done is undone from the first one alone.
 */
export function messagesFor<T>(failed: ChangeOutcome['failed'], undo: T) {
  const isLost = (error: unknown) => canRetry(error) && !isRefusal(error);
  const isRefused = (error: unknown) => canRetry(error) && isRefusal(error);
  const isFinal = (error: unknown) => !canRetry(error);
  const groups = [isLost, isRefused, isFinal].map((isOf) => failed.filter(({ error }) => isOf(error)));
  return groups
    .filter((group) => group.length > 0)
    .map((group, index) => ({ group, undo: index === 0 ? undo : undefined }));
}

/** Of records that failed alike. */
async function reportGroup(
  deps: RetryDeps,
  group: ChangeOutcome['failed'],
  names: ReadonlyMap<RecordRef, string>,
  outcome: ChangeOutcome,
  report: FailureReport,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const { done, failed, created: made = done } = outcome;
  const connectionId = first.connectionId ?? first.ref.connectionId;
  const refs = group.map(({ ref }) => ref);
  const counts = { done: done.length, total: done.length + failed.length };
  const isRefused = isRefusal(first.error);
  const change = failedChangeOf(refs, names, counts, { ...report, connectionId, made, isRefused });
  const undo = t('Undo');
  const buttons = report.undo && done.length > 0 ? [undo] : [];
  if ((await offerRetry(deps, change, first.error, buttons)) === undo)
    await runShowingError(deps.log, async () => report.undo?.());
}

function failedChangeOf(
  refs: readonly RecordRef[],
  names: ReadonlyMap<RecordRef, string>,
  { done, total }: { readonly done: number; readonly total: number },
  report: FailureReport &
    Pick<FailedChange, 'connectionId' | 'isRefused'> & { readonly made: readonly RecordRef[] },
): FailedChange {
  const { connectionId, isRefused, made, summarize, retry } = report;
  const failedNames = listNames(
    refs.map((ref) => names.get(ref) ?? ''),
    ', ',
  );
  const keep = (keys: readonly string[]) => {
    const rest = refs.filter((ref) => keys.includes(keyOf(report, ref)));
    return failedChangeOf(rest, names, { done: 0, total: rest.length }, report);
  };
  return {
    connectionId,
    keys: refs.map((ref) => keyOf(report, ref)),
    attempt: summarize(done, total, failedNames),
    retry: async () => retry(refs),
    made,
    isRefused,
    keep,
  };
}

/** Changes of another kind to the same records stay. */
function keyOf({ action, to }: FailureReport, ref: RecordRef): string {
  return [action, ...(to ? [formatProjectRef(to)] : []), formatRecordRef(ref)].join(' ');
}
