// The message of a failed change, with the button “Retry” unless a retry would change nothing either.
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { askAboutError, showError } from '#host/messages/showError.ts';
import { isRefusal } from '#model/connections/connectionError.ts';
import type { Connections } from '#model/connections/connections.ts';
import { NotTaken } from '#model/records/changes/changeErrors.ts';
import type { FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';

const { t } = vscode.l10n;

export interface RetryDeps {
  readonly connections: Connections;
  readonly retries: RetryRegistry;
  readonly log: Log;
}

/**
 * Remembers the change and shows its error, until the change is made in another way or its connection is removed.
 * @returns the one of the caller's own buttons that was chosen
 */
export async function offerRetry(
  { connections, retries, log }: RetryDeps,
  failed: FailedChange,
  error: unknown,
  buttons: readonly string[],
): Promise<string | undefined> {
  const { attempt, connectionId, keys } = failed;
  retries.drop(...keys); // an older failure of the same change
  if (!canRetry(error)) return askAboutError({ attempt, error, connectionId }, buttons, log);
  const gone = retries.add({ ...failed, isRefused: isRefusal(error) });
  const removal = connections.removalOf(connectionId);
  const drop = () => {
    for (const change of retries.changesOf(connectionId)) retries.drop(...change.keys);
  };
  removal.addEventListener('abort', drop, { signal: gone }); // another connection may get the same id
  const outdated = AbortSignal.any([gone, removal]);
  const retry = t('Retry');
  const shown = { attempt, error, connectionId, outdated };
  const choice = await askAboutError(shown, [retry, ...buttons], log);
  if (choice !== retry) return choice;
  await runShowingError(log, () => retries.retry(retries.leftOf(gone)));
  return undefined;
}

/** False if the service accepted the change and ignored it. */
export function canRetry(error: unknown): boolean {
  return !(error instanceof NotTaken);
}

/** Runs what a message's button starts, long after its command ended, and shows its error. */
export async function runShowingError(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
