// Items in place of records: load more, a failure, an empty list.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { formatCount } from '#text/formatNumber.ts';
import { type ItemSources, plainTreeItem } from './plainTreeItem.ts';

const { t } = vscode.l10n;
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
