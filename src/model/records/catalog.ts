// The records as this window knows them. One way in, a verb; one event out. Nothing else writes here.
// A verb shows its change at once, sends it, and takes it back where the service refuses.
import type { ApiClient, Page, Resource } from '#api/types.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { KeyedQueue } from '#model/storage/keyedQueue.ts';
import {
  type Dashboard,
  type DeckRecord,
  isCohort,
  isPinned,
  nameOf,
  type RecordFields,
} from './deckRecord.ts';
import { type Tile, tilesOf } from './tiles.ts';
import { type ListState, RecordList } from './recordList.ts';
import {
  formatListRef,
  formatRecordRef,
  type ListRef,
  type ProjectRef,
  type RecordRef,
} from './recordRef.ts';
import type { Trash } from './trash.ts';

/** `list`: its members, order or state; `record`: one record's own fields or tiles. */
export type CatalogChange =
  | { readonly kind: 'list'; readonly ref: ListRef }
  | { readonly kind: 'record'; readonly ref: RecordRef };

export interface CatalogOptions {
  readonly openClient: (connectionId: string) => Promise<ApiClient>;
  readonly trash: Trash;
  /** Records a page, as somebody set it: a fraction is rounded up. */
  readonly pageSize: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type RecordResource = Resource<DeckRecord, RecordFields>;

/** A refresh asks for as many records as were shown, up to this: as many as a search loads. */
const maxRefreshed = 10_000;
/** Records of one answer; more are asked for by pages. */
const maxAtOnce = 1000;

export class Catalog implements Subscription {
  readonly #options: CatalogOptions;
  readonly #changed = new Emitter<CatalogChange>();
  readonly #lists = new Map<string, { readonly ref: ListRef; readonly list: RecordList }>();
  readonly #loading = new Map<string, Promise<void>>();
  /** Records that were asked for alone and are in no loaded page. */
  readonly #single = new Map<string, DeckRecord>();
  readonly #tiles = new Map<string, readonly Tile[]>();
  /** Changes of one record go out one after the other, in the order in which they were made. */
  readonly #queues = new KeyedQueue();

  readonly onDidChange = this.#changed.event;

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** What is known of a list, without asking for more. */
  list(ref: ListRef): ListState {
    return this.#list(ref).state();
  }

  get(ref: RecordRef): DeckRecord | undefined {
    return this.#list(ref).get(ref.id) ?? this.#single.get(formatRecordRef(ref));
  }

  /** A dashboard's tiles; undefined until it was retrieved. */
  tiles(ref: RecordRef): readonly Tile[] | undefined {
    return this.#tiles.get(formatRecordRef(ref));
  }

  /** Loads the first page where nothing is loaded yet. Failures are in the list's state, never thrown. */
  async load(ref: ListRef): Promise<ListState> {
    const list = this.#list(ref);
    if (list.status === 'idle' || list.status === 'loading')
      await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  /** Loads the next page, of `limit` records where that is given. Failures are in the list's state. */
  async loadMore(ref: ListRef, limit?: number): Promise<ListState> {
    const list = this.#list(ref);
    await this.#once(ref, () => this.#loadNext(ref, list, limit));
    return list.state();
  }

  /** Loads again as much as was loaded, up to a limit; what is shown stays until the answer is there. */
  async refresh(ref: ListRef): Promise<ListState> {
    const list = this.#list(ref);
    list.generation++;
    this.#loading.delete(formatListRef(ref));
    await this.#once(ref, () => this.#loadFirst(ref, list));
    return list.state();
  }

  /** Refreshes each list that is loaded, of one project, connection or all; the others may have changed all the same. */
  async refreshAll(within: Partial<ProjectRef> = {}): Promise<void> {
    const known = [...this.#lists.values()].filter(
      ({ ref }) =>
        (within.connectionId ?? ref.connectionId) === ref.connectionId &&
        (within.projectId ?? ref.projectId) === ref.projectId,
    );
    const isLoaded = ({ list }: { readonly list: RecordList }) => list.status !== 'idle';
    for (const one of known) if (!isLoaded(one)) this.#changed.fire({ kind: 'list', ref: one.ref });
    await Promise.all(known.filter(isLoaded).map(({ ref }) => this.refresh(ref)));
  }

  /** Drops what is known of a connection, for instance because it has another key now. */
  forget(connectionId: string): void {
    const prefix = `${encodeURIComponent(connectionId)}/`;
    for (const map of [this.#single, this.#tiles, this.#loading]) {
      for (const key of [...map.keys()]) if (key.startsWith(prefix)) map.delete(key);
    }
    for (const [key, { ref, list }] of [...this.#lists]) {
      if (!key.startsWith(prefix)) continue;
      list.generation++;
      this.#lists.delete(key);
      this.#changed.fire({ kind: 'list', ref });
    }
  }

  /** Asks the service for one record, tiles included. Throws ApiError. */
  async retrieve(ref: RecordRef, signal?: AbortSignal): Promise<DeckRecord> {
    const ask = async () => (await this.#resource(ref)).retrieve(ref.id, { signal });
    const record = await this.#askAfterChanges(this.#list(ref), ask);
    this.store(ref, record);
    return record;
  }

  /** A change of a record that is none of the verbs below has ended: what was asked for before it may be of before. */
  changed(ref: ListRef): void {
    this.#list(ref).changes++;
  }

  /** Takes in a record that an answer brought. */
  store(ref: RecordRef, record: DeckRecord): void {
    const tiles = isCohort(record) ? undefined : tilesOf(record);
    if (tiles) this.#tiles.set(formatRecordRef(ref), tiles);
    const list = this.#list(ref);
    const known = list.get(record.id);
    if (record.deleted) {
      if (list.remove(record.id) >= 0 && list.total !== undefined) list.total--;
      this.#single.delete(formatRecordRef(ref));
    } else if (list.replace(record)) this.#single.delete(formatRecordRef(ref));
    else this.#single.set(formatRecordRef(ref), record);
    const isMoved = known !== undefined && (record.deleted || isPinned(known) !== isPinned(record));
    this.#changed.fire(isMoved ? { kind: 'list', ref } : { kind: 'record', ref });
  }

  /** Throws ApiError; nothing is shown before the service has made it, because only it gives the id. */
  async create(ref: ListRef, fields: RecordFields): Promise<RecordRef> {
    const record = await this.#changing(ref, async () => (await this.#resource(ref)).create(fields));
    const created: RecordRef = { ...ref, id: record.id };
    this.#insert(created, record);
    this.store(created, record);
    return created;
  }

  /** Throws ApiError, after what was shown has been taken back. */
  async update(ref: RecordRef, changes: RecordFields): Promise<void> {
    const before = this.get(ref);
    if (before) this.store(ref, { ...before, ...changes });
    await this.#inOrder(ref, async () => {
      try {
        const answer = await (await this.#resource(ref)).update(ref.id, changes);
        this.store(ref, answer);
      } catch (error) {
        const now = this.get(ref);
        if (before && now) this.store(ref, { ...now, ...previousFields(before, now, changes) });
        throw error;
      }
    });
  }

  /** Sets `deleted` alone, and remembers the record in the trash. Throws ApiError, after it is shown again. */
  async softDelete(ref: RecordRef): Promise<void> {
    const list = this.#list(ref);
    const record = this.get(ref);
    const index = list.remove(ref.id);
    if (index >= 0 && list.total !== undefined) list.total--;
    this.#changed.fire({ kind: 'list', ref });
    try {
      await this.#inOrder(ref, async () => (await this.#resource(ref)).update(ref.id, { deleted: true }));
    } catch (error) {
      if (record && index >= 0 && !list.get(ref.id)) {
        list.insert(record, index);
        if (list.total !== undefined) list.total++;
      }
      this.#changed.fire({ kind: 'list', ref });
      throw error;
    }
    this.#single.delete(formatRecordRef(ref));
    if (list.remove(ref.id) >= 0) {
      if (list.total !== undefined) list.total--; // a page of before has shown it again meanwhile
      this.#changed.fire({ kind: 'list', ref });
    }
    const name = record ? (nameOf(record) ?? '') : '';
    await this.#options.trash.add({ ref, name, deletedAt: this.#options.now() });
  }

  /** Sets `deleted` back, alone. Throws ApiError; the record then stays in the trash. */
  async restore(ref: RecordRef): Promise<void> {
    const record = await this.#inOrder(ref, async () =>
      (await this.#resource(ref)).update(ref.id, { deleted: false }),
    );
    this.#insert(ref, record);
    this.store(ref, record);
    await this.#options.trash.remove(ref);
  }

  /** Throws ApiError, after the tile is shown in its old place again. */
  async moveTile(from: RecordRef, tileId: number, toDashboard: number): Promise<void> {
    const key = formatRecordRef(from);
    const before = this.#tiles.get(key);
    if (before) {
      this.#tiles.set(
        key,
        before.filter((tile) => tile.id !== tileId),
      );
      this.#changed.fire({ kind: 'record', ref: from });
    }
    const target: RecordRef = { ...from, id: toDashboard };
    try {
      const client = await this.#options.openClient(from.connectionId);
      const source: Dashboard = await this.#inOrder(from, () =>
        client.dashboards(from.projectId).moveTile(from.id, { tileId, toDashboard }),
      );
      this.store(from, source);
    } catch (error) {
      if (before) this.#tiles.set(key, before);
      this.#changed.fire({ kind: 'record', ref: from });
      throw error;
    }
    if (!this.#tiles.delete(formatRecordRef(target))) return;
    // The tile is there whether that can be shown or not: who looks at the dashboard asks again, and hears why.
    await this.retrieve(target).catch(() => this.#changed.fire({ kind: 'record', ref: target }));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #list(ref: ListRef): RecordList {
    const key = formatListRef(ref);
    const known = this.#lists.get(key);
    if (known) return known.list;
    const list = new RecordList();
    const { connectionId, projectId, kind } = ref;
    this.#lists.set(key, { ref: { connectionId, projectId, kind }, list });
    return list;
  }

  async #resource(ref: ListRef): Promise<RecordResource> {
    const client = await this.#options.openClient(ref.connectionId);
    return ref.kind === 'dashboard' ? client.dashboards(ref.projectId) : client.cohorts(ref.projectId);
  }

  async #loadFirst(ref: ListRef, list: RecordList): Promise<void> {
    const pageSize = Math.ceil(this.#options.pageSize());
    // A list that was shown to its end is shown to its end again, where not more than a page has come to it.
    const shown = list.next === undefined ? list.size + pageSize : list.size;
    const wanted = Math.min(Math.max(pageSize, shown), maxRefreshed);
    await this.#loadInto(ref, list, async (resource) => {
      const page = await listFirst(resource, wanted);
      const take = () => {
        list.reset(page.results);
        list.problems = page.problems;
        this.#forgetTiles(ref);
      };
      return { page, take };
    });
  }

  async #loadNext(ref: ListRef, list: RecordList, limit: number | undefined): Promise<void> {
    const { next } = list;
    if (next === undefined) return;
    await this.#loadInto(ref, list, async (resource) => {
      const page = await (limit === undefined
        ? resource.follow(next)
        : resource.list({ limit, offset: list.size }));
      const take = () => {
        list.append(page.results);
        list.problems = [...list.problems, ...page.problems];
      };
      return { page, take };
    });
  }

  async #loadInto(
    ref: ListRef,
    list: RecordList,
    ask: (resource: RecordResource) => Promise<{ page: Page<DeckRecord>; take: () => void }>,
  ): Promise<void> {
    const { generation } = list;
    list.status = 'loading';
    try {
      const { page, take } = await this.#askAfterChanges(list, async () => ask(await this.#resource(ref)));
      if (list.generation !== generation) return; // a newer load has taken over
      take();
      list.total = page.count;
      list.next = page.next;
      list.error = undefined;
      list.status = 'ready';
    } catch (error) {
      if (list.generation !== generation) return;
      list.error = error;
      list.status = 'failed';
    }
    this.#changed.fire({ kind: 'list', ref });
  }

  /** Asks again where a change has ended meanwhile: the answer may be of before. */
  async #askAfterChanges<T>(list: RecordList, ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const { changes } = list;
      const answer = await ask();
      if (list.changes === changes) return answer;
    }
  }

  /** Calls that ask for the same list at the same time share one load. */
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

  #insert(ref: RecordRef, record: DeckRecord): void {
    const list = this.#list(ref);
    if (list.status === 'idle') return;
    const isNew = list.get(record.id) === undefined;
    list.insert(record, ref.kind === 'cohort' ? 0 : list.indexByName(record.name ?? ''));
    if (isNew && list.total !== undefined) list.total++;
    this.#changed.fire({ kind: 'list', ref });
  }

  #inOrder<T>(ref: RecordRef, change: () => Promise<T>): Promise<T> {
    return this.#queues.run(formatRecordRef(ref), () => this.#changing(ref, change));
  }

  async #changing<T>(ref: ListRef, change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      this.changed(ref);
    }
  }

  /** Whoever shows tiles of a list's dashboards asks for them again. */
  #forgetTiles(ref: ListRef): void {
    const prefix = `${formatListRef(ref)}/`;
    for (const key of [...this.#tiles.keys()]) if (key.startsWith(prefix)) this.#tiles.delete(key);
  }
}

/** The first `wanted` records, or a few more, as one page. Throws ApiError where any of them cannot be had. */
async function listFirst(resource: RecordResource, wanted: number): Promise<Page<DeckRecord>> {
  const limit = Math.ceil(wanted / Math.ceil(wanted / maxAtOnce));
  if (limit >= wanted) return resource.list({ limit });
  let all: Page<DeckRecord> | undefined;
  for await (const page of resource.pages({ limit })) {
    const results = [...(all?.results ?? []), ...page.results];
    all = { ...page, results, problems: [...(all?.problems ?? []), ...page.problems] };
    if (results.length >= wanted) break;
  }
  return all ?? { results: [], count: 0, next: undefined, problems: [] };
}

/** The old values of the fields that still hold what a refused change had shown. */
function previousFields(before: DeckRecord, now: DeckRecord, changes: RecordFields): Record<string, unknown> {
  const old: Readonly<Record<string, unknown>> = before;
  const current: Readonly<Record<string, unknown>> = now;
  const entries = Object.entries(changes).filter(([field, value]) => current[field] === value);
  return Object.fromEntries(entries.map(([field]) => [field, old[field]]));
}
