// One change of several records: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { isCancelled } from '#host/userError.ts';
import type { WriteAction } from '#model/connections/writeGuard.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { type ChangeDeps, offerRetry, runShown } from './makeChange.ts';
import { listNames } from './recordNames.ts';

const { t } = vscode.l10n;

export interface ChangeOutcome {
  readonly done: readonly RecordRef[];
  readonly failed: readonly FailedRecord[];
}

interface FailedRecord {
  readonly ref: RecordRef;
  readonly error: unknown;
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
  { action, nameOf, summarize, retry, undo: takeBack }: FailureReport,
): Promise<void> {
  const { done } = outcome;
  const keyOf = (refs: readonly RecordRef[]) => [action, ...refs.map(formatRecordRef).toSorted()].join(' ');
  deps.failedChanges.drop(keyOf(done)); // also where it was made by hand
  const failed = outcome.failed.filter(({ error }) => !isCancelled(error));
  const [first] = failed;
  if (!first) return;
  const refs = failed.map(({ ref }) => ref);
  const attempt = summarize(done.length, done.length + failed.length, listNames(refs.map(nameOf), ', '));
  for (const { ref, error } of failed) deps.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const { connectionId } = first.ref;
  const undo = t('Undo');
  const change = { connectionId, key: keyOf(refs), attempt, retry: async () => retry(refs) };
  const buttons = takeBack && done.length > 0 ? [undo] : [];
  if ((await offerRetry(deps, change, first.error, buttons)) === undo)
    await runShown(deps.log, async () => takeBack?.());
}
