// One change of several records: each is tried, and one message names those that failed.
import * as vscode from 'vscode';
import { actionsOf, describeError, runAction } from '#host/errorMessage.ts';
import type { Log } from '#host/log.ts';
import { showErrorText } from '#host/messages.ts';
import { showError } from '#host/showError.ts';
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
  const summary = report.summarize(done.length, done.length + failed.length, listNames(names, ', '));
  const described = describeError(first.error, first.ref.connectionId);
  const actions = actionsOf(described);
  const text = `${summary} ${described.message}`;
  for (const { ref, error } of failed) report.log.error(`Could not change ${ref.kind} ${ref.id}.`, error);
  const [retry, undo, showLog] = [t('Retry'), t('Undo'), t('Show Log')];
  const buttons = [retry];
  if (report.undo && done.length > 0) buttons.push(undo);
  buttons.push(...actions.map(({ title }) => title), showLog);
  const choice = await showErrorText(text, ...buttons);
  if (choice === retry) await runShown(report.log, () => report.retry(failed.map(({ ref }) => ref)));
  else if (choice === undo) await runShown(report.log, async () => report.undo?.());
  else if (choice === showLog) report.log.show();
  else await runAction(actions, choice);
}

/** For what a message's button starts, long after its command: shows the error that it ends with. */
export async function runShown(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
