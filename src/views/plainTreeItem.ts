// A tree item before its node is known: what all are made with.
import * as vscode from 'vscode';
import type { ConnectionStatus } from '#model/connections/connectionStatus.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { FailedChange } from '#model/connections/retryRegistry.ts';
import type { Calculation } from '#model/records/describeCalculation.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { TreeOrders } from '#model/records/search/treeOrders.ts';
import type { Trash } from '#model/records/trash.ts';
import { themeIcon, type TreeIcon } from './treeIcons.ts';

/** What items show. Nothing is loaded for an item. */
export interface ItemSources {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly shown: ShownRecords;
  readonly orders: TreeOrders;
  readonly pins: Pick<LocalPins, 'has'>;
  readonly trash: Trash;
  readonly guard: WriteGuard;
  readonly status: (connectionId: string) => ConnectionStatus;
  readonly failedChanges: (connectionId: string) => readonly FailedChange[];
  /** A cohort's last calculation; undefined if there was none. */
  readonly calculation: (ref: RecordRef) => Calculation | undefined;
  /** Why a dashboard's tiles could not be loaded. */
  readonly tileError: (ref: RecordRef) => unknown;
}

/** `contextValue` decides, in package.json's when clauses, which commands the item's menu has. */
export function plainTreeItem(
  label: string,
  collapsibleState: vscode.TreeItemCollapsibleState,
  icon: TreeIcon,
  contextValue: string,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, collapsibleState);
  item.iconPath = themeIcon(icon);
  item.contextValue = contextValue;
  return item;
}

/** `1,234 · static`: the parts that are there. */
export function joinDescription(...parts: readonly unknown[]): string {
  return textParts(parts).join(' · ');
}

/** The accessible label. */
export function joinLabel(...parts: readonly unknown[]): string {
  return textParts(parts).join(', ');
}

function textParts(parts: readonly unknown[]): readonly unknown[] {
  return parts.filter((part) => typeof part === 'string' && part !== '');
}
