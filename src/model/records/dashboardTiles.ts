// Tiles of a dashboard: reading them from a response, and what they are called.
import type { Dashboard, Tile } from '#api/responseSchemas.ts';
import { mayHaveLongNumber, parseKeepingLong } from '#json/longNumbers.ts';
import { isSameParsed } from '#json/parsedValue.ts';
import { isObject } from '#model/storage/memory.ts';
import { displayText } from '#text/displayText.ts';

export type { Tile } from '#api/responseSchemas.ts';

/** Undefined in a list, where `tiles` is null, and where it is something else than tiles. */
export function tilesOf(dashboard: Dashboard): readonly Tile[] | undefined {
  return tilesIn(dashboard.tiles, JSON.parse);
}

/** As `tilesOf`, with the numbers of results that a double does not hold, see json/longNumbers.ts. @param text of the response */
export function exactTilesOf(dashboard: Dashboard, text: string): readonly Tile[] | undefined {
  if (!mayHaveLongNumber(text)) return tilesOf(dashboard);
  const exact = parseKeepingLong(text);
  return isObject(exact) ? tilesIn(exact['tiles'], parseKeepingLong) : undefined;
}

/** Whether there is something that cannot be read as tiles. */
export function hasUnreadTiles({ tiles }: Dashboard): boolean {
  return tiles !== null && tiles !== undefined && tiles !== '' && tilesIn(tiles, JSON.parse) === undefined;
}

/**
 * The interface says that tiles are a string: a service may send their JSON as one.
 * @param parse throws for what is not JSON
 */
function tilesIn(tiles: unknown, parse: (text: string) => unknown): readonly Tile[] | undefined {
  const list = typeof tiles === 'string' ? parsed(tiles, parse) : tiles;
  return Array.isArray(list) ? list.filter(isTile) : undefined;
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined; // not JSON
  }
}

/** Results can be large: only the caller that requested the dashboard gets them; they are not cached. */
export function withoutResult(tile: Tile): Tile {
  return tile.insight ? { ...tile, insight: { ...tile.insight, result: undefined } } : tile;
}

/** Whether two dashboards have tiles with the same values, so they look alike. */
export function areSameTiles(some: readonly Tile[], other: readonly Tile[] | undefined): boolean {
  return isSameParsed(some, other);
}

function isTile(value: unknown): value is Tile {
  return typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id);
}

/** UTF-16 units. */
const maxTitleLength = 120;

/**
 * The insight's name, else its derived name, else the first line of its text; the name of a widget, else its type; the
 * text of a button, else if it leads. Undefined if there is none of them.
 */
export function tileTitle(tile: Tile): string | undefined {
  const { insight, text, widget, button_tile: button } = tile;
  const body = typeof text?.body === 'string' ? withoutMarks(text.body) : undefined;
  const candidates: readonly unknown[] = [
    insight?.name,
    insight?.derived_name,
    body,
    widget?.name,
    widget?.widget_type,
    button?.text,
    button?.url,
  ];
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const line = candidate
      .split('\n')
      .map((part) => part.trim())
      .find((part) => part !== '');
    if (line !== undefined) return displayText(line, maxTitleLength);
  }
  return undefined;
}

/** A Markdown text without the marks of headings, lists, quotes and emphasis. */
function withoutMarks(markdown: string): string {
  return markdown.replaceAll(/\*\*|__|`/g, '').replaceAll(/^[#>*\s-]+/gm, '');
}

export function isTextTile(tile: Tile): boolean {
  return !tile.insight && tile.text !== null && tile.text !== undefined;
}
