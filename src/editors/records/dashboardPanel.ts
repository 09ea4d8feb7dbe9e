// One webview that shows a dashboard: loads it, sends what it holds as models, and runs commands for it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportFileName } from '#exports/files/exportFileName.ts';
import type { Log } from '#host/log.ts';
import { describeProtected, describeViewOnly } from '#host/pages/readonlyRecordText.ts';
import { showWarning } from '#host/messages/showMessage.ts';
import { errorKind, UserError } from '#host/messages/userError.ts';
import type { ChartModel } from '#insights/chartModel.ts';
import { computedAt, readTile, resultAsJson } from '#insights/readTile.ts';
import { readLayout } from '#insights/tileLayout.ts';
import { isSameParsed } from '#json/parsedValue.ts';
import { tableEditorViewType } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { exactTilesOf, hasUnreadTiles, type Tile, tileTitle } from '#model/records/dashboardTiles.ts';
import { type Dashboard, type DeckRecord, isCohort, isViewOnly, tagsOf } from '#model/records/deckRecord.ts';
import { isSameList, isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import type { TilesToReveal } from '#model/records/tilesToReveal.ts';
import type { Trash, Trashed } from '#model/records/trash.ts';
import { recordNode, tileNode } from '#model/records/treeNodes.ts';
import { insightUrl, webUrl } from '#model/records/recordAddress.ts';
import {
  type DashboardHostMessage,
  type DashboardWebviewMessage,
  parseDashboardMessage,
  type DashboardHeader,
  type TileView,
} from '#protocol/dashboardMessages.ts';
import type { RecordPageMessage } from '#protocol/recordPageMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatDateTime } from '#text/formatTime.ts';
import { formatTags } from '#text/parseTags.ts';
import {
  deletionOf,
  execute,
  type HeaderSources,
  keepTitle,
  type LoadOptions,
  recordHeaderOf,
  RecordPanel,
  type Recoveries,
} from './recordPanel.ts';
import { formatMarkdown, formatNeutralCsv, formatCsv, tableOf, type TileTable } from './tileTableText.ts';

const { t } = vscode.l10n;

export interface DashboardPanelDeps {
  readonly catalog: Pick<Catalog, 'get' | 'tiles' | 'retrieveText' | 'onDidChange'>;
  readonly connections: Connections;
  readonly guard: WriteGuard;
  /** The extension's own folder for exports; it may not exist yet. */
  readonly exportsFolder: string;
  readonly log: Log;
  readonly statuses: Recoveries;
  readonly tilesToReveal: Pick<TilesToReveal, 'onDidAsk' | 'take'>;
  readonly trash: Pick<Trash, 'find'>;
}

type OwnMessage = Exclude<DashboardWebviewMessage, RecordPageMessage>;
type Message<T extends OwnMessage['type']> = Extract<OwnMessage, { readonly type: T }>;

export class DashboardPanel implements vscode.Disposable {
  readonly #ref: RecordRef;
  readonly #deps: DashboardPanelDeps;
  readonly #page: RecordPanel<OwnMessage, DashboardHostMessage>;
  /** Tiles with their results, which the catalog does not keep. */
  #tiles: readonly Tile[] | undefined;
  /** Those that the results are of. */
  #filters: DeckRecord['filters'];
  /** What the page shows beside the tiles. */
  #header: DashboardHeader | undefined;
  /** Milliseconds since 1970; 0 until it is loaded. */
  #loadedAt = 0;
  /**
   * Set while the service does not have it for this key: what is shown stays, but cannot be edited. `listed`: what a list
   * still has, from before.
   */
  #gone: { readonly listed: DeckRecord | undefined } | undefined;

  constructor(ref: RecordRef, panel: vscode.WebviewPanel, deps: DashboardPanelDeps) {
    this.#ref = ref;
    this.#deps = deps;
    this.#page = new RecordPanel({
      ref,
      panel,
      log: deps.log,
      statuses: deps.statuses,
      connections: deps.connections,
      parse: parseDashboardMessage,
      load: (options) => this.#load(options),
      handle: (message) => this.#handle(message),
    });
    this.#page.add(
      deps.catalog.onDidChange((change) => {
        if (change.kind === 'record' ? isSameRecord(change.ref, ref) : isSameList(change.ref, ref))
          this.#sendHeader();
      }),
    );
    this.#page.add(deps.guard.onDidChange(() => (this.#gone ? this.#showGone() : this.#sendHeader())));
    this.#page.add(keepTitle(panel, ref, deps));
    this.#page.add(
      deps.tilesToReveal.onDidAsk((wanted) => {
        if (isSameRecord(wanted.ref, ref)) this.#showWantedTile();
      }),
    );
  }

  dispose(): void {
    this.#page.dispose();
  }

  async #handle(message: OwnMessage): Promise<void> {
    switch (message.type) {
      case 'edit':
        await this.#page.edit(message);
        return this.#sendHeader(); // shows the old value if the change was rejected
      case 'run':
        return this.#run(message);
      case 'tile':
        return this.#runOnTile(message);
    }
  }

  async #load(options: LoadOptions): Promise<void> {
    const found = await this.#retrieve(options);
    if (options.signal.aborted) return;
    if (!found) return this.#showGone();
    const { record, text } = found;
    if (isCohort(record)) throw new Error('a cohort has no tiles');
    this.#tiles = exactTilesOf(record, text) ?? [];
    this.#filters = record.filters;
    this.#gone = undefined;
    this.#header = headerOf(this.#ref, record, this.#deps);
    this.#loadedAt = Date.now();
    this.#page.post({
      type: 'dashboard',
      header: this.#header,
      tiles: this.#tileViews(this.#tiles),
      hasUnreadTiles: hasUnreadTiles(record),
      loadedAt: this.#loadedAt,
    });
    this.#showWantedTile();
  }

  /** Undefined if the service does not have it for this key. */
  async #retrieve(options: LoadOptions) {
    try {
      return await this.#deps.catalog.retrieveText(this.#ref, options);
    } catch (error) {
      if (errorKind(error) !== 'notFound') throw error; // services respond so for a deleted dashboard, too
      this.#gone = { listed: this.#deps.catalog.get(this.#ref) };
      return undefined;
    }
  }

  /** Says that it is deleted, above what was last known of it: here, in the Trash or in a list. */
  #showGone(): void {
    const { catalog, trash, guard } = this.#deps;
    const entry = trash.find(this.#ref);
    const header =
      this.#header ??
      headerOf(this.#ref, lastKnown(this.#ref, entry, this.#gone?.listed, this.#page.title), this.#deps);
    const note = entry
      ? t('You deleted this dashboard on {0}.', formatDateTime(entry.deletedAt))
      : t('This dashboard was deleted on the service, or this key can no longer view it.');
    this.#page.post({
      type: 'dashboard',
      header: {
        ...header,
        canEdit: false,
        readonlyReason: undefined, // the note says why
        deletion: deletionOf(this.#ref, note, guard),
      },
      tiles: this.#tiles
        ? this.#tileViews(this.#tiles)
        : titledTiles(entry?.dashboard?.tiles ?? catalog.tiles(this.#ref)?.map(tileTitle) ?? []),
      hasUnreadTiles: false,
      loadedAt: this.#loadedAt,
    });
  }

  #tileViews(tiles: readonly Tile[]): readonly TileView[] {
    return tiles.map((tile) => tileViewOf(tile, this.#deps.log));
  }

  /** Once there are tiles. */
  #showWantedTile(): void {
    const tile = this.#tiles && this.#deps.tilesToReveal.take(this.#ref);
    if (tile !== undefined) this.#page.post({ type: 'showTile', tile });
  }

  /** Loads again if the dashboard is there again, its filters are others, or tiles came whose results are not known. */
  #sendHeader(): void {
    const record = this.#deps.catalog.get(this.#ref);
    const shown = this.#tiles;
    if (this.#page.isLoading || !record || isCohort(record)) return;
    if (this.#gone && record !== this.#gone.listed) return void this.#page.load();
    if (!shown || this.#gone) return;
    // A list may lack them.
    if (record.filters && !isSameParsed(record.filters, this.#filters)) return void this.#page.load();
    const known = this.#deps.catalog.tiles(this.#ref) ?? shown;
    const tileIds = known.map(({ id }) => id);
    if (tileIds.some((id) => !shown.some((tile) => tile.id === id))) return void this.#page.load();
    this.#tiles = shown.filter(({ id }) => tileIds.includes(id));
    this.#header = headerOf(this.#ref, record, this.#deps);
    this.#page.post({ type: 'header', header: this.#header, tileIds });
  }

  async #run({ action }: Message<'run'>): Promise<void> {
    const node = recordNode(this.#ref);
    switch (action) {
      case 'pin':
        return execute('cohortDeck.pin', node);
      case 'unpin':
        return execute('cohortDeck.unpin', node);
      case 'setAccess':
        return execute('cohortDeck.setEditAccess', node);
      case 'editFilters':
        return execute('cohortDeck.editFilters', node, vscode.ViewColumn.Beside);
      case 'openInBrowser':
        return execute('cohortDeck.openInBrowser', node);
    }
  }

  async #runOnTile({ action, tile: id }: Message<'tile'>): Promise<void> {
    const tile = this.#tiles?.find((one) => one.id === id);
    if (!tile) return;
    switch (action) {
      case 'move':
        return execute('cohortDeck.moveTile', tileNode(this.#ref, id));
      case 'openInBrowser':
        return this.#openInBrowser(tile);
      case 'openAsTable':
        return openTileAsTable(tile, this.#deps.exportsFolder);
      case 'copyCsv':
      case 'copyMarkdown': {
        const { missing } = await copyTileToClipboard(tile, action === 'copyCsv' ? 'csv' : 'markdown');
        const done = action === 'copyCsv' ? t('Copied as CSV') : t('Copied as Markdown');
        this.#page.post({ type: 'done', message: missing === undefined ? done : `${done}. ${missing}` });
      }
    }
  }

  async #openInBrowser({ insight }: Tile): Promise<void> {
    const connection = this.#deps.connections.get(this.#ref.connectionId);
    if (!connection || connection.isSample) return;
    const shortId = insight?.short_id;
    const url =
      shortId === undefined
        ? webUrl(connection.url, this.#ref)
        : insightUrl(connection.url, this.#ref, shortId);
    await vscode.env.openExternal(vscode.Uri.parse(url, true));
  }
}

/** Copies a tile's data as CSV or Markdown. */
async function copyTileToClipboard(tile: Tile, format: 'csv' | 'markdown'): Promise<TileTable> {
  const table = requireTileTable(tile);
  await vscode.env.clipboard.writeText(format === 'csv' ? formatNeutralCsv(table) : formatMarkdown(table));
  return table;
}

// Opens a tile's data in the table editor, as an export of its own.
/** Like every export, the file is readable by its owner only, and is deleted after some days. */
async function openTileAsTable(tile: Tile, exportsFolder: string): Promise<void> {
  const table = requireTileTable(tile);
  const name = exportFileName({ id: tile.id, name: tileTitle(tile) }, 'csv', new Date());
  const file = path.join(exportsFolder, name);
  await mkdir(exportsFolder, { recursive: true, mode: 0o700 });
  await writeFile(file, formatCsv(table), { mode: 0o600 });
  await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), tableEditorViewType);
  if (table.missing !== undefined) await showWarning(table.missing);
}

/** All of a tile's data. Throws UserError if it has none. */
function requireTileTable(tile: Tile): TileTable {
  const table = tableOf(tile, t);
  if (!table) throw new UserError(t('This tile has no data to show as a table.'));
  return table;
}

/** What a dashboard's page shows of a record and its tiles. */
export function headerOf(ref: RecordRef, dashboard: Dashboard, sources: HeaderSources): DashboardHeader {
  const tags = tagsOf(dashboard);
  return {
    ...recordHeaderOf(ref, dashboard, sources),
    tags: tags.map((tag) => displayText(tag)),
    tagsText: formatTags(tags),
    isPinned: dashboard.pinned,
    readonlyReason: readonlyReasonOf(ref, dashboard, sources.guard),
    deletion: undefined,
    access: accessOf(dashboard.restriction_level),
  };
}

/** A deleted dashboard as the Trash or a list has it, or with nothing but the title of its tab. */
function lastKnown(
  ref: RecordRef,
  entry: Trashed | undefined,
  listed: DeckRecord | undefined,
  title: string,
): Dashboard {
  if (!entry && listed && !isCohort(listed)) return listed;
  const { description = '', tags = [] } = entry?.dashboard ?? {};
  const name = entry?.name ?? title;
  return { id: ref.id, name, description, tags: [...tags], pinned: false, is_shared: false, deleted: true };
}

/** Tiles of which nothing else is known: small, since there is nothing to see in them. */
function titledTiles(titles: readonly (string | undefined)[]): readonly TileView[] {
  return titles.map((title, id) => ({
    id,
    title: displayText(title || t('Untitled tile')),
    description: '',
    model: { kind: 'empty', reason: 'deleted', message: '' },
    computedAt: undefined,
    layout: { wide: { x: (id % 3) * 4, y: Math.floor(id / 3) * 2, w: 4, h: 2 } },
  }));
}

function readonlyReasonOf(ref: RecordRef, dashboard: Dashboard, guard: WriteGuard): string | undefined {
  if (guard.protectionOf(ref) === 'readOnly') return describeProtected(guard.projectName(ref));
  return isViewOnly(dashboard) ? describeViewOnly('dashboard') : undefined;
}

function accessOf(level: number | null | undefined): DashboardHeader['access'] {
  return level === 21 ? 'everyone' : level === 37 ? 'collaborators' : undefined;
}

/** Takes a tile with its result. An error while reading it affects this tile only. */
export function tileViewOf(tile: Tile, log: Pick<Log, 'warn'>): TileView {
  const description: unknown = tile.insight?.description; // tiles are not checked
  return {
    id: tile.id,
    title: displayText(tileTitle(tile) ?? t('Untitled tile')),
    description: typeof description === 'string' ? displayText(description) : '',
    model: modelOf(tile, log),
    computedAt: computedAt(tile),
    layout: readLayout(tile),
  };
}

function modelOf(tile: Tile, log: Pick<Log, 'warn'>): ChartModel {
  try {
    return readTile(tile);
  } catch (error) {
    log.warn(`Could not read the result of tile ${tile.id}.`, error);
    return resultAsJson(tile.insight?.result, 'shape');
  }
}
