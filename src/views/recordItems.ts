// Items of records: dashboards, cohorts and tiles.
import * as vscode from 'vscode';
import { findDocumentTabs } from '#host/pages/tabs.ts';
import { scheme, type CommandId } from '#manifest.ts';
import { choosePagePlace } from '#model/documents/documentUri.ts';
import { isTextTile, tileTitle } from '#model/records/dashboardTiles.ts';
import {
  type Cohort,
  type CohortState,
  cohortState,
  type Dashboard,
  isCohort,
  isViewOnly,
  nameOf,
} from '#model/records/deckRecord.ts';
import { type Calculation, describeDifference } from '#model/records/describeCalculation.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { type ItemSources, joinDescription, joinLabel, plainTreeItem } from './plainTreeItem.ts';
import type { TreeIcon } from './treeIcons.ts';

const { t } = vscode.l10n;
const { None, Collapsed } = vscode.TreeItemCollapsibleState;

export function recordItem({ ref }: NodeOf<'record'>, sources: ItemSources): vscode.TreeItem {
  const record = sources.catalog.get(ref);
  if (!record) return plainTreeItem(String(ref.id), None, 'unknown', 'gone');
  const item = isCohort(record) ? cohortItem(ref, record, sources) : dashboardItem(ref, record, sources);
  if (nameOf(record) === undefined) item.description = joinDescription(t('#{0}', ref.id), item.description);
  const hasWebPage = sources.connections.get(ref.connectionId)?.isSample === false;
  if (hasWebPage) item.contextValue += ' web';
  return item;
}

function cohortItem(ref: RecordRef, cohort: Cohort, sources: ItemSources): vscode.TreeItem {
  const calculation = sources.calculation(ref);
  const isPinnedHere = sources.pins.has(ref);
  const state = cohortState(cohort);
  const label = nameOf(cohort) ?? t('Untitled cohort');
  // `failed` is the context of items that can be retried, which a cohort cannot.
  const context = state === 'failed' ? 'cohort' : `cohort ${state}`;
  const pin = isPinnedHere ? 'pinnedHere' : 'unpinnedHere';
  const icon = cohortIcon(state, calculation, isPinnedHere);
  const item = plainTreeItem(label, None, icon, `${context} ${pin}`);
  const status = statusText(state, calculation);
  const count = typeof cohort.count === 'number' ? formatCount(cohort.count) : '';
  const access = isViewOnly(cohort) && t('view only');
  const pinned = isPinnedHere && t('pinned here');
  item.description = joinDescription(count, status, access, pinned);
  item.command = openPageCommand(ref, nameOf(cohort), sources.connections.placeName(ref));
  item.accessibilityInformation = {
    label: joinLabel(
      t('Cohort {0}', label),
      typeof cohort.count === 'number' && formatPersons(cohort.count, t),
      status,
      access,
      pinned,
    ),
  };
  return item;
}

function cohortIcon(
  state: CohortState,
  calculation: Calculation | undefined,
  isPinnedHere: boolean,
): TreeIcon {
  if (state === 'failed') return 'failedCohort';
  if (calculation?.state === 'calculating' && calculation.isPolling) return 'pollingCohort';
  if (state === 'calculating') return 'calculatingCohort';
  if (isPinnedHere) return 'pinned';
  return state === 'static' ? 'staticCohort' : 'cohort';
}

function statusText(state: CohortState, calculation: Calculation | undefined): string {
  switch (state) {
    case 'calculating':
      return calculation?.state === 'stuck' ? t('still calculating') : t('calculating…');
    case 'failed':
      return t('calculation failed');
    case 'static':
      return t('static');
    case 'ready':
      return calculation?.state === 'done' ? (describeDifference(calculation) ?? '') : '';
  }
}

function dashboardItem(ref: RecordRef, dashboard: Dashboard, { connections }: ItemSources): vscode.TreeItem {
  const { pinned } = dashboard;
  const label = nameOf(dashboard) ?? t('Untitled dashboard');
  const item = pinned
    ? plainTreeItem(label, Collapsed, 'pinned', 'dashboard pinned')
    : plainTreeItem(label, Collapsed, 'dashboard', 'dashboard unpinned');
  item.description = joinDescription(
    dashboard.is_shared && t('shared'),
    isViewOnly(dashboard) && t('view only'),
  );
  item.command = openPageCommand(ref, nameOf(dashboard), connections.placeName(ref));
  item.accessibilityInformation = {
    label: joinLabel(t('Dashboard {0}', label), pinned && t('pinned'), item.description),
  };
  return item;
}

export function tileItem(node: NodeOf<'tile'>, { catalog }: ItemSources): vscode.TreeItem {
  const { ref, tileId } = node;
  const tile = catalog.tiles(ref)?.find(({ id }) => id === tileId);
  const isText = tile !== undefined && isTextTile(tile);
  const title = (tile && tileTitle(tile)) ?? t('Untitled tile');
  const item = plainTreeItem(title, None, isText ? 'textTile' : 'tile', 'tile');
  const description: unknown = tile?.insight?.description; // tiles are not checked
  item.command = showTileCommand(node);
  item.tooltip = typeof description === 'string' && description !== '' ? description : title;
  item.accessibilityInformation = { label: isText ? t('Text tile {0}', title) : t('Tile {0}', title) };
  return item;
}

// What a click on a record or on a tile opens.
/**
 * `vscode.open` distinguishes a click from a double click and from Enter by itself. Known immediately: an item that has a
 * command when it is clicked expands by its twistie alone, and VS Code asks for no item of a list that is redrawn.
 */
export function openPageCommand(
  ref: RecordRef,
  name: string | undefined,
  projectName: string | undefined,
): vscode.Command {
  const open = findDocumentTabs(scheme).map((tab) => tab.uri);
  const uri = vscode.Uri.from({ scheme, ...choosePagePlace(ref, name, open, 'page', projectName) });
  const title = ref.kind === 'cohort' ? t('Open Cohort') : t('Open Dashboard');
  return { command: 'vscode.open', title, arguments: [uri] };
}

/** The page of its dashboard, at the tile. */
function showTileCommand(tile: NodeOf<'tile'>): vscode.Command {
  const command = 'cohortDeck.showTile' satisfies CommandId;
  return { command, title: t('Show Tile'), arguments: [tile] };
}
