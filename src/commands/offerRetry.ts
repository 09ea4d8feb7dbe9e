// The message of a failed change, with the button “Retry” unless a retry would change nothing either.
import * as vscode from 'vscode';
import { askSeveralOf } from '#host/input/pickMany.ts';
import type { Log } from '#host/log.ts';
import { askAboutError, showError } from '#host/messages/showError.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import { NotTaken } from '#model/records/changes/acceptedChange.ts';
import type { FailedChange, FailedChanges } from '#model/records/changes/failedChanges.ts';
import { connectionIdOf } from '#model/records/treeNodes.ts';

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

// Retry Failed Changes: all of a connection, or a choice among all.
export interface FailedChangeDeps {
  readonly connections: Connections;
  readonly failedChanges: FailedChanges;
}

export function createFailedChangeCommands(deps: FailedChangeDeps) {
  return {
    /** Argument: a connection's id, or an item of the tree. */
    'cohortDeck.retryFailedChanges': (...args: readonly unknown[]) => retryFailedChanges(deps, args),
  };
}

async function retryFailedChanges(deps: FailedChangeDeps, [first]: readonly unknown[]): Promise<void> {
  const { failedChanges } = deps;
  const id = connectionIdOf(first);
  if (id !== undefined) return failedChanges.retry(failedChanges.of(id));
  // Without those of a connection that was removed: they can never be made again.
  const shown = failedChanges.all.filter(({ connectionId }) => deps.connections.get(connectionId));
  if (shown.length === 0) throw new UserError(t('There are no failed changes.'));
  const chosen = await pickFailedChanges(deps.connections, shown);
  if (!chosen) return;
  for (const change of shown) if (!chosen.includes(change)) failedChanges.drop(change.key);
  await failedChanges.retry(chosen);
}

async function pickFailedChanges(connections: Connections, changes: readonly FailedChange[]) {
  const items = changes.map((change) => ({
    label: change.attempt,
    description: connectionNameOf(connections, change),
    picked: true,
    value: change,
  }));
  return askSeveralOf(items, {
    title: t('Retry Failed Changes'),
    placeholder: t('Select the changes to retry; the others are discarded'),
  });
}

function connectionNameOf(connections: Connections, { connectionId }: FailedChange): string {
  return connections.get(connectionId)?.name ?? connectionId;
}

/** Runs what a message's button starts, long after its command ended, and shows its error. */
export async function runShowingError(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
