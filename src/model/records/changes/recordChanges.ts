// Changes of records: each needs an approval, shows immediately, is sent to the service, and is reverted if the
// service rejects it.
import { ApiError, isApiError } from '#api/apiError.ts';
import type { Dashboards, MoveTile, ReadableClient, RecordText, Resource } from '#api/clientTypes.ts';
import type { Writer } from '#api/writeApproval.ts';
import { toJsonText } from '#json/parsedValue.ts';
import { mayHaveArrived } from '#model/connections/connectionError.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import { tilesOf } from '#model/records/dashboardTiles.ts';
import {
  type Dashboard,
  type DeckRecord,
  isCohort,
  nameOf,
  type RecordFields,
  withDifference,
} from '#model/records/deckRecord.ts';
import type { LoadedRecords } from '#model/records/loadedRecords.ts';
import { formatRecordRef, type ListRef, type RecordRef, resourceOf } from '#model/records/recordRef.ts';
import type { PersonsChange, StepOptions } from '#model/records/persons/staticPersons.ts';
import { toTrashedDashboard, type Trash } from '#model/records/trash.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import type { AcceptedChange } from './acceptedChange.ts';
import { ChangedMeanwhile, NotTaken } from './changeErrors.ts';
import { RefusedTexts, textFields } from './refusedTexts.ts';

export interface ChangeDeps {
  readonly state: LoadedRecords;
  readonly openClient: (connectionId: string) => Promise<ReadableClient>;
  readonly trash: Trash;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type SeenFields = Pick<RecordFields, 'name' | 'description' | 'tags'>;

export class RecordChanges {
  readonly #deps: ChangeDeps;
  readonly #state: LoadedRecords;
  /** Changes of one record are sent one after the other, in the order in which they were made. */
  readonly #queue = new SerialQueue();
  readonly #refused = new RefusedTexts();
  readonly #made = new Emitter<AcceptedChange>();
  readonly #createdPartly = new Emitter<PartlyCreated>();

  /** The service has accepted a change. */
  readonly onDidMake = this.#made.event;
  /** A record was created without some of the fields that were sent. */
  readonly onDidCreatePartly = this.#createdPartly.event;

  constructor(deps: ChangeDeps) {
    this.#deps = deps;
    this.#state = deps.state;
  }

  /**
   * Shows nothing before the service has created it, because only the service knows the id.
   * @param fields also as the text of a JSON object, which is sent as it is
   */
  async create(approval: WriteApproval, ref: ListRef, fields: RecordFields | string): Promise<RecordRef> {
    const body = typeof fields === 'string' ? fields : bodyOf(fields);
    const record = await this.#counted(ref, async () => {
      const resource = await this.#open(approval, ref);
      return resource.createText(body);
    });
    const created: RecordRef = { ...ref, id: record.id };
    this.#state.insert(created, record);
    this.#state.store(created, record);
    this.#made.fire({ action: 'create', ref: created, by: approval.by });
    const { fieldsNotTaken } = await loadComparison();
    const others = fieldsNotTaken(body, toJsonText(record) ?? '{}', undefined);
    if (others.length > 0) this.#createdPartly.fire({ ref: created, name: nameOf(record), fields: others });
    return created;
  }

  /** @param seen see `CatalogWriter` */
  async update(
    approval: WriteApproval,
    ref: RecordRef,
    changes: RecordFields,
    seen?: SeenFields,
  ): Promise<RecordFields | undefined> {
    const state = this.#state;
    state.show(ref, changes);
    return this.#inOrder(ref, async () => {
      const { fieldsNotTaken } = await loadComparison();
      let before = state.confirmed(ref); // with the changes before this one, if the service has accepted them
      let sent = changes;
      let response: RecordText<DeckRecord>;
      try {
        const resource = await this.#open(approval, ref);
        if (seen) {
          before = await this.#read(resource, ref, changes);
          sent = fieldsToSend(before, changes, seen, this.#refused.insteadOf(ref, seen));
        }
        response = await updateOnce(resource, ref.id, sent, before);
        state.settle(ref, changes, response.record);
      } catch (error) {
        state.settle(ref, changes, error instanceof ChangedMeanwhile ? error.record : undefined);
        if (seen) this.#refused.add(ref, changes, seen);
        throw error;
      }
      const notTaken = fieldsNotTaken(bodyOf(sent), response.text, before && toJsonText(before));
      const taken = without(sent, notTaken);
      if (Object.keys(taken).length > 0) this.#noteUpdated(ref, before, taken, approval);
      if (notTaken.length > 0) {
        if (seen) this.#refused.add(ref, changes, seen);
        throw new NotTaken(notTaken, response.record);
      }
      this.#refused.drop(ref, changes);
      return before && fieldsOf(before, changes);
    });
  }

  #noteUpdated(
    ref: RecordRef,
    before: DeckRecord | undefined,
    after: RecordFields,
    { by }: WriteApproval,
  ): void {
    this.#made.fire({ action: 'update', ref, by, before: before && fieldsOf(before, after), after });
  }

  async softDelete(approval: WriteApproval, ref: RecordRef): Promise<void> {
    const state = this.#state;
    const record = state.confirmed(ref);
    const latest = () => state.get(ref) ?? record; // known if a change before this one was accepted meanwhile
    const wasListed = state.remove(ref);
    state.fire({ kind: 'list', ref });
    try {
      await this.#setDeleted(approval, ref, true);
    } catch (error) {
      const known = latest();
      if (known && wasListed) state.insert(ref, known);
      else state.fire({ kind: 'list', ref });
      throw error;
    }
    await this.#noteDeleted(ref, latest(), approval.by);
  }

  async restore(approval: WriteApproval, ref: RecordRef): Promise<void> {
    const record = await this.#setDeleted(approval, ref, false);
    if (record) {
      this.#state.insert(ref, record);
      this.#state.store(ref, record);
    }
    await this.#deps.trash.remove(ref);
    this.#made.fire({ action: 'restore', ref, by: approval.by });
  }

  /** @returns the target dashboard, whose tiles are no longer known. A tile that is there already has moved. */
  async moveTile(
    approval: WriteApproval,
    from: RecordRef,
    tileId: number,
    toDashboard: number,
  ): Promise<RecordRef> {
    const state = this.#state;
    state.hideTile(from, tileId);
    try {
      const client = (await this.#deps.openClient(from.connectionId)).withApproval(approval);
      const dashboards = client.dashboards(from.projectId);
      const move = async () => moveOnce(dashboards, from.id, { tileId, toDashboard });
      const source = await this.#inOrder(from, () => this.#counted(from, move, toDashboard));
      state.removeTile(from, tileId);
      if (source) state.store(from, source);
    } catch (error) {
      state.showTile(from, tileId);
      throw error;
    }
    const target: RecordRef = { ...from, id: toDashboard };
    state.forgetTiles(target);
    return target;
  }

  /** Reports what was sent, even if it ends in an error. */
  async changePersons(
    approval: WriteApproval,
    ref: RecordRef,
    change: PersonsChange,
    options: StepOptions,
  ): Promise<void> {
    const client = (await this.#deps.openClient(ref.connectionId)).withApproval(approval);
    const cohorts = client.cohorts(ref.projectId);
    const { action } = change;
    const before = change.sent.length;
    const send = async (persons: readonly string[], signal: AbortSignal): Promise<void> => {
      if (action === 'addPersons') return cohorts.addPersons(ref.id, persons, { signal });
      for (const person of persons) await cohorts.removePerson(ref.id, person, { signal });
    };
    try {
      await this.#counted(ref, () => change.run(send, options), ref.id);
    } finally {
      const persons = change.sent.length - before;
      if (persons > 0) this.#made.fire({ action, ref, by: approval.by, persons });
    }
  }

  async #noteDeleted(ref: RecordRef, known: DeckRecord | undefined, by: Writer): Promise<void> {
    const state = this.#state;
    const name = known ? (nameOf(known) ?? '') : '';
    const dashboard =
      known && !isCohort(known) ? toTrashedDashboard(known, state.tiles(ref) ?? []) : undefined;
    state.forgetSingle(ref);
    state.forgetTiles(ref);
    // A page that was requested before the change may have brought it back.
    if (state.remove(ref)) state.fire({ kind: 'list', ref });
    await this.#deps.trash.add({ ref, name, deletedAt: this.#deps.now(), ...(dashboard && { dashboard }) });
    this.#made.fire({ action: 'delete', ref, by });
  }

  /** Sends it alone. Throws NotTaken. @returns undefined if the response was lost, and the record is known to be deleted */
  #setDeleted(approval: WriteApproval, ref: RecordRef, deleted: boolean): Promise<DeckRecord | undefined> {
    return this.#inOrder(ref, async () => {
      const { fieldsNotTaken } = await loadComparison();
      const resource = await this.#open(approval, ref);
      let response: RecordText<DeckRecord>;
      try {
        response = await updateOnce(resource, ref.id, { deleted }, undefined);
      } catch (error) {
        // Read where it was sent: the connection may have got another address.
        if (deleted && mayHaveArrived(error) && (await isDeleted(resource, ref.id))) return undefined;
        throw error;
      }
      const notTaken = fieldsNotTaken(bodyOf({ deleted }), response.text, undefined);
      if (notTaken.length > 0) throw new NotTaken(notTaken, response.record);
      return response.record;
    });
  }

  /**
   * What lists have, too, is read from a list of one record, where the record is still in its place: with a dashboard, the
   * service returns the results of its tiles, which it may calculate first.
   */
  async #read(resource: Resource<DeckRecord>, ref: RecordRef, changes: RecordFields): Promise<DeckRecord> {
    const isListed = Object.keys(changes).every((field) => listedFields.has(field));
    const offset = this.#state.list(ref).offsetOf(ref.id);
    if (ref.kind === 'dashboard' && isListed && offset !== undefined) {
      const { results } = await resource.list({ limit: 1, offset });
      const found = results.find(({ id }) => id === ref.id);
      if (found) return found;
    }
    return resource.retrieve(ref.id);
  }

  async #open(approval: WriteApproval, ref: ListRef): Promise<Resource<DeckRecord>> {
    const client = (await this.#deps.openClient(ref.connectionId)).withApproval(approval);
    return resourceOf(client, ref);
  }

  #inOrder<T>(ref: RecordRef, change: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#counted(ref, change, ref.id), formatRecordRef(ref));
  }

  async #counted<T>(ref: ListRef, change: () => Promise<T>, id?: number): Promise<T> {
    try {
      return await change();
    } finally {
      this.#state.countChange(ref, id);
    }
  }
}

/** False also if the service does not say. */
async function isDeleted(resource: Resource<DeckRecord>, id: number): Promise<boolean> {
  try {
    return (await resource.retrieve(id)).deleted;
  } catch (error) {
    return isApiError(error, 'notFound'); // a deleted dashboard
  }
}

const listedFields: ReadonlySet<string> = new Set(['name', 'pinned', 'restriction_level']);

/** A record that was created, and the fields that the service did not take. */
export interface PartlyCreated {
  readonly ref: RecordRef;
  readonly name: string | undefined;
  readonly fields: readonly string[];
}

/**
 * If the response was lost, the record says whether the change arrived. Throws the error of the request where it did not, or
 * where that cannot be read.
 */
async function updateOnce(
  resource: Resource<DeckRecord>,
  id: number,
  sent: RecordFields,
  before: DeckRecord | undefined,
): Promise<RecordText<DeckRecord>> {
  const body = bodyOf(sent);
  try {
    return await resource.updateText(id, body);
  } catch (error) {
    if (!mayHaveArrived(error) || Object.keys(sent).length === 0) throw error;
    const now = await resource.retrieveText(id).catch(() => undefined);
    const { fieldsNotTaken } = await loadComparison();
    if (!now || fieldsNotTaken(body, now.text, before && toJsonText(before)).length > 0) throw error;
    return now;
  }
}

/** What compares texts loads with the first change, before it is sent: reads wait for the end of a change. */
function loadComparison() {
  return import('./fieldsNotTaken.ts');
}

/** Throws ApiError for values that are nested too deeply to be written. */
function bodyOf(fields: RecordFields): string {
  const body = toJsonText(fields);
  if (body === undefined) throw new ApiError('invalid', 'The values are nested too deeply to be sent.');
  return body;
}

function without(fields: RecordFields, names: readonly string[]): RecordFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/**
 * The response, or that of an earlier try, may have been lost: the service rejects a second move of a tile.
 * Throws NotTaken where the service accepted the move, and the tile is still where it was.
 * @returns the source dashboard; undefined if the tile turns out to have moved
 */
async function moveOnce(
  dashboards: Dashboards,
  from: number,
  move: MoveTile,
): Promise<Dashboard | undefined> {
  const hasTile = (dashboard: Dashboard) => tilesOf(dashboard)?.some(({ id }) => id === move.tileId) ?? false;
  try {
    const source = await dashboards.moveTile(from, move);
    if (hasTile(source)) throw new NotTaken(['tile'], source);
    return source;
  } catch (error) {
    const isUnclear = mayHaveArrived(error) || isApiError(error, 'notFound') || error instanceof NotTaken;
    if (!isUnclear) throw error;
    const target = await dashboards.retrieve(move.toDashboard).catch(() => undefined);
    if (!target || !hasTile(target)) throw error;
    return undefined;
  }
}

/**
 * Tags are sent as a whole, with those that others have added and without those that they have removed.
 * Throws ChangedMeanwhile where a text is neither what was seen, or what the service has instead, nor what is wanted.
 */
function fieldsToSend(
  record: DeckRecord,
  wanted: RecordFields,
  seen: SeenFields,
  insteadOfRefused: SeenFields,
): RecordFields {
  for (const field of textFields) {
    const known = [seen[field], insteadOfRefused[field], wanted[field]];
    if (seen[field] !== undefined && !known.includes(record[field] ?? '')) throw new ChangedMeanwhile(record);
  }
  if (!seen.tags || !wanted.tags || isCohort(record)) return wanted;
  return { ...wanted, tags: withDifference(record.tags, seen.tags, wanted.tags) };
}

/** What a record has in the fields of `changes`. */
function fieldsOf(record: DeckRecord, changes: RecordFields): RecordFields {
  const values: Readonly<Record<string, unknown>> = record;
  return Object.fromEntries(Object.keys(changes).map((field) => [field, values[field]]));
}
