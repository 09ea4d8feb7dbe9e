// Tiles of a dashboard: reading them from a response, and what they are called.
import { isDeepStrictEqual } from 'node:util';
import type { Dashboard, Tile } from '#api/responseSchemas.ts';
import { mayHaveLongNumber, parseKeepingLong } from '#json/longNumbers.ts';
import { isObject } from '#model/storage/isObject.ts';

export type { Tile } from '#api/responseSchemas.ts';

/** The same with the numbers of results that a double does not hold, see json/longNumbers.ts. @param text of the response */
export function exactTilesOf(dashboard: Dashboard, text: string): readonly Tile[] | undefined {
  if (!mayHaveLongNumber(text)) return tilesOf(dashboard);
  const exact = parseKeepingLong(text);
  return isObject(exact) ? tilesOf({ ...dashboard, tiles: exact['tiles'] }) : undefined;
}

/** Undefined in a list, where `tiles` is null (a string in the interface's documentation). */
export function tilesOf(dashboard: Dashboard): readonly Tile[] | undefined {
  if (!Array.isArray(dashboard.tiles)) return undefined;
  return dashboard.tiles.filter(isTile);
}

/** Results can be large: only the caller that requested the dashboard gets them; they are not cached. */
export function withoutResult(tile: Tile): Tile {
  return tile.insight ? { ...tile, insight: { ...tile.insight, result: undefined } } : tile;
}

/** Whether two dashboards have tiles with the same values, so they look alike. */
export function areSameTiles(some: readonly Tile[], other: readonly Tile[] | undefined): boolean {
  return some === other || isDeepStrictEqual(some, other);
}

function isTile(value: unknown): value is Tile {
  return typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id);
}

/**
 * The insight's name, else its derived name, else the first line of its text; the name of a widget, else its type; the
 * text of a button, else where it leads. Undefined where there is none of them.
 */
export function tileTitle(tile: Tile): string | undefined {
  const candidates: readonly unknown[] = [
    tile.insight?.name,
    tile.insight?.derived_name,
    tile.text?.body,
    tile.widget?.name,
    tile.widget?.widget_type,
    tile.button_tile?.text,
    tile.button_tile?.url,
  ];
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const line = candidate
      .split('\n')
      .map((part) =>
        part
          .replace(/\*\*|__|`/g, '')
          .replace(/^[#>*\s-]+/, '')
          .trim(),
      ) // Markdown
      .find((part) => part !== '');
    if (line !== undefined) return line.length > 120 ? `${line.slice(0, 119)}…` : line;
  }
  return undefined;
}

export function isTextTile(tile: Tile): boolean {
  return !tile.insight && tile.text !== null && tile.text !== undefined;
}
