// Items of the Trash and of the deleted records in it.
import * as vscode from 'vscode';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { formatCount } from '#text/formatNumber.ts';
import { formatDateTime } from '#text/formatTime.ts';
import { type ItemSources, plainTreeItem } from './plainTreeItem.ts';
import { openPageCommand } from './recordItems.ts';

const { t } = vscode.l10n;
const { None, Collapsed } = vscode.TreeItemCollapsibleState;

export function trashItem({ ref }: NodeOf<'trash'>, { trash }: ItemSources): vscode.TreeItem {
  const item = plainTreeItem(t('Trash'), Collapsed, 'trash', 'trash');
  item.description = formatCount(trash.of(ref).length);
  item.tooltip = t('Records that you deleted here. You can restore them.');
  return item;
}

export function trashedItem(
  { ref }: NodeOf<'trashed'>,
  { trash, connections }: Pick<ItemSources, 'trash' | 'connections'>,
): vscode.TreeItem {
  const entry = trash.of(ref).find((trashed) => trashed.ref.id === ref.id && trashed.ref.kind === ref.kind);
  const item =
    ref.kind === 'cohort'
      ? plainTreeItem(entry?.name || t('Untitled cohort'), None, 'cohort', 'trashed')
      : plainTreeItem(entry?.name || t('Untitled dashboard'), None, 'dashboard', 'trashed');
  if (entry) {
    item.command = openPageCommand(ref, entry.name, connections.placeName(ref));
    const when = formatDateTime(entry.deletedAt); // the item is not redrawn as time goes by
    item.description = t('deleted {0}', when);
    item.tooltip = t('Deleted on {0}', when);
  }
  return item;
}
