// The item of a list: how many records it has, and in which order.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import type { TreeOrder } from '#model/records/search/treeOrders.ts';
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
