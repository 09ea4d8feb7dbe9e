// The item of a list: how many records it has, and in which order.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { TreeOrder } from '#model/records/search/treeOrders.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { formatCount } from '#text/formatNumber.ts';
import { type ItemSources, joinDescription, plainTreeItem } from './plainTreeItem.ts';

const { t } = vscode.l10n;
const { Collapsed } = vscode.TreeItemCollapsibleState;

/** More lines make a tooltip taller than the window. */
const maxProblems = 10;

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
    item.description = joinDescription(count, t('some cannot be read'));
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

// Items in place of records: load more, a failure, an empty list.
const { None } = vscode.TreeItemCollapsibleState;

export function moreItem(node: NodeOf<'more'>, { catalog }: ItemSources): vscode.TreeItem {
  const { records, total } = catalog.list(node.ref);
  const loaded = formatCount(records.length);
  const label =
    total === undefined
      ? t('Load more ({0} loaded)', loaded)
      : t('Load more ({0} of {1})', loaded, formatCount(total));
  const item = plainTreeItem(label, None, 'loadMore', 'more');
  item.command = { command: 'cohortDeck.loadMore', title: t('Load More'), arguments: [node] };
  return item;
}

/** A click runs the action that the error calls for, else it retries. */
export function failedItem(node: NodeOf<'failed'>, { catalog, tileError }: ItemSources): vscode.TreeItem {
  const error = 'id' in node.ref ? tileError(node.ref) : catalog.list(node.ref).error;
  const { title, message, action } = describeError(error, node.ref.connectionId);
  const item = plainTreeItem(title, None, 'failure', 'failed');
  if (action) {
    item.description = action.title;
    item.tooltip = t('{0} Click to run “{1}”.', message, action.title);
    item.command = { command: action.command, title: action.title, arguments: [...(action.args ?? [])] };
  } else {
    item.description = t('Retry');
    item.tooltip = t('{0} Click to retry.', message);
    item.command = { command: 'cohortDeck.retry', title: t('Retry'), arguments: [node] };
  }
  return item;
}

export function emptyItem({ of }: NodeOf<'empty'>, { guard, shown }: ItemSources): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.contextValue = 'empty';
  if (of.type === 'connection' || of.type === 'project') {
    item.label = t('No projects yet: add one…');
    item.command = { command: 'cohortDeck.addProject', title: t('Add Project…'), arguments: [of] };
  } else if (of.type === 'list' && shown.of(of.ref).loaded > 0) {
    if (shown.filter?.lacksPerson(of.ref.connectionId)) return unsaidItem(item, of.ref.connectionId);
    item.label = shown.of(of.ref).isReading ? t('No matches so far') : t('No matches');
  } else if (of.type === 'list' && guard.protectionOf(of.ref) === 'readOnly') {
    item.label = of.ref.kind === 'dashboard' ? t('No dashboards') : t('No cohorts');
  } else if (of.type === 'list') {
    const isDashboards = of.ref.kind === 'dashboard';
    item.label = isDashboards ? t('No dashboards yet: create one…') : t('No cohorts yet: create one…');
    item.command = {
      command: isDashboards ? 'cohortDeck.createDashboard' : 'cohortDeck.createCohort',
      title: item.label,
      arguments: [of],
    };
  } else {
    item.label = t('No tiles');
  }
  return item;
}

/** For the filter `@mine`, if it is not known who the person is. */
function unsaidItem(item: vscode.TreeItem, connectionId: string): vscode.TreeItem {
  item.label = t('No matches yet: set who you are…');
  item.command = { command: 'cohortDeck.setWhoIAm', title: t('Set Who I Am…'), arguments: [connectionId] };
  return item;
}
