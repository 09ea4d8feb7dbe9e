// How each node looks. Nothing is loaded here: what is shown is what the model knows.
import * as vscode from 'vscode';
import { describeError } from '#host/errorMessage.ts';
import { findDocumentTabs, findTabsOf } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { type Calculation, describeDifference } from '#model/records/calculationMessage.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { Connections } from '#model/connections/connections.ts';
import { choosePlace, toDocument } from '#model/documents/documentUri.ts';
import type { DeckNode, NodeOf } from '#model/records/treeNodes.ts';
import {
  type Cohort,
  cohortState,
  type Dashboard,
  type DeckRecord,
  isCohort,
  isViewOnly,
  nameOf,
} from '#model/records/deckRecord.ts';
import { isTextTile, tileTitle } from '#model/records/tiles.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';

const { t } = vscode.l10n;
const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

export interface ItemSources {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly trash: Trash;
  /** How a cohort's calculation goes or went, where there is anything to tell. */
  readonly calculation: (ref: RecordRef) => Calculation | undefined;
  /** Why a dashboard's tiles could not be loaded. */
  readonly tileError: (ref: RecordRef) => unknown;
}

export function createTreeItem(node: DeckNode, sources: ItemSources): vscode.TreeItem {
  const item = createBareItem(node, sources);
  item.id = node.id;
  // Without it a screen reader would read the tooltip in place of the label.
  item.accessibilityInformation ??= { label: wordsOf(item.label, item.description) };
  return item;
}

function wordsOf(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

function createBareItem(node: DeckNode, sources: ItemSources): vscode.TreeItem {
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

function createItem(
  label: string,
  collapsible: vscode.TreeItemCollapsibleState,
  icon: string,
  contextValue: string,
) {
  const item = new vscode.TreeItem(label, collapsible);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = contextValue;
  return item;
}

function connectionItem(
  { connectionId }: NodeOf<'connection'>,
  { connections }: ItemSources,
): vscode.TreeItem {
  const connection = connections.get(connectionId);
  const isSample = connection?.isSample ?? false;
  const item = createItem(
    connection?.name ?? connectionId,
    Expanded,
    isSample ? 'beaker' : 'plug',
    isSample ? 'connection' : 'connection keyed',
  );
  if (connection) {
    const host = isSample ? t('on this machine') : new URL(connection.url).host;
    item.description = host === connection.name ? '' : host;
    item.tooltip = connection.url;
    item.accessibilityInformation = {
      label: wordsOf(t('Connection {0}', connection.name), item.description),
    };
  }
  return item;
}

function projectItem({ ref }: NodeOf<'project'>, { connections }: ItemSources): vscode.TreeItem {
  const connection = connections.get(ref.connectionId);
  const project = connection?.projects.find(({ id }) => id === ref.projectId);
  const isLone = connections.all.length === 1;
  const isSample = connection?.isSample ?? false;
  const words = ['project', isLone && 'lone', !isSample && 'removable', isLone && !isSample && 'keyed'];
  const item = createItem(
    project?.name || t('Project {0}', ref.projectId),
    Expanded,
    'project',
    words.filter((word) => word !== false).join(' '),
  );
  const host = connection && isLone ? (isSample ? t('sample data') : new URL(connection.url).host) : '';
  item.description = host;
  item.tooltip = t('Project {0} on {1}', ref.projectId, connection?.url ?? ref.connectionId);
  if (project?.name) item.accessibilityInformation = { label: wordsOf(t('Project {0}', project.name), host) };
  return item;
}

function listItem({ ref }: NodeOf<'list'>, { catalog }: ItemSources): vscode.TreeItem {
  const { total, status, error, problems } = catalog.list(ref);
  const isDashboards = ref.kind === 'dashboard';
  const item = createItem(
    isDashboards ? t('Dashboards') : t('Cohorts'),
    Collapsed,
    isDashboards ? 'dashboard' : 'organization',
    isDashboards ? 'dashboards' : 'cohorts',
  );
  if (total !== undefined) item.description = total.toLocaleString();
  else if (status === 'loading') item.description = t('loading…');
  if (status === 'ready' && problems.length > 0) {
    item.description = [item.description, t('not all readable')].filter(Boolean).join(' · ');
    item.tooltip = [...problems.slice(0, 10), ...(problems.length > 10 ? ['…'] : [])].join('\n');
  }
  if (status === 'failed') {
    // Its row inside can be out of sight, in a list that is collapsed or long.
    const { title, message } = describeError(error, ref.connectionId);
    item.description = [item.description, title].filter(Boolean).join(' · ');
    item.tooltip = message;
  }
  return item;
}

function recordItem(
  { ref }: NodeOf<'record'>,
  { catalog, connections, calculation }: ItemSources,
): vscode.TreeItem {
  const record = catalog.get(ref);
  if (!record) return createItem(String(ref.id), None, 'question', 'gone');
  const isWeb = connections.get(ref.connectionId)?.isSample === false;
  const item = isCohort(record) ? cohortItem(record, calculation(ref)) : dashboardItem(record);
  if (nameOf(record) === undefined)
    item.description = [t('#{0}', ref.id), item.description].filter(Boolean).join(' · ');
  if (isWeb) item.contextValue += ' web';
  return item;
}

/**
 * What a click on a cohort does. It is asked for at the moment of the click, because the place depends on the cohort's
 * name and on what is open by then. The editor's own command knows a click from a double click and from Enter.
 */
export function createOpenCommand(ref: RecordRef, record: DeckRecord): vscode.Command | undefined {
  if (ref.kind !== 'cohort') return undefined;
  const uri = filtersUri(ref, record);
  const title = t('Edit Filters');
  const [open] = findTabsOf(uri);
  if (open?.viewType !== 'default') return { command: 'vscode.open', title, arguments: [uri] };
  // Open as text it is shown so: a second tab in the filters editor is not what was asked for.
  const options = { viewColumn: open.tab.group.viewColumn };
  return { command: 'vscode.openWith', title, arguments: [uri, open.viewType, options] };
}

function filtersUri(ref: RecordRef, record: DeckRecord): vscode.Uri {
  const open = findDocumentTabs(scheme).map(({ uri }) => uri);
  return vscode.Uri.from({ scheme, ...choosePlace(toDocument(ref, 'filters'), nameOf(record), open) });
}

function cohortItem(cohort: Cohort, calculation: Calculation | undefined): vscode.TreeItem {
  const state = cohortState(cohort);
  const label = nameOf(cohort) ?? t('Untitled cohort');
  // A failed one is no row of its own that can be tried again, as `failed` says elsewhere.
  const context = state === 'failed' ? 'cohort' : `cohort ${state}`;
  const item = createItem(label, None, cohortIcons[state], context);
  const isStuck = calculation?.state === 'stuck';
  // One that turns says that something is being done, and costs a tenth of a processor as long as it shows.
  if (calculation?.state === 'calculating' && calculation.isFollowed)
    item.iconPath = new vscode.ThemeIcon('sync~spin');
  if (state === 'failed') {
    item.iconPath = new vscode.ThemeIcon(cohortIcons.failed, new vscode.ThemeColor('list.warningForeground'));
  }
  const words = {
    calculating: isStuck ? t('still calculating') : t('calculating…'),
    failed: t('calculation failed'),
    static: t('static'),
    ready: calculation?.state === 'done' ? (describeDifference(calculation, t) ?? '') : '',
  };
  const count = typeof cohort.count === 'number' ? cohort.count.toLocaleString() : '';
  item.description = [count, words[state]].filter((part) => part !== '').join(' · ');
  item.accessibilityInformation = {
    label: wordsOf(t('Cohort {0}', label), count && t('{0} persons', count), words[state]),
  };
  return item;
}

const cohortIcons = {
  calculating: 'sync',
  failed: 'warning',
  static: 'checklist',
  ready: 'person',
} as const;

function dashboardItem(dashboard: Dashboard): vscode.TreeItem {
  const { pinned } = dashboard;
  const label = nameOf(dashboard) ?? t('Untitled dashboard');
  const item = createItem(
    label,
    Collapsed,
    pinned ? 'pinned' : 'dashboard',
    pinned ? 'dashboard pinned' : 'dashboard unpinned',
  );
  const words = [dashboard.is_shared && t('shared'), isViewOnly(dashboard) && t('view only')];
  item.description = words.filter((word) => word !== false).join(' · ');
  item.accessibilityInformation = {
    label: wordsOf(t('Dashboard {0}', label), pinned && t('pinned'), item.description),
  };
  return item;
}

function tileItem({ ref, tileId }: NodeOf<'tile'>, { catalog }: ItemSources): vscode.TreeItem {
  const tile = catalog.tiles(ref)?.find(({ id }) => id === tileId);
  const isText = tile !== undefined && isTextTile(tile);
  const title = (tile && tileTitle(tile)) ?? t('Untitled tile');
  const item = createItem(title, None, isText ? 'note' : 'graph', 'tile');
  const description: unknown = tile?.insight?.description; // a tile's inside comes as it is
  item.tooltip = typeof description === 'string' && description !== '' ? description : title;
  item.accessibilityInformation = { label: isText ? t('Text tile {0}', title) : t('Tile {0}', title) };
  return item;
}

function trashItem({ ref }: NodeOf<'trash'>, { trash }: ItemSources): vscode.TreeItem {
  const item = createItem(t('Trash'), Collapsed, 'trash', 'trash');
  item.description = trash.of(ref).length.toLocaleString();
  item.tooltip = t('What was deleted from here. It can be restored.');
  return item;
}

function trashedItem({ ref }: NodeOf<'trashed'>, { trash }: ItemSources): vscode.TreeItem {
  const entry = trash.of(ref).find((trashed) => trashed.ref.id === ref.id && trashed.ref.kind === ref.kind);
  const untitled = ref.kind === 'cohort' ? t('Untitled cohort') : t('Untitled dashboard');
  const item = createItem(
    entry?.name || untitled,
    None,
    ref.kind === 'cohort' ? 'person' : 'dashboard',
    'trashed',
  );
  if (entry) item.description = t('deleted {0}', new Date(entry.deletedAt).toLocaleString());
  return item;
}

function moreItem(node: NodeOf<'more'>, { catalog }: ItemSources): vscode.TreeItem {
  const { records, total } = catalog.list(node.ref);
  const loaded = records.length.toLocaleString();
  const label =
    total === undefined
      ? t('Load more ({0} loaded)', loaded)
      : t('Load more ({0} of {1})', loaded, total.toLocaleString());
  const item = createItem(label, None, 'ellipsis', 'more');
  item.command = { command: 'cohortDeck.loadMore', title: t('Load More'), arguments: [node] };
  return item;
}

function failedItem(node: NodeOf<'failed'>, { catalog, tileError }: ItemSources): vscode.TreeItem {
  const error = 'id' in node.ref ? tileError(node.ref) : catalog.list(node.ref).error;
  const { title, message, action } = describeError(error, node.ref.connectionId);
  const item = createItem(title, None, 'error', 'failed');
  item.description = action?.title ?? t('Retry');
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.tooltip = t('{0} Select this to try again.', message);
  item.command = action
    ? { command: action.command, title: action.title, arguments: [...(action.args ?? [])] }
    : { command: 'cohortDeck.retry', title: t('Retry'), arguments: [node] };
  if (action) item.tooltip = t('{0} Select this for “{1}”.', message, action.title);
  return item;
}

function emptyItem({ of }: NodeOf<'empty'>): vscode.TreeItem {
  const item = new vscode.TreeItem('', None);
  item.contextValue = 'empty';
  if (of.type === 'connection' || of.type === 'project') {
    item.label = t('No projects yet: add one…');
    item.command = { command: 'cohortDeck.addProject', title: t('Add Project…'), arguments: [of] };
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
