// One change of several records: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { askAboutError, showError } from '#host/showError.ts';
import { isCancelled } from '#host/userError.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { listNames } from './recordNames.ts';

const { t } = vscode.l10n;

export interface ChangeOutcome {
  readonly done: readonly RecordRef[];
  readonly failed: readonly FailedChange[];
}

interface FailedChange {
  readonly ref: RecordRef;
  readonly error: unknown;
}

export async function changeEach(
  refs: readonly RecordRef[],
  change: (ref: RecordRef) => Promise<unknown>,
): Promise<ChangeOutcome> {
  const results = await Promise.allSettled(refs.map(change));
  const failed: FailedChange[] = [];
  const done: RecordRef[] = [];
  for (const [index, ref] of refs.entries()) {
    const result = results[index];
    if (result?.status === 'rejected') failed.push({ ref, error: result.reason });
    else done.push(ref);
  }
  return { done, failed };
}

export interface FailureReport {
  readonly log: Log;
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
export async function reportFailures(outcome: ChangeOutcome, report: FailureReport): Promise<void> {
  const { done } = outcome;
  const failed = outcome.failed.filter(({ error }) => !isCancelled(error));
  const [first] = failed;
  if (!first) return;
  const names = failed.map(({ ref }) => report.nameOf(ref));
  const attempt = report.summarize(done.length, done.length + failed.length, listNames(names, ', '));
  for (const { ref, error } of failed) report.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const [retry, undo] = [t('Retry'), t('Undo')];
  const buttons = report.undo && done.length > 0 ? [retry, undo] : [retry];
  const shown = { attempt, error: first.error, connectionId: first.ref.connectionId };
  const choice = await askAboutError(shown, buttons, report.log);
  if (choice === retry) await runShown(report.log, () => report.retry(failed.map(({ ref }) => ref)));
  else if (choice === undo) await runShown(report.log, async () => report.undo?.());
}

/** For what a message's button starts, long after its command: shows the error that it ends with. */
export async function runShown(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
