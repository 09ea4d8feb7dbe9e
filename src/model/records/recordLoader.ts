// Loads lists page by page, and single records.
import type {
  CallOptions,
  ListOptions,
  Page,
  Priority,
  ReadableResource,
  RecordText,
} from '#api/clientTypes.ts';
import { type DeckRecord, isCohort } from './deckRecord.ts';
import type { ListState, RecordList } from './recordList.ts';
import { formatListRef, type ListRef, type ProjectRef, type RecordRef } from './recordRef.ts';
import type { LoadedRecords } from './loadedRecords.ts';
import { SerialQueue } from '#model/storage/emitter.ts';

export type RecordResource = ReadableResource<DeckRecord>;
export type OpenResource = (ref: ListRef) => Promise<RecordResource>;

/**
 * The most records of a list that are read for a search, a filter or a refresh; more would not help a person.
 */
export const maxWhole = 10_000;
/** Records of one response; more take several pages. */
const maxPageSize = 1000;
/** Whether a person is waiting; background requests come after interactive ones. */
export type LoadUrgency = 'interactive' | 'background';
/** `names`: what a list shows; of a large list, cohorts may then come without filters and groups. */
export type ListNeeds = 'names' | 'filters';
const priorities: Record<LoadUrgency, Priority> = {
  interactive: 'interactive',
  background: 'export',
};

/** A page and how to add it to the list. */
interface LoadedPage {
  readonly page: Page<DeckRecord>;
  readonly apply: (records: readonly DeckRecord[]) => void;
}

export class RecordLoader {
  readonly #state: LoadedRecords;
  readonly #openResource: OpenResource;
  readonly #pageSize: () => number;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #filterReads = new SerialQueue();

  /** `pageSize`: records a page as a person set it; a fraction is rounded up. */
  constructor(state: LoadedRecords, openResource: OpenResource, pageSize: () => number) {
    this.#state = state;
    this.#openResource = openResource;
    this.#pageSize = pageSize;
  }

  async load(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    if (list.status === 'idle' || list.status === 'loading')
      await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  async loadMore(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    await this.#once(ref, () => this.#loadNext(ref, list));
    return list.state();
  }

  /**
   * Loads a list up to its end or the limit, in large pages because a shared service counts requests. Ends
   * early if `isWanted` says so before a page. A failure is in the list's state.
   */
  async loadWhole(
    ref: ListRef,
    isWanted: () => boolean,
    urgency: LoadUrgency,
    needs: ListNeeds = 'filters',
  ): Promise<void> {
    await this.load(ref);
    const list = this.#state.list(ref);
    const isLarge = ref.kind === 'cohort' && (list.total ?? 0) > maxPageSize;
    const isBasic = needs === 'names' && isLarge;
    while (list.status === 'ready' && list.next !== undefined && list.size < maxWhole && isWanted()) {
      const before = list.size;
      let isOwn = false; // otherwise another load has replaced it
      await this.#once(ref, () => {
        isOwn = true;
        return this.#loadNext(ref, list, { limit: maxPageSize, isBasic, priority: priorities[urgency] });
      });
      if (!isOwn || list.size > before || list.status !== 'ready') continue;
      list.next = undefined; // the service sent the same page again
      this.#state.fire({ kind: 'list', ref });
    }
    const isAtEnd = list.status === 'ready' && list.next === undefined;
    const hasMissed = isAtEnd && list.hasOverlap && list.size < (list.total ?? Infinity);
    if (hasMissed && isWanted())
      await this.#once(ref, () => this.#loadMissed(ref, list, priorities[urgency]));
    if (needs === 'filters') await this.loadFilters(ref, isWanted, urgency);
  }

  /**
   * Loads again the pages of cohorts that were listed without filters, for one caller after the other. A failure, which the
   * client logs, leaves them so.
   */
  loadFilters(ref: ListRef, isWanted: () => boolean, urgency: LoadUrgency): Promise<void> {
    return this.#filterReads.run(() => this.#readFilters(ref, isWanted, urgency), formatListRef(ref));
  }

  async #readFilters(ref: ListRef, isWanted: () => boolean, urgency: LoadUrgency): Promise<void> {
    const list = this.#state.list(ref);
    if (!list.isBasic) return;
    list.isBasic = false;
    let isRead = true;
    for (let offset = 0; isRead && offset < list.size; offset += maxPageSize) {
      const shown = list.state().records.slice(offset, offset + maxPageSize);
      if (shown.some(isWithoutFilters))
        isRead = await this.#readFiltersAt(ref, offset, isWanted, priorities[urgency]);
    }
    list.isBasic ||= !isRead; // for the next time
  }

  /** @returns false if they cannot be read, or are no longer wanted */
  async #readFiltersAt(
    ref: ListRef,
    offset: number,
    isWanted: () => boolean,
    priority: Priority,
  ): Promise<boolean> {
    const list = this.#state.list(ref);
    const load = async (resource: RecordResource) => {
      const page = await resource.list({ limit: maxPageSize, offset, priority });
      const apply = (records: readonly DeckRecord[]) => {
        for (const record of records) list.replace(record);
      };
      return { page: { ...page, count: list.total, next: list.next }, apply };
    };
    const reading = { isStarted: false, isRead: true };
    const onFailure = () => {
      list.status = 'ready';
      reading.isRead = false;
    };
    // Another load that is running ends first.
    while (!reading.isStarted && isWanted())
      await this.#once(ref, () => {
        reading.isStarted = true;
        return this.#loadInto(ref, list, load, onFailure);
      });
    return reading.isStarted && reading.isRead;
  }

  async refresh(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    list.generation++;
    this.#loading.delete(formatListRef(ref));
    await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  async refreshAll(scope: Partial<ProjectRef>): Promise<void> {
    const lists = this.#state.listsIn(scope);
    const loaded = lists.filter(({ list }) => list.status !== 'idle');
    for (const known of lists)
      if (!loaded.includes(known)) this.#state.fire({ kind: 'list', ref: known.ref });
    await Promise.all(loaded.map(({ ref }) => this.refresh(ref)));
  }

  async refreshFailed(connectionId: string): Promise<void> {
    const failed = this.#state.listsIn({ connectionId }).filter(({ list }) => list.status === 'failed');
    await Promise.all(failed.map(({ ref }) => this.refresh(ref)));
  }

  async retrieve(ref: RecordRef, options?: CallOptions): Promise<DeckRecord> {
    const retrieve = async () => (await this.#openResource(ref)).retrieve(ref.id, options);
    const record = await this.#state.readRecord(ref, retrieve);
    this.#state.store(ref, record);
    return record;
  }

  async retrieveText(ref: RecordRef, options?: CallOptions): Promise<RecordText<DeckRecord>> {
    const retrieve = async () => (await this.#openResource(ref)).retrieveText(ref.id, options);
    const answer = await this.#state.readRecord(ref, retrieve);
    this.#state.store(ref, answer.record);
    return answer;
  }

  /** Loads that are under way no longer hold up new ones. */
  forgetConnection(connectionId: string): void {
    const prefix = `${encodeURIComponent(connectionId)}/`;
    for (const key of [...this.#loading.keys()]) if (key.startsWith(prefix)) this.#loading.delete(key);
  }

  async #loadFirst(ref: ListRef, list: RecordList): Promise<void> {
    const pageSize = Math.ceil(this.#pageSize());
    // A list that was loaded to its end stays so, unless more than a page was added to it.
    const shown = list.next === undefined ? list.size + pageSize : list.size;
    const wanted = Math.min(Math.max(pageSize, shown), maxWhole);
    await this.#loadInto(ref, list, async (resource) => {
      const page = await listFirst(resource, wanted);
      const apply = (records: readonly DeckRecord[]) => {
        list.reset(records);
        list.problems = page.problems;
        this.#state.forgetTilesIn(ref);
      };
      return { page, apply };
    });
  }

  async #loadNext(ref: ListRef, list: RecordList, options: ListOptions = {}): Promise<void> {
    const { next } = list;
    if (next === undefined) return;
    await this.#loadInto(ref, list, async (resource) => {
      const page = await resource.list({ ...next, ...options });
      const apply = (records: readonly DeckRecord[]) => {
        list.append(records);
        list.isBasic ||= options.isBasic === true && records.some(isWithoutFilters);
        list.problems = [...list.problems, ...page.problems];
      };
      return { page, apply };
    });
  }

  /**
   * Adds what was created while the list was read. Only those of the first page: more are rare. A failure, which the
   * client logs, leaves the list as it is.
   */
  #loadMissed(ref: ListRef, list: RecordList, priority: Priority): Promise<void> {
    const load = async (resource: RecordResource) => {
      const page = await resource.list({ limit: maxPageSize, priority });
      const apply = (records: readonly DeckRecord[]) => list.prepend(records);
      return { page: { ...page, next: undefined }, apply };
    };
    return this.#loadInto(ref, list, load, () => (list.status = 'ready'));
  }

  async #loadInto(
    ref: ListRef,
    list: RecordList,
    load: (resource: RecordResource) => Promise<LoadedPage>,
    onFailure = (error: unknown): void => {
      list.error = error;
      list.status = 'failed';
    },
  ): Promise<void> {
    const { generation } = list;
    list.status = 'loading';
    try {
      const open = async () => load(await this.#openResource(ref));
      const { page, apply } = await this.#state.readList(ref, open);
      if (list.generation !== generation) return; // a newer load has taken over
      apply(page.results.map((record) => this.#take({ ...ref, id: record.id }, record)));
      list.total = page.count;
      list.next = page.next;
      list.error = undefined;
      list.status = 'ready';
    } catch (error) {
      if (list.generation !== generation) return;
      onFailure(error);
    }
    this.#state.fire({ kind: 'list', ref });
  }

  /** A cohort that was listed without filters keeps those that are known. */
  #take(ref: RecordRef, record: DeckRecord): DeckRecord {
    const known = isWithoutFilters(record) ? this.#state.confirmed(ref) : undefined;
    const whole =
      known && isCohort(known) && isCohort(record)
        ? { ...record, filters: known.filters, groups: known.groups }
        : record;
    return this.#state.noteConfirmed(ref, whole);
  }

  /** Concurrent calls for the same list share one load. */
  #once(ref: ListRef, load: () => Promise<void>): Promise<void> {
    const key = formatListRef(ref);
    const running = this.#loading.get(key);
    if (running) return running;
    const started = load().finally(() => {
      if (this.#loading.get(key) === started) this.#loading.delete(key);
    });
    this.#loading.set(key, started);
    return started;
  }
}

/** The first `wanted` records, or a few more, as one page. Throws ApiError where one of its pages fails. */
async function listFirst(resource: RecordResource, wanted: number): Promise<Page<DeckRecord>> {
  const limit = Math.ceil(wanted / Math.ceil(wanted / maxPageSize));
  if (limit >= wanted) return resource.list({ limit });
  let all: Page<DeckRecord> | undefined;
  for await (const page of resource.pages({ limit })) {
    const results = [...(all?.results ?? []), ...page.results];
    all = { ...page, results, problems: [...(all?.problems ?? []), ...page.problems] };
    if (results.length >= wanted) break;
  }
  return all ?? { results: [], count: 0, next: undefined, problems: [] };
}

/** The service always sends filters but where they were not asked for. */
function isWithoutFilters(record: DeckRecord): boolean {
  return isCohort(record) && record.filters === undefined;
}
