// The message of a failed change, with the button “Retry” unless a retry would change nothing either.
import * as vscode from 'vscode';
import { askSeveralOf } from '#host/input/pickMany.ts';
import type { Log } from '#host/log.ts';
import { askAboutError, showError } from '#host/messages/showError.ts';
import { UserError } from '#host/messages/userError.ts';
import { isRefusal } from '#model/connections/connectionError.ts';
import type { Connections } from '#model/connections/connections.ts';
import { NotTaken } from '#model/records/changes/changeErrors.ts';
import type { FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';
import { connectionIdOf } from '#model/records/treeNodes.ts';

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

// Retry Failed Changes: all of a connection, or a choice among all.
export interface FailedChangeDeps {
  readonly connections: Connections;
  readonly retries: RetryRegistry;
}

export function createFailedChangeCommands(deps: FailedChangeDeps) {
  return {
    /** Argument: the id of a connection, for what was lost with it, or its item in the tree, for all that failed. */
    'cohortDeck.retryFailedChanges': (...args: readonly unknown[]) => retryFailedChanges(deps, args),
  };
}

async function retryFailedChanges(deps: FailedChangeDeps, [first]: readonly unknown[]): Promise<void> {
  const { retries } = deps;
  if (typeof first === 'string') return retries.retry(retries.lostOf(first));
  const id = connectionIdOf(first);
  if (id !== undefined && retries.lostOf(id).length === retries.changesOf(id).length)
    return retries.retry(retries.changesOf(id));
  // Without those of a connection that was removed: they can never be made again.
  const known = retries.changes.filter(({ connectionId }) => deps.connections.get(connectionId));
  const shown = id === undefined ? known : known.filter(({ connectionId }) => connectionId === id);
  if (shown.length === 0) throw new UserError(t('There are no failed changes.'));
  const chosen = await pickFailedChanges(deps.connections, shown);
  if (!chosen) return;
  for (const change of shown) if (!chosen.includes(change)) retries.drop(...change.keys);
  await retries.retry(chosen);
}

async function pickFailedChanges(connections: Connections, changes: readonly FailedChange[]) {
  const items = changes.map((change) => ({
    label: change.attempt,
    description: connections.nameOf(change.connectionId),
    picked: true,
    value: change,
  }));
  return askSeveralOf(items, {
    title: t('Retry Failed Changes'),
    placeholder: t('Select the changes to retry; the others are discarded'),
  });
}

/** Runs what a message's button starts, long after its command ended, and shows its error. */
export async function runShowingError(log: Log, task: () => Promise<unknown>): Promise<void> {
  try {
    await task();
  } catch (error) {
    await showError('', error, log);
  }
}
