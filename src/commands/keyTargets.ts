import * as vscode from 'vscode';
import type { CommandId } from '#manifest.ts';
import type { CommandTargets } from './commandTargets.ts';

/**
 * A keybinding's arguments as a menu would pass them. On a connection the key runs `onConnection` instead; undefined
 * there and on everything else that is no record.
 */
export function pressedOnRecords(
  targets: CommandTargets,
  args: readonly unknown[],
  onConnection: CommandId,
): readonly unknown[] | undefined {
  const nodes = targets.pressedOn(args);
  if (!nodes) return args;
  const record = nodes.find(({ type }) => type === 'record');
  if (record) return [record, nodes];
  const connection = nodes.find(({ type }) => type === 'connection');
  if (connection) void vscode.commands.executeCommand(onConnection, connection);
  return undefined;
}
