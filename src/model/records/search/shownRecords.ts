// What the tree shows of the catalog's lists: those of their records that pass the filter, in the order that a person
// chose, after the cohorts that are pinned here. While there is a filter or such an order, whole lists are read in the
// background.
import { isApiError } from '#api/apiError.ts';
import { type Catalog, maxWhole } from '#model/records/catalog.ts';
import { type DeckRecord, isPinned, tagsOf } from '#model/records/deckRecord.ts';
import type { CatalogChange, ListState } from '#model/records/loadedRecords.ts';
import type { LocalPins } from '#model/records/localPins.ts';
import { formatListRef, formatRecordRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { type FindWords, foldText } from '#text/foldText.ts';
import { matchDistance, nearestMatches } from '#text/nearestMatches.ts';
import { sortRecords, type TreeOrders } from './treeOrders.ts';

/** Characters of a description that are searched. */
export const maxDescriptionLength = 5000;

export interface TreeFilter {
  /** The filter as it was typed. */
  readonly text: string;
  /** Incomplete or invalid parts, such as `@owner:` or `@changed:soon`. */
  readonly ignored: readonly string[];
  /** The person is typing its last word. */
  readonly isTyped?: boolean;
  /** Finds the filter's plain words in a name, to mark them. */
  readonly findWords: FindWords;
  readonly matches: (ref: RecordRef, record: DeckRecord) => boolean;
  /** Whether it is `@mine`, and it is not known who the person is on the connection. */
  readonly lacksPerson: (connectionId: string) => boolean;
}

/** What is loaded of a list, with the records that are shown. */
export interface ShownList extends ListState {
  /** How many records are loaded, shown or not. */
  readonly loaded: number;
  /** The rest of the list is read in the background. */
  readonly isReading: boolean;
}

/** Numbers of all lists together. */
export interface ShownTotals {
  readonly shown: number;
  readonly loaded: number;
  /** Records as the services count them. */
  readonly total: number;
  readonly isReading: boolean;
}

export class ShownRecords implements Subscription {
  readonly #catalog: Catalog;
  readonly #changed = new Emitter<CatalogChange>();
  readonly #allChanged = new Emitter<void>();
  readonly #orders: TreeOrders;
  readonly #pins: LocalPins | undefined;
  readonly #subscriptions: readonly Subscription[];
  /** The ids that each list shows, while they are not all, or in another order. */
  readonly #ids = new Map<string, readonly number[]>();
  readonly #reading = new Set<string>();
  /** The pinned cohorts of each list that need no request before the list is loaded again. */
  readonly #asked = new Map<string, { readonly generation: number; readonly ids: Set<number> }>();
  /** Records that the filter may hide, and that show until it changes. */
  readonly #kept = new Set<string>();
  #filter: TreeFilter | undefined;
  #isDisposed = false;

  /** The catalog's changes. That of a record is one of its list where it changes which records are shown. */
  readonly onDidChange = this.#changed.event;
  /** All lists may show other records. */
  readonly onDidChangeAll = this.#allChanged.event;

  /** @param pins undefined if nothing can be pinned */
  constructor(catalog: Catalog, orders: TreeOrders, pins?: LocalPins) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#pins = pins;
    this.#subscriptions = [
      catalog.onDidChange((change) => this.#handle(change)),
      orders.onDidChange(() => this.#refresh()),
      ...(pins ? [pins.onDidChange(() => this.#refresh())] : []),
    ];
  }

  get filter(): TreeFilter | undefined {
    return this.#filter;
  }

  /** Kept until it is replaced or the window closes. */
  setFilter(filter: TreeFilter | undefined): void {
    this.#filter = filter;
    this.#kept.clear();
    this.#refresh();
  }

  /** Before a record is changed from here: one that shows stays until the filter changes, so that nobody loses their place. */
  keep(ref: RecordRef): void {
    if (this.#filter && this.isShown(ref)) this.#kept.add(formatRecordRef(ref));
  }

  /** The filter may match other records now: what it depends on has changed. */
  refilter(): void {
    if (this.#filter) this.#refresh();
  }

  of(ref: ListRef): ShownList {
    const state = this.#catalog.list(ref);
    const records = this.#select(ref, state.records);
    const key = formatListRef(ref);
    if (this.#needsWhole(ref) || this.#pinnedIn(ref).length > 0)
      this.#ids.set(
        key,
        records.map(({ id }) => id),
      );
    return { ...state, records, loaded: state.records.length, isReading: this.#reading.has(key) };
  }

  isShown(ref: RecordRef): boolean {
    const record = this.#catalog.get(ref);
    return !this.#filter || (record !== undefined && this.#passes(ref, record, this.#filter));
  }

  totals(): ShownTotals {
    const lists = this.#catalog.loadedLists().map((ref) => this.of(ref));
    const sum = (numberOf: (list: ShownList) => number) =>
      lists.reduce((total, list) => total + numberOf(list), 0);
    return {
      shown: sum(({ records }) => records.length),
      loaded: sum(({ loaded }) => loaded),
      total: sum(({ total, loaded }) => Math.max(total ?? 0, loaded)),
      isReading: lists.some(({ isReading, status }) => isReading || status === 'loading'),
    };
  }

  /** The connections on which the filter needs to know who the person is, and does not. */
  withoutPerson(): readonly string[] {
    const ids = new Set(this.#catalog.loadedLists().map(({ connectionId }) => connectionId));
    return [...ids].filter((id) => this.#filter?.lacksPerson(id));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
    this.#allChanged.dispose();
  }

  #passes(ref: RecordRef, record: DeckRecord, filter: TreeFilter): boolean {
    return filter.matches(ref, record) || (this.#kept.size > 0 && this.#kept.has(formatRecordRef(ref)));
  }

  #select(list: ListRef, records: readonly DeckRecord[]): readonly DeckRecord[] {
    const filter = this.#filter;
    const matches = (record: DeckRecord) =>
      !filter || this.#passes({ ...list, id: record.id }, record, filter);
    const pinnedHere = this.#pinnedIn(list).filter(matches);
    const ids = new Set(pinnedHere.map(({ id }) => id));
    const found = records.filter((record) => matches(record) && !ids.has(record.id));
    const order = this.#orders.of(list.kind);
    if (order === 'service') return [...pinnedHere, ...found];
    const rest = found.filter((record) => !isPinned(record));
    return [
      ...sortRecords(pinnedHere, order),
      ...sortRecords(found.filter(isPinned), order),
      ...sortRecords(rest, order),
    ];
  }

  /** Includes those on no loaded page, once loaded. */
  #pinnedIn(list: ListRef): readonly DeckRecord[] {
    return (this.#pins?.of(list) ?? []).flatMap((ref) => this.#catalog.get(ref) ?? []);
  }

  /**
   * Pinned cohorts come first, whatever page they are on. Those of no loaded page are read once for each load of the
   * list: one that is gone, or is being deleted, is not asked for again before the next.
   */
  #requestPinned(list: ListRef): void {
    const key = formatListRef(list);
    const { generation, records, status } = this.#catalog.list(list);
    if (status === 'idle') this.#asked.delete(key); // its connection was forgotten
    if (status !== 'ready') return;
    const known = this.#asked.get(key);
    const isReloaded = known?.generation !== generation;
    const ids = isReloaded ? new Set<number>() : known.ids;
    this.#asked.set(key, { generation, ids });
    const listed = new Set(isReloaded ? records.map(({ id }) => id) : []);
    for (const ref of this.#pins?.of(list) ?? []) {
      if (ids.has(ref.id)) continue;
      ids.add(ref.id);
      const isKnown = isReloaded ? listed.has(ref.id) : this.#catalog.get(ref) !== undefined;
      if (!isKnown) this.#retrievePinned(ref, ids);
    }
  }

  #retrievePinned(ref: RecordRef, asked: Set<number>): void {
    this.#catalog.retrieve(ref).then(
      () => this.#changed.fire({ kind: 'list', ref }),
      (error: unknown) => {
        if (isApiError(error, 'notFound')) this.#catalog.forgetSingle(ref);
        else asked.delete(ref.id); // it is asked for again with the next change of the list
      },
    );
  }

  /** Matches, and the first records of the order, may be on any page. */
  #needsWhole({ kind }: ListRef): boolean {
    return !this.#isDisposed && (this.#filter !== undefined || this.#orders.of(kind) !== 'service');
  }

  #refresh(): void {
    this.#ids.clear();
    this.#allChanged.fire();
    for (const ref of this.#catalog.loadedLists()) {
      this.#readWhole(ref);
      this.#requestPinned(ref);
    }
  }

  #handle(change: CatalogChange): void {
    const { ref } = change;
    if (change.kind === 'list') {
      this.#readWhole(ref);
      this.#requestPinned(ref);
    }
    const before = this.#ids.get(formatListRef(ref));
    const isMoved = before !== undefined && !isSameOrder(before, this.of(ref).records);
    this.#changed.fire(isMoved ? { kind: 'list', ref } : change);
  }

  /** Does nothing if the whole list is loaded or need not be. */
  #readWhole(ref: ListRef): void {
    const key = formatListRef(ref);
    const { hasMore, status, records } = this.#catalog.list(ref);
    const canRead = hasMore && status === 'ready' && records.length < maxWhole;
    if (!this.#needsWhole(ref) || !canRead || this.#reading.has(key)) return;
    this.#reading.add(key);
    // A failure is in the list's state, and shows in the tree.
    void this.#catalog
      .loadWhole(ref, () => this.#needsWhole(ref))
      .finally(() => {
        this.#reading.delete(key);
        this.#readWhole(ref); // it may have been refreshed meanwhile
        this.#changed.fire({ kind: 'list', ref });
      });
  }
}

function isSameOrder(ids: readonly number[], records: readonly DeckRecord[]): boolean {
  return ids.length === records.length && records.every(({ id }, index) => id === ids[index]);
}

// Finds and ranks records for a search: exact id, exact name, prefix (recently used ones first, then shorter names), then
// all words in any order.
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

/** UTF-16 units on each side of what matches. */
const around = 20;

/** The tag, or the part of the description, with a word of the filter that is not in the name; undefined if all are. */
export function matchReason(record: DeckRecord, name: string, findWords: FindWords): string | undefined {
  const inName = new Set(findWords(name).map(([from, to]) => foldText(name.slice(from, to))));
  for (const text of [...tagsOf(record), record.description?.slice(0, maxDescriptionLength) ?? '']) {
    const found = findWords(text).find(([from, to]) => !inName.has(foldText(text.slice(from, to))));
    if (found) return excerpt(text, ...found);
  }
  return undefined;
}

/** Whole words, if there are any. */
function excerpt(text: string, from: number, to: number): string {
  const before = text.slice(Math.max(0, from - around), from);
  const after = text.slice(to, to + around);
  const start = from > around ? `…${before.replace(/^\S*\s/, '')}` : before;
  const end = to + around < text.length ? `${after.replace(/\s\S*$/, '')}…` : after;
  return start + text.slice(from, to) + end;
}
