// Retry Failed Changes: all of a connection, or a choice among all.
import * as vscode from 'vscode';
import { askSeveralOf } from '#host/input/pickMany.ts';
import { UserError } from '#host/messages/userError.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { FailedChange, FailedChanges } from '#model/records/changes/failedChanges.ts';
import { connectionIdOf } from '#model/records/treeNodes.ts';

const { t } = vscode.l10n;

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
