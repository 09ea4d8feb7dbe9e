import { mayHaveLongNumber, parseKeepingLong } from '#json/longNumbers.ts';
import { isObject } from '#model/storage/memory.ts';
import { type Tile, tilesIn, tilesOf } from './dashboardTiles.ts';
import type { Dashboard } from './deckRecord.ts';

/** As `tilesOf`, with the numbers of results that a double does not hold, see json/longNumbers.ts. @param text of the response */
export function exactTilesOf(dashboard: Dashboard, text: string): readonly Tile[] | undefined {
  if (!mayHaveLongNumber(text)) return tilesOf(dashboard);
  const exact = parseKeepingLong(text);
  return isObject(exact) ? tilesIn(exact['tiles'], parseKeepingLong) : undefined;
}
