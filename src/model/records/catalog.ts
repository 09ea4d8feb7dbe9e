// The records as this window knows them: the one way to read and change them, and one event for every change.
import {
  type CallOptions,
  type ListOptions,
  maxIdlePages,
  type Page,
  type Priority,
  type ReadableClient,
  type ReadableResource,
  type RecordText,
} from '#api/clientTypes.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { DeckRecord, RecordFields } from './deckRecord.ts';
import { RecordChanges, type SeenFields } from '#model/records/changes/recordChanges.ts';
import { LoadedRecords, type ListState, type RecordList } from './loadedRecords.ts';
import { formatListRef, type ListRef, type RecordRef, resourceOf } from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { PersonsChange, StepOptions } from '#model/records/persons/staticPersons.ts';
import type { Tile } from './dashboardTiles.ts';
import type { Trash } from './trash.ts';

type RecordResource = ReadableResource<DeckRecord>;

export interface CatalogOptions {
  readonly openClient: (connectionId: string) => Promise<ReadableClient>;
  readonly trash: Trash;
  /** Records a page, as a person set it; a fraction is rounded up. */
  readonly pageSize: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Each verb is listed in the table of test/contract/model/writeGuard.test.ts. */
export interface CatalogWriter {
  /** Throws ApiError. What the service did not take of the new record is in `onDidCreatePartly`. */
  create(ref: ListRef, fields: RecordFields): Promise<RecordRef>;
  /** Sends `body`, the text of a JSON object, byte for byte. Throws ApiError. */
  createText(ref: ListRef, body: string): Promise<RecordRef>;
  /**
   * Throws ApiError, after the old values are shown again, and NotTaken where the service accepted the change and kept them.
   * @param seen what the person has seen of the fields that they change, empty if there was nothing: the record is read
   * first. Where it has another text, throws ChangedMeanwhile and shows what it has; tags are sent with the changes of others
   * @returns what the changes have replaced, as far as it is known
   */
  update(ref: RecordRef, changes: RecordFields, seen?: SeenFields): Promise<RecordFields | undefined>;
  /**
   * Sends `deleted: true` alone and adds the record to the Trash. Where the response is lost, asks whether the record is there.
   * Throws ApiError and NotTaken, after it is shown again.
   */
  softDelete(ref: RecordRef): Promise<void>;
  /** Sends `deleted: false` alone. Throws ApiError and NotTaken; the record then stays in the Trash. */
  restore(ref: RecordRef): Promise<void>;
  /** Throws ApiError and NotTaken, after the tile is back in its old place. */
  moveTile(from: RecordRef, tileId: number, toDashboard: number): Promise<void>;
  /** Sends what is left of a change of a static cohort's persons, and reads its count. Throws ApiError. */
  changePersons(ref: RecordRef, change: PersonsChange, options: StepOptions): Promise<void>;
}

/** The most records of a list that are read for a search, a filter or a refresh; more would not help a person. */
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

export class Catalog implements Subscription {
  readonly #state = new LoadedRecords();
  readonly #openClient: CatalogOptions['openClient'];
  readonly #pageSize: () => number;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #changes: RecordChanges;

  readonly onDidChange = this.#state.onDidChange;
  /** A change was made from here, and the service has accepted it. */
  readonly onDidMakeChange: RecordChanges['onDidMake'];
  readonly onDidCreatePartly: RecordChanges['onDidCreatePartly'];
  readonly #started = new Emitter<Promise<unknown>>();
  /** A change is on its way to the service until the promise settles. */
  readonly onDidStartChange = this.#started.event;

  constructor({ openClient, trash, pageSize, now }: CatalogOptions) {
    this.#openClient = openClient;
    this.#pageSize = pageSize;
    this.#changes = new RecordChanges({ state: this.#state, openClient, trash, now });
    this.onDidMakeChange = this.#changes.onDidMake;
    this.onDidCreatePartly = this.#changes.onDidCreatePartly;
  }

  /** What is loaded of a list; requests nothing. */
  list(ref: ListRef): ListState {
    return this.#state.list(ref).state();
  }

  get(ref: RecordRef): DeckRecord | undefined {
    return this.#state.get(ref);
  }

  /** The same without the changes that the service has not confirmed yet. */
  confirmed(ref: RecordRef): DeckRecord | undefined {
    return this.#state.confirmed(ref);
  }

  /** A dashboard's tiles; undefined until it was retrieved. */
  tiles(ref: RecordRef): readonly Tile[] | undefined {
    return this.#state.tiles(ref);
  }

  /** Loads the first page where nothing is loaded yet. A failure is in the list's state, never thrown. */
  async load(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    if (list.status === 'idle' || list.status === 'loading')
      await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  /** Loads the next page. A failure is in the list's state. */
  async loadMore(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    await this.#once(ref, () => this.#loadNext(ref, list));
    return list.state();
  }

  /**
   * Loads a list up to its end or the limit, in large pages because a shared service counts requests. Ends
   * early if `isWanted` says so before a page. A failure is in the list's state.
   */
  async loadWhole(ref: ListRef, isWanted: () => boolean, urgency: LoadUrgency = 'background'): Promise<void> {
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

  /** The lists of which something was requested. */
  loadedLists(): readonly ListRef[] {
    const known = this.#state.listsIn({}).filter(({ list }) => list.status !== 'idle');
    return known.map(({ ref }) => ref);
  }

  /** Loads again as many records as were loaded, up to a limit; the old ones stay until the response is there. */
  async refresh(ref: ListRef): Promise<ListState> {
    const list = this.#state.list(ref);
    list.generation++;
    this.#loading.delete(formatListRef(ref));
    await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  /** Refreshes the loaded lists of a project, a connection or all; fires an event for the others. */
  async refreshAll(scope: Partial<ProjectRef> = {}): Promise<void> {
    const lists = this.#state.listsIn(scope);
    const loaded = lists.filter(({ list }) => list.status !== 'idle');
    for (const known of lists)
      if (!loaded.includes(known)) this.#state.fire({ kind: 'list', ref: known.ref });
    await Promise.all(loaded.map(({ ref }) => this.refresh(ref)));
  }

  /** Loads the lists again that could not be loaded. Their failures are in their states. */
  async refreshFailed(connectionId: string): Promise<void> {
    const failed = this.#state.listsIn({ connectionId }).filter(({ list }) => list.status === 'failed');
    await Promise.all(failed.map(({ ref }) => this.refresh(ref)));
  }

  /** Requests one record, with its tiles. Throws ApiError. */
  async retrieve(ref: RecordRef, options?: CallOptions): Promise<DeckRecord> {
    const retrieve = async () => (await this.#open(ref)).retrieve(ref.id, options);
    const record = await this.#state.readRecord(ref, retrieve);
    this.#state.store(ref, record);
    return record;
  }

  /** The same with the very text of the response. Throws ApiError. */
  async retrieveText(ref: RecordRef, options?: CallOptions): Promise<RecordText<DeckRecord>> {
    const retrieve = async () => (await this.#open(ref)).retrieveText(ref.id, options);
    const answer = await this.#state.readRecord(ref, retrieve);
    this.#state.store(ref, answer.record);
    return answer;
  }

  /** Drops what is known of a connection, for instance because its key has changed. */
  forget(connectionId: string): void {
    // Loads that are under way no longer hold up new ones.
    const prefix = `${encodeURIComponent(connectionId)}/`;
    for (const key of [...this.#loading.keys()]) if (key.startsWith(prefix)) this.#loading.delete(key);
    this.#state.forgetConnection(connectionId);
  }

  /** Takes in a record from a response to a request that was not made here. */
  store(ref: RecordRef, record: DeckRecord): void {
    this.#state.store(ref, record);
  }

  /** Drops a record of no loaded page: the service does not have it. */
  forgetSingle(ref: RecordRef): void {
    this.#state.forgetSingle(ref);
    this.#state.fire({ kind: 'list', ref });
  }

  /** Makes a request for a record that is not made here, and again where a change of it ended meanwhile. */
  readUnchanged<T>(ref: RecordRef, read: () => Promise<T>): Promise<T> {
    return this.#state.readRecord(ref, read);
  }

  /** Notes a change of a record that was not made here: reads that began before it are repeated. */
  noteChange(ref: RecordRef): void {
    this.#state.countChange(ref, ref.id);
  }

  /** The verbs that change records: there are none without an approval. */
  writer(approval: WriteApproval): CatalogWriter {
    const changes = this.#changes;
    const start = <T>(change: Promise<T>): Promise<T> => {
      this.#started.fire(change);
      return change;
    };
    return {
      create: (ref, fields) => start(this.#create(approval, ref, fields)),
      createText: (ref, body) => start(this.#create(approval, ref, body)),
      update: (ref, fields, seen) => start(changes.update(approval, ref, fields, seen)),
      softDelete: (ref) => start(changes.softDelete(approval, ref)),
      restore: (ref) => start(changes.restore(approval, ref)),
      moveTile: (from, tileId, toDashboard) => start(this.#moveTile(approval, from, tileId, toDashboard)),
      changePersons: (ref, change, options) => start(this.#changePersons(approval, ref, change, options)),
    };
  }

  async #create(approval: WriteApproval, ref: ListRef, fields: RecordFields | string): Promise<RecordRef> {
    if (this.list(ref).status === 'idle') await this.load(ref); // so that the new record has a place in it
    return this.#changes.create(approval, ref, fields);
  }

  async #moveTile(
    approval: WriteApproval,
    from: RecordRef,
    tileId: number,
    toDashboard: number,
  ): Promise<void> {
    const target = await this.#changes.moveTile(approval, from, tileId, toDashboard);
    // Also if its tiles are not known here: its page may show some, and a refresh of the list drops the known ones.
    // The move has succeeded even if its result cannot be read: the tiles are then loaded when the dashboard is opened.
    await this.retrieve(target).catch(() => this.#state.fire({ kind: 'record', ref: target }));
  }

  async #changePersons(
    approval: WriteApproval,
    ref: RecordRef,
    change: PersonsChange,
    options: StepOptions,
  ): Promise<void> {
    try {
      await this.#changes.changePersons(approval, ref, change, options);
    } finally {
      // The change counts even if the cohort cannot be read: whoever shows it then reads it again.
      await this.retrieve(ref).catch(() => this.#state.fire({ kind: 'record', ref }));
    }
  }

  async #open(ref: ListRef): Promise<RecordResource> {
    return resourceOf(await this.#openClient(ref.connectionId), ref);
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
      const open = async () => load(await this.#open(ref));
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

  dispose(): void {
    this.#started.dispose();
    this.#state.dispose();
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
