// One change of several records: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { isCancelled } from '#host/userError.ts';
import type { WriteAction } from '#model/connections/writeGuard.ts';
import type { FailedChange } from '#model/records/failedChanges.ts';
import {
  formatProjectRef,
  formatRecordRef,
  type ProjectRef,
  type RecordRef,
} from '#model/records/recordRef.ts';
import { type ChangeDeps, offerRetry, runShown } from './makeChange.ts';
import { listNames } from './recordNames.ts';

const { t } = vscode.l10n;

export interface ChangeOutcome {
  readonly done: readonly RecordRef[];
  readonly failed: readonly FailedRecord[];
  /** The copies that were created. */
  readonly created?: readonly RecordRef[];
}

export interface FailedRecord {
  readonly ref: RecordRef;
  readonly error: unknown;
  /** The connection of the request that failed, where it is not the record's own. */
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
  readonly undo?: () => Promise<unknown>;
}

/**
 * Shows one message with the records that failed and the first error's reason; nothing where none failed. Resolves when
 * the person has closed it.
 */
export async function reportFailures(
  deps: ChangeDeps,
  outcome: ChangeOutcome,
  report: FailureReport,
): Promise<void> {
  const { nameOf, undo: takeBack } = report;
  const failed = outcome.failed.filter(({ error }) => !isCancelled(error));
  const refs = failed.map(({ ref }) => ref);
  dropOlder(deps, kindOf(report), outcome.done, refs);
  const [first] = failed;
  if (!first) return;
  for (const { ref, error } of failed) deps.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const names = new Map(refs.map((ref) => [ref, nameOf(ref)]));
  const connectionId = first.connectionId ?? first.ref.connectionId;
  const made = outcome.created ?? outcome.done;
  const change = failedChangeOf(refs, names, outcome.done.length, { ...report, connectionId, made });
  const undo = t('Undo');
  const buttons = takeBack && outcome.done.length > 0 ? [undo] : [];
  if ((await offerRetry(deps, change, first.error, buttons)) === undo)
    await runShown(deps.log, async () => takeBack?.());
}

/** Drops records that were changed by hand or that failed again as part of a newer change. */
function dropOlder(
  { failedChanges }: ChangeDeps,
  kind: string,
  done: readonly RecordRef[],
  failed: readonly RecordRef[],
): void {
  for (const ref of done) failedChanges.drop(keyOf(kind, [ref]));
  failedChanges.dropParts(kind, [...done, ...failed].map(formatRecordRef));
}

function failedChangeOf(
  refs: readonly RecordRef[],
  names: ReadonlyMap<RecordRef, string>,
  doneCount: number,
  report: FailureReport & { readonly connectionId: string; readonly made: readonly RecordRef[] },
): FailedChange {
  const { connectionId, made, summarize, retry } = report;
  const kind = kindOf(report);
  const failedNames = listNames(
    refs.map((ref) => names.get(ref) ?? ''),
    ', ',
  );
  const keep = (records: readonly string[]) => {
    const rest = refs.filter((ref) => records.includes(formatRecordRef(ref)));
    return failedChangeOf(rest, names, 0, report);
  };
  return {
    connectionId,
    key: keyOf(kind, refs),
    attempt: summarize(doneCount, doneCount + refs.length, failedNames),
    retry: async () => retry(refs),
    parts: { action: kind, records: refs.map(formatRecordRef), made, keep },
  };
}

/** Changes of another kind to the same records stay. */
function kindOf({ action, to }: FailureReport): string {
  return to ? `${action} ${formatProjectRef(to)}` : action;
}

function keyOf(kind: string, refs: readonly RecordRef[]): string {
  return [kind, ...refs.map(formatRecordRef).toSorted()].join(' ');
}
