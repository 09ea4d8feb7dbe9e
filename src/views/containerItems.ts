// Items that hold others: connections, projects and lists.
import * as vscode from 'vscode';
import { describeError } from '#host/errorMessage.ts';
import type { Protection } from '#model/connections/protection.ts';
import type { TreeOrder } from '#model/records/treeOrders.ts';
import { formatProjectRef } from '#model/records/recordRef.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { protectionUri } from './protectionDecorations.ts';
import { describeProtection, protectionLabel } from './protectionText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { type ItemSources, joinDescription, joinLabel, plainTreeItem } from './plainTreeItem.ts';

const { t } = vscode.l10n;
const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** More lines make a tooltip taller than the window. */
const maxProblems = 10;

export function connectionItem(
  { connectionId }: NodeOf<'connection'>,
  { connections }: ItemSources,
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
  if (connection.protection) showProtection(item, connection.protection, connection.url, connectionId);
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
  if (connection && isLone) item.description = isSample ? t('sample data') : new URL(connection.url).host;
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

export function listItem({ ref }: NodeOf<'list'>, { shown, orders }: ItemSources): vscode.TreeItem {
  const { records, loaded, total, status, isReading, error, problems } = shown.of(ref);
  const item =
    ref.kind === 'dashboard'
      ? plainTreeItem(t('Dashboards'), Collapsed, 'dashboardList', 'dashboards')
      : plainTreeItem(t('Cohorts'), Collapsed, 'cohortList', 'cohorts');
  const all = total === undefined ? (status === 'loading' ? t('loading…') : '') : formatCount(total);
  const found = shown.filter && all !== '' ? t('{0} of {1}', formatCount(records.length), all) : all;
  const order = orderLabel(orders.of(ref.kind));
  // Of a list that is longer than what is read of it, the order is that of a part.
  const isPart = order !== '' && !isReading && status === 'ready' && loaded < (total ?? 0);
  const sorted = isPart ? t('{0}: only the first {1}', order, formatCount(loaded)) : order;
  const count = joinDescription(found, sorted, isReading && t('loading…'));
  item.description = count;
  if (status === 'ready' && problems.length > 0) {
    item.description = joinDescription(count, t('some not readable'));
    const more = problems.length > maxProblems ? ['…'] : [];
    item.tooltip = [...problems.slice(0, maxProblems), ...more].join('\n');
  }
  if (status === 'failed') {
    // The failed item inside may be out of sight: the list may be collapsed or long.
    const { title, message } = describeError(error, ref.connectionId);
    item.description = joinDescription(count, title);
    item.tooltip = message;
  }
  return item;
}

/** Empty for the default order. */
function orderLabel(order: TreeOrder): string {
  switch (order) {
    case 'service':
      return '';
    case 'name':
      return t('by name');
    case 'created':
      return t('newest first');
    case 'calculated':
      return t('by last calculation');
    case 'count':
      return t('largest first');
  }
}
