import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import type { CommandId } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import { type DeckNode, isNode } from '#model/records/treeNodes.ts';
import { byKey } from './commandTargets.ts';

/** What a key for records runs on items of other kinds. */
export interface OtherCommands {
  readonly onConnection: CommandId;
  /** Undefined: says that projects cannot be renamed. */
  readonly onProject: CommandId | undefined;
}

/**
 * Whether a command for records has to do with the item it was given: a key can be pressed on any item of the tree. If
 * not, this runs the command for the item, if there is one, and does not wait for it.
 */
export function isForRecords(
  [item]: readonly unknown[],
  connections: Pick<Connections, 'all'>,
  others: OtherCommands,
): boolean {
  if (!isNode(item) || item.type === 'record') return true;
  const command = commandOn(item, connections, others);
  if (command !== undefined) void vscode.commands.executeCommand(command, item, undefined, byKey);
  return false;
}

/** The only project of the only connection stands for it. Throws UserError. */
export function commandOn(
  { type }: DeckNode,
  { all: [connection, ...more] }: Pick<Connections, 'all'>,
  { onConnection, onProject }: OtherCommands,
): CommandId | undefined {
  if (type !== 'connection' && type !== 'project') return undefined;
  const isOnly = more.length === 0 && connection?.projects.length === 1;
  const command = type === 'connection' || isOnly ? onConnection : onProject;
  if (command !== undefined) return command;
  throw new UserError(
    vscode.l10n.t(
      'Project names come from the service. You can rename dashboards, cohorts and connections here.',
    ),
  );
}
