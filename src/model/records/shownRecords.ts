// What the tree shows of the catalog's lists: those of their records that pass the filter, in the order that a person
// chose. While there is a filter or such an order, whole lists are read in the background.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { FindWords } from '#text/findWords.ts';
import type { Catalog } from './catalog.ts';
import { type DeckRecord, isPinned } from './deckRecord.ts';
import { type ListOrders, sortRecords } from './listOrder.ts';
import { maxWhole } from './recordLoader.ts';
import type { ListState } from './recordList.ts';
import { formatListRef, type ListRef, type RecordRef } from './recordRef.ts';
import type { CatalogChange } from './recordState.ts';

export interface RecordFilter {
  /** As it was typed. */
  readonly text: string;
  /** Where its plain words are in a name, to mark them. */
  readonly findWords: FindWords;
  readonly matches: (ref: RecordRef, record: DeckRecord) => boolean;
}

/** What is loaded of a list, with the records that are shown. */
export interface ShownList extends ListState {
  /** How many records are loaded, shown or not. */
  readonly loaded: number;
  /** The rest of the list is read in the background. */
  readonly isReading: boolean;
}

/** Of all lists together. */
export interface ShownTotals {
  readonly shown: number;
  readonly loaded: number;
  /** As the services count them. */
  readonly total: number;
  readonly isReading: boolean;
}

export class ShownRecords implements Subscription {
  readonly #catalog: Catalog;
  readonly #changed = new Emitter<CatalogChange>();
  readonly #allChanged = new Emitter<void>();
  readonly #orders: ListOrders;
  readonly #subscriptions: readonly Subscription[];
  /** The ids that each list shows, while they are not all, or in another order. */
  readonly #ids = new Map<string, readonly number[]>();
  readonly #reading = new Set<string>();
  #filter: RecordFilter | undefined;
  #isDisposed = false;

  /** The catalog's changes. That of a record is one of its list where it changes which records are shown. */
  readonly onDidChange = this.#changed.event;
  /** All lists may show other records. */
  readonly onDidChangeAll = this.#allChanged.event;

  constructor(catalog: Catalog, orders: ListOrders) {
    this.#catalog = catalog;
    this.#orders = orders;
    this.#subscriptions = [
      catalog.onDidChange((change) => this.#handle(change)),
      orders.onDidChange(() => this.#refresh()),
    ];
  }

  get filter(): RecordFilter | undefined {
    return this.#filter;
  }

  /** Kept until it is replaced or the window closes. */
  setFilter(filter: RecordFilter | undefined): void {
    this.#filter = filter;
    this.#refresh();
  }

  of(ref: ListRef): ShownList {
    const state = this.#catalog.list(ref);
    const records = this.#select(ref, state.records);
    const key = formatListRef(ref);
    if (this.#needsWhole(ref))
      this.#ids.set(
        key,
        records.map(({ id }) => id),
      );
    return { ...state, records, loaded: state.records.length, isReading: this.#reading.has(key) };
  }

  isShown(ref: RecordRef): boolean {
    const record = this.#catalog.get(ref);
    return !this.#filter || (record !== undefined && this.#filter.matches(ref, record));
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

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
    this.#allChanged.dispose();
  }

  #select(list: ListRef, records: readonly DeckRecord[]): readonly DeckRecord[] {
    const filter = this.#filter;
    const found = filter
      ? records.filter((record) => filter.matches({ ...list, id: record.id }, record))
      : records;
    const order = this.#orders.of(list.kind);
    if (order === 'service') return found;
    const rest = found.filter((record) => !isPinned(record));
    return [...sortRecords(found.filter(isPinned), order), ...sortRecords(rest, order)];
  }

  /** What is found, and what comes first, may be on any page. */
  #needsWhole({ kind }: ListRef): boolean {
    return !this.#isDisposed && (this.#filter !== undefined || this.#orders.of(kind) !== 'service');
  }

  #refresh(): void {
    this.#ids.clear();
    this.#allChanged.fire();
    for (const ref of this.#catalog.loadedLists()) this.#readWhole(ref);
  }

  #handle(change: CatalogChange): void {
    const { ref } = change;
    if (change.kind === 'list') this.#readWhole(ref);
    const before = this.#ids.get(formatListRef(ref));
    const isMoved = before !== undefined && !isSameOrder(before, this.of(ref).records);
    this.#changed.fire(isMoved ? { kind: 'list', ref } : change);
  }

  /** Does nothing where the whole list is loaded or need not be. */
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
