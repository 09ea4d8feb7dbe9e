// The other end of a dashboard's page: what a service responds, read as editors/records/dashboardPanel.ts reads it.
import { computedAt, readTile } from '#insights/readTile.ts';
import { readLayout } from '#insights/tileLayout.ts';
import { exactTilesOf, type Tile, tileTitle } from '#model/records/dashboardTiles.ts';
import {
  type DashboardHeader,
  type DashboardHostMessage,
  type DashboardWebviewMessage,
  parseDashboardMessage,
  type TileView,
} from '#protocol/dashboardMessages.ts';
import { displayText } from '#text/displayText.ts';
import { inEnglish } from '#text/translate.ts';
import { formatNeutralCsv, tableOf } from '#editors/records/tileTableText.ts';
import type { PageHost } from '../driver/usePages.ts';

const plainHeader: DashboardHeader = {
  place: 'Brightloaf Web',
  name: 'Numbers',
  title: 'Numbers',
  description: '',
  tags: [],
  tagsText: '',
  isPinned: false,
  owner: '',
  access: undefined,
  canEdit: true,
  readonlyReason: undefined,
  hasWebPage: true,
  deletion: undefined,
};

export class DashboardHost implements PageHost {
  /** What the page asked VS Code for, in order. */
  readonly asked: DashboardWebviewMessage[] = [];
  /** The text that was copied last. */
  copied = '';
  readonly #post: (message: DashboardHostMessage) => void;
  readonly #tiles: readonly Tile[];
  #header: DashboardHeader;

  /** @param text the response of a service */
  constructor(
    post: (message: DashboardHostMessage) => void,
    text: string,
    header: Partial<DashboardHeader> = {},
  ) {
    this.#post = post;
    this.#tiles = exactTilesOf(JSON.parse(text), text) ?? [];
    this.#header = { ...plainHeader, ...header };
  }

  receive(value: unknown): void {
    const message = parseDashboardMessage(value);
    if (!message) throw new Error(`not a message of a dashboard’s page: ${JSON.stringify(value)}`);
    this.asked.push(message);
    if (message.type === 'failure') throw new Error(message.message);
    if (message.type === 'ready') this.#post({ type: 'init', words: {} });
    if (message.type === 'ready' || message.type === 'refresh') this.#load();
    if (message.type === 'tile' && message.action === 'copyCsv') this.#copyCsv(message.tile);
    if (message.type === 'edit') this.#edit(message.field, message.value);
  }

  #load(): void {
    this.#post({ type: 'loading' });
    this.#post({
      type: 'dashboard',
      header: this.#header,
      tiles: this.#tiles.map(viewOf),
      hasUnreadTiles: false,
      loadedAt: Date.now(),
    });
  }

  #copyCsv(id: number): void {
    const table = tableOf(
      this.#tiles.find((tile) => tile.id === id),
      inEnglish,
    );
    if (!table) throw new Error(`tile ${id} has no table`);
    this.copied = formatNeutralCsv(table);
    this.#post({ type: 'done', message: 'Copied as CSV' });
  }

  #edit(field: 'name' | 'description' | 'tags', value: string): void {
    if (field === 'name') this.#header = { ...this.#header, name: value, title: value };
    this.#post({ type: 'header', header: this.#header, tileIds: this.#tiles.map(({ id }) => id) });
    this.#post({ type: 'edited', field });
  }
}

function viewOf(tile: Tile): TileView {
  const description: unknown = tile.insight?.description;
  return {
    id: tile.id,
    title: displayText(tileTitle(tile) ?? 'Untitled tile'),
    description: typeof description === 'string' ? displayText(description) : '',
    model: readTile(tile),
    computedAt: computedAt(tile),
    layout: readLayout(tile),
  };
}
