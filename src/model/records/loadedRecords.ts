// The records that this window has loaded, and the loaded part of each list. The loader and the changes write here; each write
// fires one event.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import { type Tile, tilesOf, withoutResult } from './dashboardTiles.ts';
import { type DeckRecord, isCohort, isPinned, type RecordFields } from './deckRecord.ts';
import { formatListRef, formatRecordRef, type ListRef, type RecordRef } from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { Cursor } from '#api/clientTypes.ts';

/** `list`: its members, order or state; `record`: one record's own fields or tiles. */
export type CatalogChange =
  | { readonly kind: 'list'; readonly ref: ListRef }
  | { readonly kind: 'record'; readonly ref: RecordRef };

interface KnownList {
  readonly ref: ListRef;
  readonly list: RecordList;
}

/** A record that is dropped is retrieved again when it is needed. */
const maxSingle = 2000;
/** Dashboards with known tiles; those of a dashboard that is dropped are loaded again when it is expanded. */
const maxTiled = 1000;

export class LoadedRecords implements Subscription {
  readonly #changed = new Emitter<CatalogChange>();
  readonly #lists = new Map<string, KnownList>();
  /** Records that were retrieved alone and are on no loaded page. */
  readonly #single = new RecentMap<string, DeckRecord>(maxSingle);
  readonly #tiles = new RecentMap<string, readonly Tile[]>(maxTiled);
  /** Tiles that are not shown while they move to another dashboard. */
  readonly #leaving = new Set<string>();
  readonly #pending = new PendingChanges();
  /** The numbers of finished changes of each list and record. */
  readonly #changes = new Map<string, number>();

  readonly onDidChange = this.#changed.event;

  fire(change: CatalogChange): void {
    this.#changed.fire(change);
  }

  /** Creates an empty list if there is none. */
  list(ref: ListRef): RecordList {
    const key = formatListRef(ref);
    const known = this.#lists.get(key);
    if (known) return known.list;
    const list = new RecordList();
    const { connectionId, projectId, kind } = ref;
    this.#lists.set(key, { ref: { connectionId, projectId, kind }, list });
    return list;
  }

  /** The lists of a project, a connection or all. */
  listsIn(scope: Partial<ProjectRef>): readonly KnownList[] {
    return [...this.#lists.values()].filter(
      ({ ref }) =>
        (scope.connectionId ?? ref.connectionId) === ref.connectionId &&
        (scope.projectId ?? ref.projectId) === ref.projectId,
    );
  }

  /** A change in a list ended, of a known record or not: the responses to earlier requests may be older. */
  countChange(ref: ListRef, id?: number): void {
    const keys = [formatListRef(ref), ...(id === undefined ? [] : [formatRecordRef({ ...ref, id })])];
    for (const key of keys) this.#changes.set(key, this.#changesOf(key) + 1);
  }

  /** Reads again where a change in the list ended during the read. */
  readList<T>(ref: ListRef, read: () => Promise<T>): Promise<T> {
    return this.#readUnchanged(formatListRef(ref), read);
  }

  /** Reads again where a change of the record ended during the read; those of other records may never pause. */
  readRecord<T>(ref: RecordRef, read: () => Promise<T>): Promise<T> {
    return this.#readUnchanged(formatRecordRef(ref), read);
  }

  async #readUnchanged<T>(key: string, read: () => Promise<T>): Promise<T> {
    for (;;) {
      const changes = this.#changesOf(key);
      const answer = await read();
      if (this.#changesOf(key) === changes) return answer;
    }
  }

  #changesOf(key: string): number {
    return this.#changes.get(key) ?? 0;
  }

  /** With the changes that the service has not confirmed yet. */
  get(ref: RecordRef): DeckRecord | undefined {
    return this.list(ref).get(ref.id) ?? this.#single.get(formatRecordRef(ref));
  }

  tiles(ref: RecordRef): readonly Tile[] | undefined {
    const known = this.#tiles.get(formatRecordRef(ref));
    if (this.#leaving.size === 0) return known;
    return known?.filter(({ id }) => !this.#leaving.has(formatTile(ref, id)));
  }

  /** What the service has, as far as it is known. */
  confirmed(ref: RecordRef): DeckRecord | undefined {
    return this.#pending.confirmed(ref) ?? this.get(ref);
  }

  /** Shows changes until `settle`. */
  show(ref: RecordRef, changes: RecordFields): void {
    const known = this.confirmed(ref);
    this.#pending.add(ref, changes);
    if (known) this.store(ref, known);
  }

  /** @param answer undefined if the service has rejected the changes */
  settle(ref: RecordRef, changes: RecordFields, answer?: DeckRecord): void {
    const record = answer ?? (this.get(ref) && this.confirmed(ref));
    this.#pending.remove(ref, changes);
    if (record) this.store(ref, record);
  }

  /** Takes in a record as the service has it. @returns what to show of it */
  noteConfirmed(ref: RecordRef, record: DeckRecord): DeckRecord {
    return this.#pending.noteConfirmed(ref, record);
  }

  /** Replaces a record, wherever it is known; one that is deleted leaves its list. */
  store(ref: RecordRef, record: DeckRecord): void {
    const tiles = isCohort(record) ? undefined : tilesOf(record)?.map(withoutResult);
    if (tiles) this.#tiles.set(formatRecordRef(ref), tiles);
    this.#put(ref, isCohort(record) ? record : { ...record, tiles: null, items: null });
  }

  #put(ref: RecordRef, confirmed: DeckRecord): void {
    const record = this.noteConfirmed(ref, confirmed);
    const list = this.list(ref);
    const known = list.get(record.id);
    if (record.deleted) {
      this.remove(ref);
      this.forgetSingle(ref);
      this.forgetTiles(ref);
    } else if (list.replace(record)) this.forgetSingle(ref);
    else this.#single.set(formatRecordRef(ref), record);
    const isMoved = known !== undefined && (record.deleted || isPinned(known) !== isPinned(record));
    this.fire(isMoved ? { kind: 'list', ref } : { kind: 'record', ref });
  }

  /** Puts a new or a restored record into its list. Does nothing in a list that is not loaded. */
  insert(ref: RecordRef, record: DeckRecord): void {
    const list = this.list(ref);
    if (list.status === 'idle') return;
    const isNew = list.get(record.id) === undefined;
    list.insert(record);
    if (isNew && list.total !== undefined) list.total++;
    this.fire({ kind: 'list', ref });
  }

  /** Takes a record out of its list, without an event. @returns whether it was in the list */
  remove(ref: RecordRef): boolean {
    const list = this.list(ref);
    const isRemoved = list.remove(ref.id);
    if (isRemoved && list.total !== undefined) list.total--;
    return isRemoved;
  }

  forgetSingle(ref: RecordRef): void {
    this.#single.delete(formatRecordRef(ref));
  }

  /** Does not show a tile until `showTile` or `removeTile`, whatever is loaded meanwhile. */
  hideTile(ref: RecordRef, tileId: number): void {
    this.#leaving.add(formatTile(ref, tileId));
    this.fire({ kind: 'record', ref });
  }

  showTile(ref: RecordRef, tileId: number): void {
    this.#leaving.delete(formatTile(ref, tileId));
    this.fire({ kind: 'record', ref });
  }

  /** For a hidden tile: nothing else is shown afterwards, so there is no event. */
  removeTile(ref: RecordRef, tileId: number): void {
    const key = formatRecordRef(ref);
    const rest = this.#tiles.get(key)?.filter(({ id }) => id !== tileId);
    if (rest) this.#tiles.set(key, rest);
    this.#leaving.delete(formatTile(ref, tileId));
  }

  forgetTiles(ref: RecordRef): void {
    this.#tiles.delete(formatRecordRef(ref));
  }

  /** The tiles of all dashboards of a list. */
  forgetTilesIn(ref: ListRef): void {
    deleteByPrefix(this.#tiles, `${formatListRef(ref)}/`);
  }

  forgetConnection(connectionId: string): void {
    const prefix = `${encodeURIComponent(connectionId)}/`;
    deleteByPrefix(this.#single, prefix);
    deleteByPrefix(this.#tiles, prefix);
    for (const { ref, list } of this.listsIn({ connectionId })) {
      list.generation++;
      this.#lists.delete(formatListRef(ref));
      this.fire({ kind: 'list', ref });
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function deleteByPrefix(map: Map<string, unknown>, prefix: string): void {
  for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key);
}

function formatTile(dashboard: RecordRef, tileId: number): string {
  return `${formatRecordRef(dashboard)}/${tileId}`;
}

// Changes that are shown before the service has confirmed them, and what the service has until then.
interface Pending {
  confirmed: DeckRecord | undefined;
  /** In the order in which they are sent. */
  changes: readonly RecordFields[];
}

class PendingChanges {
  readonly #pending = new Map<string, Pending>();

  /** The record as the service has it; undefined if nothing is pending or it is not known. */
  confirmed(ref: RecordRef): DeckRecord | undefined {
    return this.#pending.get(formatRecordRef(ref))?.confirmed;
  }

  add(ref: RecordRef, changes: RecordFields): void {
    const key = formatRecordRef(ref);
    const pending = this.#pending.get(key) ?? { confirmed: undefined, changes: [] };
    pending.changes = [...pending.changes, changes];
    this.#pending.set(key, pending);
  }

  /** Notes what the service has. @returns the same with the pending changes */
  noteConfirmed(ref: RecordRef, record: DeckRecord): DeckRecord {
    const pending = this.#pending.get(formatRecordRef(ref));
    if (!pending) return record;
    pending.confirmed = record;
    return pending.changes.reduce<DeckRecord>((shown, changes) => ({ ...shown, ...changes }), record);
  }

  /** @param changes the same object as in `add` */
  remove(ref: RecordRef, changes: RecordFields): void {
    const key = formatRecordRef(ref);
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.changes = pending.changes.filter((other) => other !== changes);
    if (pending.changes.length === 0) this.#pending.delete(key);
  }
}

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

/** Records in the service's order, each once. */
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
