// Loads lists page by page, and single records.
import {
  type CallOptions,
  type ListOptions,
  maxIdlePages,
  type Page,
  type Priority,
  type ReadableResource,
  type RecordText,
} from '#api/clientTypes.ts';
import type { DeckRecord } from './deckRecord.ts';
import type { ListState, RecordList, LoadedRecords } from './loadedRecords.ts';
import { formatListRef, type ListRef, type RecordRef } from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';

export type RecordResource = ReadableResource<DeckRecord>;
export type OpenResource = (ref: ListRef) => Promise<RecordResource>;

/** The verbs for the records of a list. */
export function resourceOf<D, C>(
  client: { dashboards(projectId: string): D; cohorts(projectId: string): C },
  { projectId, kind }: Pick<ListRef, 'projectId' | 'kind'>,
): D | C {
  return kind === 'dashboard' ? client.dashboards(projectId) : client.cohorts(projectId);
}

/**
 * The most records of a list that are read for a search, a filter or a refresh; more would not help a person.
 */
export const maxWhole = 10_000;
/** Records of one response; more take several pages. */
const maxPageSize = 1000;
/** Whether a person is waiting; background requests come after interactive ones. */
export type LoadUrgency = 'interactive' | 'background';
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
  async loadWhole(ref: ListRef, isWanted: () => boolean, urgency: LoadUrgency): Promise<void> {
    await this.load(ref);
    const list = this.#state.list(ref);
    let idlePages = 0;
    let limit = maxPageSize;
    while (list.status === 'ready' && list.next !== undefined && list.size < maxWhole && isWanted()) {
      const before = list.size;
      let isOwn = false; // otherwise another load has replaced it
      await this.#once(ref, () => {
        isOwn = true;
        return this.#loadNext(ref, list, { limit, priority: priorities[urgency] });
      });
      if (!isOwn || list.status !== 'ready') continue;
      limit = Math.min(limit, list.next?.limit ?? limit); // smaller once a page was too large
      idlePages = list.size > before ? 0 : idlePages + 1;
      if (idlePages < maxIdlePages) continue;
      list.next = undefined; // the service has a next page without end
      this.#state.fire({ kind: 'list', ref });
    }
    const isAtEnd = list.status === 'ready' && list.next === undefined;
    const hasMissed = isAtEnd && list.hasOverlap && list.size < (list.total ?? Infinity);
    if (hasMissed && isWanted())
      await this.#once(ref, () => this.#loadMissed(ref, list, priorities[urgency]));
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
    if (list.next === undefined) return;
    await this.#loadInto(ref, list, async (resource) => {
      const at = list.next; // of a read that is repeated, an earlier one if records were removed
      const page = await resource.list({ ...at, ...options });
      const removed = (at?.offset ?? 0) - (list.next?.offset ?? 0); // while it was read: what follows has moved up
      const next = page.next && { ...page.next, offset: page.next.offset - removed };
      const apply = (records: readonly DeckRecord[]) => {
        list.append(records);
        list.problems = [...list.problems, ...page.problems];
      };
      return { page: { ...page, next }, apply };
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
      apply(page.results.map((record) => this.#state.noteConfirmed({ ...ref, id: record.id }, record)));
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
  let all: Page<DeckRecord> | undefined;
  for await (const page of resource.pages({ limit })) {
    const results = [...(all?.results ?? []), ...page.results];
    all = { ...page, results, problems: [...(all?.problems ?? []), ...page.problems] };
    if (results.length >= wanted) break;
  }
  return all ?? { results: [], count: 0, next: undefined, problems: [] };
}
