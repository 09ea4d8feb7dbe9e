// Finds and ranks records for a search: exact id, exact name, prefix (recently used ones first, then shorter names), then
// all words in any order.
import { foldText } from '#text/foldText.ts';
import { matchDistance, nearestMatches } from '#text/nearestMatches.ts';

export interface SearchableRecord {
  readonly id: number;
  /** Empty if the record has none. */
  readonly name: string;
  /** More text to search, such as the project's name. */
  readonly details: string;
  /** These come first in a list. */
  readonly isRecent?: boolean;
}

/** Greater than that of an exact name, and less than that of any other name that begins with the text. */
const recentPrefixDistance = 0.5;

/** More results do not help, and each costs time on every key press. */
const maxResults = 500;

/** The records that match, best first; those of the same rank stay in order. All of them, in order, for an empty text. */
export function rankRecords<T extends SearchableRecord>(typed: string, records: readonly T[]): readonly T[] {
  const text = foldText(typed.trim());
  if (text === '') return records;
  return nearestMatches(records, (record) => distanceOf(text, record)).slice(0, maxResults);
}

/** Undefined for no match. `text` is folded. */
function distanceOf(text: string, { id, name, details, isRecent }: SearchableRecord): number | undefined {
  if (text === String(id) || text === `#${id}`) return -1;
  if (isRecent && foldText(name).startsWith(text))
    return name.length === text.length ? 0 : recentPrefixDistance;
  return matchDistance(text, name) ?? distanceOfDetails(text, `${name} #${id} ${details}`);
}

/** Greater than any distance of a name. */
function distanceOfDetails(text: string, details: string): number | undefined {
  return matchDistance(text, details) === undefined ? undefined : Number.MAX_VALUE;
}
