// The message of a failed change, with the button “Retry” unless a retry would change nothing either.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { askAboutError } from '#host/messages/showError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { FailedChange, FailedChanges } from '#model/records/changes/failedChanges.ts';
import { NotTaken } from '#model/records/changes/notTaken.ts';
import { runShowingError } from './runShowingError.ts';

const { t } = vscode.l10n;

export interface RetryDeps {
  readonly connections: Connections;
  readonly failedChanges: FailedChanges;
  readonly log: Log;
}

/**
 * Remembers the change and shows its error, until the change is made in another way or its connection is removed.
 * @returns the one of the caller's own buttons that was chosen
 */
export async function offerRetry(
  { connections, failedChanges, log }: RetryDeps,
  failed: FailedChange,
  error: unknown,
  buttons: readonly string[],
): Promise<string | undefined> {
  const { attempt, connectionId, key } = failed;
  if (!canRetry(error)) {
    failedChanges.drop(key); // an older failure of the same change
    return askAboutError({ attempt, error, connectionId }, buttons, log);
  }
  const gone = failedChanges.add(failed);
  const removal = connections.removalOf(connectionId);
  const drop = () => {
    for (const change of failedChanges.of(connectionId)) failedChanges.drop(change.key);
  };
  removal.addEventListener('abort', drop, { signal: gone }); // another connection may get the same id
  const outdated = AbortSignal.any([gone, removal]);
  const retry = t('Retry');
  const shown = { attempt, error, connectionId, outdated };
  const choice = await askAboutError(shown, [retry, ...buttons], log);
  if (choice !== retry) return choice;
  await runShowingError(log, () => failedChanges.retry(failedChanges.leftOf(gone)));
  return undefined;
}

/** False if the service accepted the change and ignored it. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof NotTaken);
}
