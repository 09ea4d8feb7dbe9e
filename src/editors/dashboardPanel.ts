// One webview that shows a dashboard: loads it, sends what it holds as models, and runs commands for it.
import * as vscode from 'vscode';
import { describeError, runAction } from '#host/errorMessage.ts';
import { DisposableStore } from '#host/disposables.ts';
import type { Log } from '#host/log.ts';
import { isCancelled } from '#host/userError.ts';
import type { CommandId } from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckRecord, isCohort } from '#model/records/deckRecord.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { type Tile, tilesOf } from '#model/records/tiles.ts';
import { recordNode, tileNode } from '#model/records/treeNodes.ts';
import { insightUrl, webUrl } from '#model/records/webUrl.ts';
import {
  type DashboardHostMessage,
  type DashboardWebviewMessage,
  parseDashboardMessage,
} from '#protocol/dashboard.ts';
import { copyTile, openTileAsTable } from './dashboardTables.ts';
import { headerOf, tileViewOf } from './dashboardView.ts';

const { t } = vscode.l10n;

export interface DashboardPanelDeps {
  readonly catalog: Pick<Catalog, 'get' | 'tiles' | 'retrieve' | 'onDidChange'>;
  readonly connections: Connections;
  readonly guard: WriteGuard;
  /** The extension's own folder for exports; it may not exist yet. */
  readonly exportsFolder: string;
  readonly log: Log;
}

type Message<T extends DashboardWebviewMessage['type']> = Extract<
  DashboardWebviewMessage,
  { readonly type: T }
>;

export class DashboardPanel implements vscode.Disposable {
  readonly #ref: RecordRef;
  readonly #panel: vscode.WebviewPanel;
  readonly #deps: DashboardPanelDeps;
  readonly #store = new DisposableStore();
  #loading: AbortController | undefined;
  /** With their results, which the catalog does not keep. */
  #tiles: readonly Tile[] | undefined;
  #error: unknown;

  constructor(ref: RecordRef, panel: vscode.WebviewPanel, deps: DashboardPanelDeps) {
    this.#ref = ref;
    this.#panel = panel;
    this.#deps = deps;
    this.#store.add(panel.webview.onDidReceiveMessage((value: unknown) => this.#receive(value)));
    this.#store.add(
      deps.catalog.onDidChange((change) => {
        if (change.kind === 'record' ? isSameRecord(change.ref, ref) : deps.catalog.get(ref))
          this.#sendHeader();
      }),
    );
    this.#store.add(deps.guard.onDidChange(() => this.#sendHeader()));
  }

  dispose(): void {
    this.#loading?.abort();
    this.#store.dispose();
  }

  #receive(value: unknown): void {
    const message = parseDashboardMessage(value);
    if (!message) {
      this.#deps.log.warn('Ignored an invalid message from a dashboard.');
      return;
    }
    this.#handle(message).then(undefined, (error: unknown) => {
      if (isCancelled(error)) return;
      this.#deps.log.warn(`A dashboard could not handle "${message.type}".`, error);
      this.#post({ type: 'done', message: describeError(error, this.#ref.connectionId).message });
    });
  }

  async #handle(message: DashboardWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#post({ type: 'init', words: vscode.l10n.bundle ?? {} });
        return this.#load();
      case 'refresh':
        return this.#load();
      case 'edit':
        return this.#edit(message);
      case 'run':
        return this.#run(message);
      case 'tile':
        return this.#runOnTile(message);
      case 'failure':
        this.#deps.log.warn(`A dashboard failed: ${message.message}`);
    }
  }

  async #load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#post({ type: 'loading' });
    try {
      const record = await this.#deps.catalog.retrieve(this.#ref, loading.signal);
      if (loading.signal.aborted) return;
      this.#loading = undefined;
      this.#show(record);
    } catch (error) {
      if (loading.signal.aborted) return;
      this.#loading = undefined;
      this.#error = error;
      const { message, action } = describeError(error, this.#ref.connectionId);
      this.#deps.log.warn('Could not load a dashboard.', error);
      this.#post({ type: 'failed', message, action: action?.title });
    }
  }

  #show(record: DeckRecord): void {
    if (isCohort(record)) throw new Error('a cohort has no tiles');
    this.#tiles = tilesOf(record) ?? [];
    this.#post({
      type: 'dashboard',
      header: headerOf(this.#ref, record, this.#deps),
      tiles: this.#tiles.map(tileViewOf),
      loadedAt: Date.now(),
    });
  }

  /** Loads again where tiles came whose results are not known. */
  #sendHeader(): void {
    const record = this.#deps.catalog.get(this.#ref);
    const shown = this.#tiles;
    if (!shown || this.#loading || !record || isCohort(record)) return;
    const known = this.#deps.catalog.tiles(this.#ref) ?? shown;
    const tileIds = known.map(({ id }) => id);
    if (tileIds.some((id) => !shown.some((tile) => tile.id === id))) return void this.#load();
    this.#tiles = shown.filter(({ id }) => tileIds.includes(id));
    this.#post({ type: 'header', header: headerOf(this.#ref, record, this.#deps), tileIds });
  }

  async #edit({ field, value }: Message<'edit'>): Promise<void> {
    const commands = {
      name: 'cohortDeck.rename',
      description: 'cohortDeck.editDescription',
      tags: 'cohortDeck.editTags',
    } as const;
    await execute(commands[field], recordNode(this.#ref), undefined, value);
    this.#sendHeader(); // the old value where the change was refused
  }

  async #run({ action }: Message<'run'>): Promise<void> {
    const node = recordNode(this.#ref);
    switch (action) {
      case 'togglePin': {
        const record = this.#deps.catalog.get(this.#ref);
        const isPinned = record !== undefined && !isCohort(record) && record.pinned;
        return execute(isPinned ? 'cohortDeck.unpin' : 'cohortDeck.pin', node);
      }
      case 'setAccess':
        return execute('cohortDeck.setEditAccess', node);
      case 'editFilters':
        return execute('cohortDeck.editFilters', node);
      case 'openInBrowser':
        return execute('cohortDeck.openInBrowser', node);
      case 'runErrorAction': {
        const described = describeError(this.#error, this.#ref.connectionId);
        if (described.action) await runAction([described.action], described.action.title);
      }
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
      case 'copyMarkdown':
        await copyTile(tile, action === 'copyCsv' ? 'csv' : 'markdown');
        this.#post({
          type: 'done',
          message: action === 'copyCsv' ? t('Copied as CSV') : t('Copied as Markdown'),
        });
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

  #post(message: DashboardHostMessage): void {
    // False where the webview is gone, and the message with it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's own method takes no origin
    this.#panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.#deps.log.warn('Could not send a message to a dashboard.', error);
    });
  }
}

async function execute(command: CommandId, ...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...args);
}
