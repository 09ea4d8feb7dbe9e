// Items of connections and projects.
import * as vscode from 'vscode';
import type { Protection } from '#model/connections/protection.ts';
import { formatProjectRef } from '#model/records/recordRef.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { type ItemSources, joinDescription, joinLabel, plainTreeItem } from './plainTreeItem.ts';
import { describeProtection, protectionLabel, protectionUri } from './protectionDecorations.ts';

const { t } = vscode.l10n;
const { Expanded } = vscode.TreeItemCollapsibleState;

export function connectionItem(
  { connectionId }: NodeOf<'connection'>,
  { connections, guard }: ItemSources,
): vscode.TreeItem {
  const connection = connections.get(connectionId);
  if (connection?.isSample) {
    const item = plainTreeItem(connection.name, Expanded, 'sampleConnection', 'connection');
    item.description = t('on this machine');
    item.tooltip = connection.url;
    item.accessibilityInformation = {
      label: joinLabel(t('Connection {0}', connection.name), item.description),
    };
    return item;
  }
  const item = plainTreeItem(connection?.name ?? connectionId, Expanded, 'connection', 'connection keyed');
  if (!connection) return item;
  const { host } = new URL(connection.url);
  item.description = host === connection.name ? '' : host;
  item.tooltip = connection.url;
  const protection = guard.setOn(connectionId);
  if (protection) showProtection(item, protection, connection.url, connectionId);
  item.accessibilityInformation = {
    label: joinLabel(t('Connection {0}', connection.name), item.description),
  };
  return item;
}

/** The only connection has no item of its own; its project then carries its host and its commands. */
export function projectItem(
  { ref }: NodeOf<'project'>,
  { connections, guard }: ItemSources,
): vscode.TreeItem {
  const connection = connections.get(ref.connectionId);
  const project = connection?.projects.find(({ id }) => id === ref.projectId);
  const isLone = connections.all.length === 1;
  const isSample = connection?.isSample ?? false;
  const contexts = ['project', isLone && 'lone', !isSample && 'removable', isLone && !isSample && 'keyed'];
  const item = plainTreeItem(
    project?.name || t('Project {0}', ref.projectId),
    Expanded,
    'project',
    contexts.filter((context) => context !== false).join(' '),
  );
  const host = connection && isLone && (isSample ? t('sample data') : new URL(connection.url).host);
  const number = project?.addedAs && project.name ? ref.projectId : ''; // without a name it is in the label
  item.description = joinDescription(number, host);
  const tooltip = t('Project {0} on {1}', ref.projectId, connection?.url ?? ref.connectionId);
  item.tooltip = tooltip;
  const protection = guard.protectionOf(ref);
  if (protection) showProtection(item, protection, tooltip, formatProjectRef(ref));
  if (project?.name) {
    item.accessibilityInformation = {
      label: joinLabel(t('Project {0}', project.name), item.description),
    };
  }
  return item;
}

/** In the description, which is read out too, in the tooltip, and as a color. `at`: what distinguishes the item from others. */
function showProtection(item: vscode.TreeItem, protection: Protection, tooltip: string, at: string): void {
  item.description = joinDescription(protectionLabel(protection), item.description);
  item.tooltip = `${describeProtection(protection)}\n${tooltip}`;
  item.resourceUri = protectionUri(protection, at);
}
