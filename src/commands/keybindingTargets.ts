import * as vscode from 'vscode';
import type { CommandId } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import { isNode } from '#model/records/treeNodes.ts';

/**
 * Whether a command for records has to do with the item it was given: a key can be pressed on any item of the tree. On a
 * connection, or the project that stands for the only one, it runs `onConnection` instead, and on everything else nothing.
 */
export function isForRecords(
  [item]: readonly unknown[],
  connections: Pick<Connections, 'all'>,
  onConnection: CommandId,
): boolean {
  if (!isNode(item) || item.type === 'record') return true;
  const isLone = item.type === 'project' && connections.all.length === 1;
  if (item.type === 'connection' || isLone) void vscode.commands.executeCommand(onConnection, item);
  return false;
}
