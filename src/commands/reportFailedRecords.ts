// The message that names the records that a change of several could not be made to.
import * as vscode from 'vscode';
import { isCancelled } from '#host/messages/userError.ts';
import type { WriteAction } from '#model/connections/writeGuard.ts';
import type { FailedChange } from '#model/records/changes/failedChanges.ts';
import {
  formatProjectRef,
  formatRecordRef,
  type ProjectRef,
  type RecordRef,
} from '#model/records/recordRef.ts';
import { type ChangeOutcome } from './makeChange.ts';
import { canRetry, offerRetry, type RetryDeps, runShowingError } from './offerRetry.ts';
import { listNames } from '#commands/targets/recordNames.ts';

const { t } = vscode.l10n;

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
  dropOlder(deps, kindOf(report), outcome.done, refs);
  for (const { ref, error } of failed) deps.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const names = new Map(refs.map((ref) => [ref, report.nameOf(ref)]));
  const groups = messagesFor(failed, report.undo);
  await Promise.all(
    groups.map(({ group, undo }) =>
      reportGroup(deps, group, names, { ...outcome, failed }, { ...report, undo }),
    ),
  );
}

/** A message for the records that can be retried, and one for the others. What was done is undone from the first one alone. */
export function messagesFor<T>(failed: ChangeOutcome['failed'], undo: T) {
  const groups = [true, false].map((retries) => failed.filter(({ error }) => canRetry(error) === retries));
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
  const change = failedChangeOf(refs, names, counts, { ...report, connectionId, made });
  const undo = t('Undo');
  const buttons = report.undo && done.length > 0 ? [undo] : [];
  if ((await offerRetry(deps, change, first.error, buttons)) === undo)
    await runShowingError(deps.log, async () => report.undo?.());
}

/** Drops records that were changed by hand or that failed again as part of a newer change. */
function dropOlder(
  { failedChanges }: RetryDeps,
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
  { done, total }: { readonly done: number; readonly total: number },
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
    return failedChangeOf(rest, names, { done: 0, total: rest.length }, report);
  };
  return {
    connectionId,
    key: keyOf(kind, refs),
    attempt: summarize(done, total, failedNames),
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
