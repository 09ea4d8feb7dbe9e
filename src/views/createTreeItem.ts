// The tree item of each node.
import type * as vscode from 'vscode';
import { type DeckRecord, isViewOnly } from '#model/records/deckRecord.ts';
import { matchReason } from '#model/records/search/shownRecords.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { displayLines, displayText } from '#text/displayText.ts';
import type { FindWords } from '#text/foldText.ts';
import { addStatus } from '#views/status/connectionItemStatus.ts';
import { connectionItem, projectItem } from './connectionItems.ts';
import { emptyItem, failedItem, listItem, moreItem } from './listItem.ts';
import { type ItemSources, joinDescription, joinLabel } from './plainTreeItem.ts';
import { recordItem, tileItem } from './recordItems.ts';
import { trashedItem, trashItem } from './trashItems.ts';

/** Menus offer what writes only on items with this context. */
const writableContext = 'writable';
/** In its place where the key cannot edit the record, whose project can be changed. */
const viewOnlyContext = 'viewOnly';

export function createTreeItem(node: DeckNode, sources: ItemSources): vscode.TreeItem {
  const item = createItem(node, sources);
  const connectionId = statusOwner(node, sources);
  if (connectionId !== undefined) addStatus(item, connectionId, sources);
  if (isWritable(node, sources)) {
    const context = isOfViewOnly(node, sources) ? viewOnlyContext : writableContext;
    item.contextValue = `${item.contextValue ?? ''} ${context}`;
  }
  // Without it a screen reader would read the tooltip in place of the label.
  item.accessibilityInformation ??= { label: joinLabel(item.label, item.description) };
  makeSafe(item);
  const { filter } = sources.shown;
  const record = node.type === 'record' && sources.catalog.get(node.ref);
  if (filter && record) showMatches(item, record, filter.findWords);
  return item;
}

/** Marks the words of the filter in what is shown of the name. VS Code marks nothing in a description. */
function showMatches(item: vscode.TreeItem, record: DeckRecord, findWords: FindWords): void {
  const { label, accessibilityInformation: spoken } = item;
  if (typeof label !== 'string') return;
  const highlights = findWords(label);
  if (highlights.length > 0) item.label = { label, highlights: [...highlights] };
  const reason = displayText(matchReason(record, label, findWords) ?? '');
  item.description = joinDescription(item.description, reason);
  if (spoken) item.accessibilityInformation = { ...spoken, label: joinLabel(spoken.label, reason) };
}

/** UTF-16 units; a taller tooltip would not fit. */
const maxTooltipLength = 2000;

/** All of an item's texts may be from the service. */
function makeSafe(item: vscode.TreeItem): void {
  const { label, description, tooltip, accessibilityInformation } = item;
  if (typeof label === 'string') item.label = displayText(label);
  if (typeof description === 'string') item.description = displayText(description);
  if (typeof tooltip === 'string') item.tooltip = displayLines(tooltip, maxTooltipLength);
  if (accessibilityInformation)
    item.accessibilityInformation = {
      ...accessibilityInformation,
      label: displayText(accessibilityInformation.label),
    };
}

/** Whether the node can be changed; a connection, whether some project of it can. */
function isWritable(node: DeckNode, { connections, guard }: ItemSources): boolean {
  const isIn = (ref: ProjectRef) => guard.protectionOf(ref) !== 'readOnly';
  if ('ref' in node) return isIn(node.ref);
  if (node.type !== 'connection') return false;
  const { connectionId } = node;
  const projects = connections.get(connectionId)?.projects ?? [];
  return projects.some(({ id }) => isIn({ connectionId, projectId: id }));
}

/** A record that the key can only view, or a tile of one. */
function isOfViewOnly(node: DeckNode, { catalog }: ItemSources): boolean {
  const record = node.type === 'record' || node.type === 'tile' ? catalog.get(node.ref) : undefined;
  return record !== undefined && isViewOnly(record);
}

/** The connection whose status the node's row shows: its own, or that of the only one, which has no row. */
function statusOwner(node: DeckNode, { connections }: ItemSources): string | undefined {
  if (node.type === 'connection') return node.connectionId;
  return node.type === 'project' && connections.all.length === 1 ? node.ref.connectionId : undefined;
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
      return emptyItem(node, sources);
  }
}
