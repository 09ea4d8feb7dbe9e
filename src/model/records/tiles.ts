// Tiles of a dashboard: reading them from an answer, and what they are called.
import type { Dashboard, Tile } from '#api/schemas.ts';

export type { Tile } from '#api/schemas.ts';

/** Tiles are an array in an answer for one dashboard, and null (or a string, says the interface) in a list. */
export function tilesOf(dashboard: Dashboard): readonly Tile[] | undefined {
  if (!Array.isArray(dashboard.tiles)) return undefined;
  return dashboard.tiles.filter(isTile);
}

function isTile(value: unknown): value is Tile {
  return typeof value === 'object' && value !== null && 'id' in value && Number.isInteger(value.id);
}

/** Its insight's name, else the derived name, else the first line of its text; undefined where it has none of them. */
export function tileTitle(tile: Tile): string | undefined {
  const candidates: readonly unknown[] = [tile.insight?.name, tile.insight?.derived_name, tile.text?.body];
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const line = candidate
      .split('\n')
      .map((part) =>
        part
          .replace(/\*\*|__|`/g, '')
          .replace(/^[#>*\s-]+/, '')
          .trim(),
      ) // Markdown's own signs
      .find((part) => part !== '');
    if (line !== undefined) return line.length > 120 ? `${line.slice(0, 119)}…` : line;
  }
  return undefined;
}

export function isTextTile(tile: Tile): boolean {
  return !tile.insight && tile.text !== null && tile.text !== undefined;
}
