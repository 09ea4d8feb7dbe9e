// Finds and ranks records for a search: exact id, exact name, prefix, then all words in any order.

export interface SearchableRecord {
  readonly id: number;
  /** Empty where the record has none. */
  readonly name: string;
  /** More text to search, such as the project's name. */
  readonly details: string;
  /** The record's page in the service's web UI; undefined where there is none. */
  readonly url: string | undefined;
}

/** More results are no help, and each one costs time on every key press. */
const maxResults = 500;

/** The records that match, best first; those of the same rank stay in order. All of them, in order, for an empty text. */
export function rankRecords<T extends SearchableRecord>(typed: string, records: readonly T[]): readonly T[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return records;
  const byRank: T[][] = [];
  for (const record of records) {
    const rank = rankOf(text, record);
    if (rank !== undefined) (byRank[rank] ??= []).push(record);
  }
  return byRank.flat().slice(0, maxResults);
}

/** From 0, the best; undefined for no match. `text` is in lower case. */
function rankOf(text: string, { id, name, details, url }: SearchableRecord): number | undefined {
  if (isAddressOf(text, url) || text === String(id) || text === `#${id}`) return 0;
  const lowerName = name.toLowerCase();
  if (lowerName === text) return 1;
  if (lowerName.startsWith(text)) return 2;
  const words = text.split(/\s+/);
  if (words.every((word) => lowerName.includes(word))) return 3;
  const all = `${lowerName} #${id} ${details.toLowerCase()}`;
  return words.every((word) => all.includes(word)) ? 4 : undefined;
}

/** Also for an address below the record's page, and with a query. */
function isAddressOf(text: string, url: string | undefined): boolean {
  if (url === undefined) return false;
  const address = url.toLowerCase();
  return text.startsWith(address) && /^($|[/?#])/.test(text.slice(address.length));
}
