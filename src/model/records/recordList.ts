// The loaded part of one list: records in the service's order, each once.
import type { Cursor } from '#api/clientTypes.ts';
import { type DeckRecord, isCohort, isPinned } from './deckRecord.ts';

export type ListStatus = 'idle' | 'loading' | 'ready' | 'failed';

/** A snapshot of a list. */
export interface ListState {
  readonly status: ListStatus;
  /** Pinned ones first, then in the service's order. */
  readonly records: readonly DeckRecord[];
  /** The number of records on the service; undefined if it did not say. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Why the last load failed; loaded records stay. */
  readonly error: unknown;
  /** One sentence for each record or field that could not be read. */
  readonly problems: readonly string[];
  /** Rises with each load that replaces the list. */
  readonly generation: number;
}

export class RecordList {
  /** In the service's order, with the removed ones: a restored record returns to its position. */
  readonly #records = new Map<number, DeckRecord>();
  readonly #removed = new Set<number>();
  status: ListStatus = 'idle';
  total: number | undefined;
  /** The page after the loaded ones. */
  next: Cursor | undefined;
  error: unknown;
  problems: readonly string[] = [];
  /** Identifies late responses. */
  generation = 0;
  /** A page had a known record: new ones before it have moved it, and are on no page that was read. */
  hasOverlap = false;

  get size(): number {
    return this.#records.size - this.#removed.size;
  }

  get(id: number): DeckRecord | undefined {
    return this.#removed.has(id) ? undefined : this.#records.get(id);
  }

  /** Its place on the service, as far as that is known here; undefined for a record that is not loaded. */
  offsetOf(id: number): number | undefined {
    if (!this.get(id)) return undefined;
    const ids = [...this.#records.keys()];
    return ids.slice(0, ids.indexOf(id)).filter((other) => !this.#removed.has(other)).length;
  }

  /** Replaces the loaded records, and forgets the places of removed ones. */
  reset(records: readonly DeckRecord[]): void {
    this.#records.clear();
    this.#removed.clear();
    this.hasOverlap = false;
    this.append(records);
  }

  /** Adds a page. A known record keeps its place: pages overlap where records moved between requests. */
  append(records: readonly DeckRecord[]): void {
    for (const record of records) {
      this.hasOverlap ||= this.get(record.id) !== undefined;
      this.#put(record);
    }
  }

  /** Adds the first page again, before all others. */
  prepend(records: readonly DeckRecord[]): void {
    const others = [...this.#records];
    this.#records.clear();
    for (const record of records) this.#put(record);
    for (const [id, record] of others) if (!this.#records.has(id)) this.#records.set(id, record);
    this.hasOverlap = false;
  }

  /** Adds a record: in the place that it was removed from, else if the service will list it. */
  insert(record: DeckRecord): void {
    if (this.#records.has(record.id)) return this.#put(record);
    const others = [...this.#records.values()];
    const next = others.findIndex((other) => comesBefore(record, other));
    const index = next < 0 ? others.length : next;
    this.#records.clear();
    for (const other of others.slice(0, index)) this.#records.set(other.id, other);
    for (const other of [record, ...others.slice(index)]) this.#records.set(other.id, other);
  }

  replace(record: DeckRecord): boolean {
    if (!this.get(record.id)) return false;
    this.#put(record);
    return true;
  }

  /** Also moves the next page up by one, as on the service. @returns whether the record was loaded */
  remove(id: number): boolean {
    if (!this.get(id)) return false;
    this.#removed.add(id);
    // A record that is read twice does no harm.
    if (this.next) this.next = { ...this.next, offset: Math.max(0, this.next.offset - 1) };
    return true;
  }

  #put(record: DeckRecord): void {
    this.#records.set(record.id, record);
    this.#removed.delete(record.id);
  }

  state(): ListState {
    const records = [...this.#records.values()].filter(({ id }) => !this.#removed.has(id));
    return {
      status: this.status,
      records: [...records.filter(isPinned), ...records.filter((record) => !isPinned(record))],
      total: this.total,
      hasMore: this.next !== undefined,
      error: this.error,
      problems: this.problems,
      generation: this.generation,
    };
  }
}

/** The service's order: cohorts by their creation, the newest first; dashboards by name, the pinned ones apart. */
function comesBefore(record: DeckRecord, other: DeckRecord): boolean {
  if (!isCohort(record))
    return isPinned(record) === isPinned(other) && (record.name ?? '').localeCompare(other.name ?? '') < 0;
  const time = creationTime(record) ?? Number.POSITIVE_INFINITY; // without a time it is a new one
  const otherTime = creationTime(other) ?? Number.NEGATIVE_INFINITY;
  return time === otherTime ? record.id > other.id : time > otherTime;
}

/** Milliseconds since 1970. */
function creationTime({ created_at: createdAt }: DeckRecord): number | undefined {
  const time = Date.parse(createdAt ?? '');
  return Number.isNaN(time) ? undefined : time;
}
