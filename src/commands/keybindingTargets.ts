import * as vscode from 'vscode';
import type { CommandId } from '#manifest.ts';
import { isNode } from '#model/records/treeNodes.ts';

/**
 * Whether a command for records has to do with the item it was given: a key can be pressed on any item of the tree. On a
 * connection it runs `onConnection` instead, and on everything else nothing.
 */
export function isForRecords([item]: readonly unknown[], onConnection: CommandId): boolean {
  if (!isNode(item) || item.type === 'record') return true;
  if (item.type === 'connection') void vscode.commands.executeCommand(onConnection, item);
  return false;
}
