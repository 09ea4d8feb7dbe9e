// The tree item of each node.
import type * as vscode from 'vscode';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { connectionItem, listItem, projectItem } from './containerItems.ts';
import { emptyItem, failedItem, moreItem } from './placeholderItems.ts';
import { recordItem, tileItem } from './recordItems.ts';
import { trashedItem, trashItem } from './trashItems.ts';
import { type ItemSources, joinLabel } from './treeItem.ts';

export function createTreeItem(node: DeckNode, sources: ItemSources): vscode.TreeItem {
  const item = createItem(node, sources);
  item.id = node.id;
  // Without it a screen reader would read the tooltip in place of the label.
  item.accessibilityInformation ??= { label: joinLabel(item.label, item.description) };
  return item;
}

function createItem(node: DeckNode, sources: ItemSources): vscode.TreeItem {
  switch (node.type) {
    case 'connection':
      return connectionItem(node, sources);
    case 'project':
      return projectItem(node, sources);
    case 'list':
      return listItem(node, sources);
    case 'record':
      return recordItem(node, sources);
    case 'tile':
      return tileItem(node, sources);
    case 'trash':
      return trashItem(node, sources);
    case 'trashed':
      return trashedItem(node, sources);
    case 'more':
      return moreItem(node, sources);
    case 'failed':
      return failedItem(node, sources);
    case 'empty':
      return emptyItem(node);
  }
}
