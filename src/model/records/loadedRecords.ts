// The records that this window has loaded. The loader and the changes write here; each write fires one event.
import { Emitter, RecentMap, type Subscription } from '#model/storage/emitter.ts';
import { type Tile, tilesOf, withoutResult } from './dashboardTiles.ts';
import { type DeckRecord, isCohort, isPinned, type RecordFields } from './deckRecord.ts';
import { RecordList } from './recordList.ts';
import {
  formatListRef,
  formatRecordRef,
  type ListRef,
  type ProjectRef,
  type RecordRef,
} from './recordRef.ts';

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
