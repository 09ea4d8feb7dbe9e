// One list of records as far as it is loaded: ids in the service's order, each once.
import type { DeckRecord } from './deckRecord.ts';
import { isPinned } from './deckRecord.ts';

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** A list as it is now, for reading. */
export interface ListState {
  readonly status: ListStatus;
  /** Pinned first, else in the service's order. */
  readonly records: readonly DeckRecord[];
  /** All records of the list on the service; undefined where it was not said. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Why the last load failed; what was loaded before stays. */
  readonly error: unknown;
  /** One sentence for each record or field of the answers that could not be read. */
  readonly problems: readonly string[];
}

export class RecordList {
  readonly #records = new Map<number, DeckRecord>();
  status: ListStatus = 'idle';
  total: number | undefined;
  next: string | undefined;
  error: unknown;
  problems: readonly string[] = [];
  /** Rises with each load that replaces the list, so that a late answer can be told from the current one. */
  generation = 0;
  /** Counts the changes of its records from here that have ended. */
  changes = 0;

  get size(): number {
    return this.#records.size;
  }

  get(id: number): DeckRecord | undefined {
    return this.#records.get(id);
  }

  /** Replaces what was loaded. */
  reset(records: readonly DeckRecord[]): void {
    this.#records.clear();
    this.append(records);
  }

  /** Adds a page. A record that is there already keeps its place: pages overlap where records moved meanwhile. */
  append(records: readonly DeckRecord[]): void {
    for (const record of records) this.#records.set(record.id, record);
  }

  /** Puts a new record where the service will list it: dashboards by name, cohorts newest first. */
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

  /** Gives the place it had, or -1 where it was not loaded. All that follows moves up by one on the service, too. */
  remove(id: number): number {
    const index = [...this.#records.keys()].indexOf(id);
    if (this.#records.delete(id) && this.next !== undefined) this.next = oneEarlier(this.next);
    return index;
  }

  /** Where a dashboard of this name comes in the service's order; pinned ones may come before all others. */
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

/** Path and query of a page, one record earlier: to read one twice does no harm. */
function oneEarlier(next: string): string {
  return next.replace(
    /([?&]offset=)(\d+)/,
    (_, name: string, offset: string) => name + String(Math.max(0, Number(offset) - 1)),
  );
}
