// The loaded part of one list: records in the service's order, each once.
import type { DeckRecord } from './deckRecord.ts';
import { isPinned } from './deckRecord.ts';

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** A snapshot of a list. */
export interface ListState {
  readonly status: ListStatus;
  /** Pinned ones first, then in the service's order. */
  readonly records: readonly DeckRecord[];
  /** The number of records on the service; undefined where it did not say. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Why the last load failed; loaded records stay. */
  readonly error: unknown;
  /** One sentence for each record or field that could not be read. */
  readonly problems: readonly string[];
}

export class RecordList {
  readonly #records = new Map<number, DeckRecord>();
  status: ListStatus = 'idle';
  total: number | undefined;
  next: string | undefined;
  error: unknown;
  problems: readonly string[] = [];
  /** Rises with each load that replaces the list, so that a late response is recognized. */
  generation = 0;
  /** The number of finished changes of its records. */
  changes = 0;

  get size(): number {
    return this.#records.size;
  }

  get(id: number): DeckRecord | undefined {
    return this.#records.get(id);
  }

  /** Replaces the loaded records. */
  reset(records: readonly DeckRecord[]): void {
    this.#records.clear();
    this.append(records);
  }

  /** Adds a page. A known record keeps its place: pages overlap where records moved between requests. */
  append(records: readonly DeckRecord[]): void {
    for (const record of records) this.#records.set(record.id, record);
  }

  /** Moves a known record. */
  insert(record: DeckRecord, index: number): void {
    const entries = [...this.#records.values()].filter((other) => other.id !== record.id);
    entries.splice(index, 0, record);
    this.reset(entries);
  }

  replace(record: DeckRecord): boolean {
    if (!this.#records.has(record.id)) return false;
    this.#records.set(record.id, record);
    return true;
  }

  /** Also moves the next page up by one, as on the service. @returns the index, -1 where it was not loaded */
  remove(id: number): number {
    const index = [...this.#records.keys()].indexOf(id);
    if (this.#records.delete(id) && this.next !== undefined) this.next = oneEarlier(this.next);
    return index;
  }

  /** Where the service lists a dashboard of this name; pinned ones may come before all others. */
  indexByName(name: string): number {
    const index = [...this.#records.values()].findIndex(
      (other) => !isPinned(other) && (other.name ?? '').localeCompare(name) > 0,
    );
    return index < 0 ? this.size : index;
  }

  state(): ListState {
    const records = [...this.#records.values()];
    return {
      status: this.status,
      records: [...records.filter(isPinned), ...records.filter((record) => !isPinned(record))],
      total: this.total,
      hasMore: this.next !== undefined,
      error: this.error,
      problems: this.problems,
    };
  }
}

/** The page's address with an offset that is one less; reading a record twice does no harm. */
function oneEarlier(next: string): string {
  return next.replace(
    /([?&]offset=)(\d+)/,
    (_, name: string, offset: string) => name + String(Math.max(0, Number(offset) - 1)),
  );
}
