// Retry Failed Changes: all of a connection, or a choice among all.
import * as vscode from 'vscode';
import { askSeveralOf } from '#host/input/pickMany.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { FailedChange, RetryRegistry } from '#model/connections/retryRegistry.ts';
import { connectionIdOf } from '#model/records/treeNodes.ts';

const { t } = vscode.l10n;

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
