// The records as this window knows them: the one way to read and change them, and one event for every change.
import type { CallOptions, ReadableClient, RecordText } from '#api/clientTypes.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { DeckRecord, RecordFields } from './deckRecord.ts';
import { RecordChanges, type SeenFields } from '#model/records/changes/recordChanges.ts';
import { type ListState, LoadedRecords } from './loadedRecords.ts';
import { type LoadUrgency, type OpenResource, RecordLoader, resourceOf } from './recordLoader.ts';
import type { ListRef, RecordRef } from './recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { PersonsChange, StepOptions } from '#model/records/persons/staticPersons.ts';
import type { Tile } from './dashboardTiles.ts';
import type { Trash } from './trash.ts';

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

export class Catalog implements Subscription {
  readonly #state = new LoadedRecords();
  readonly #loader: RecordLoader;
  readonly #changes: RecordChanges;

  readonly onDidChange = this.#state.onDidChange;
  /** A change was made from here, and the service has accepted it. */
  readonly onDidMakeChange: RecordChanges['onDidMake'];
  readonly onDidCreatePartly: RecordChanges['onDidCreatePartly'];
  readonly #started = new Emitter<Promise<unknown>>();
  /** A change is on its way to the service until the promise settles. */
  readonly onDidStartChange = this.#started.event;

  constructor({ openClient, trash, pageSize, now }: CatalogOptions) {
    const openResource: OpenResource = async (ref) => resourceOf(await openClient(ref.connectionId), ref);
    this.#loader = new RecordLoader(this.#state, openResource, pageSize);
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
  load(ref: ListRef): Promise<ListState> {
    return this.#loader.load(ref);
  }

  /** Loads the next page. A failure is in the list's state. */
  loadMore(ref: ListRef): Promise<ListState> {
    return this.#loader.loadMore(ref);
  }

  /** Loads a list up to its end or a limit, for as long as `isWanted`. A failure is in the list's state. */
  loadWhole(ref: ListRef, isWanted: () => boolean, urgency: LoadUrgency = 'background'): Promise<void> {
    return this.#loader.loadWhole(ref, isWanted, urgency);
  }

  /** The lists of which something was requested. */
  loadedLists(): readonly ListRef[] {
    const known = this.#state.listsIn({}).filter(({ list }) => list.status !== 'idle');
    return known.map(({ ref }) => ref);
  }

  /** Loads again as many records as were loaded, up to a limit; the old ones stay until the response is there. */
  refresh(ref: ListRef): Promise<ListState> {
    return this.#loader.refresh(ref);
  }

  /** Refreshes the loaded lists of a project, a connection or all; fires an event for the others. */
  refreshAll(scope: Partial<ProjectRef> = {}): Promise<void> {
    return this.#loader.refreshAll(scope);
  }

  /** Loads the lists again that could not be loaded. Their failures are in their states. */
  refreshFailed(connectionId: string): Promise<void> {
    return this.#loader.refreshFailed(connectionId);
  }

  /** Requests one record, with its tiles. Throws ApiError. */
  retrieve(ref: RecordRef, options?: CallOptions): Promise<DeckRecord> {
    return this.#loader.retrieve(ref, options);
  }

  /** The same with the very text of the response. Throws ApiError. */
  retrieveText(ref: RecordRef, options?: CallOptions): Promise<RecordText<DeckRecord>> {
    return this.#loader.retrieveText(ref, options);
  }

  /** Drops what is known of a connection, for instance because its key has changed. */
  forget(connectionId: string): void {
    this.#loader.forgetConnection(connectionId);
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

  dispose(): void {
    this.#started.dispose();
    this.#state.dispose();
  }
}
