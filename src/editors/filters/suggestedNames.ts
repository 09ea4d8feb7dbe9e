// What the page suggests from a project: the names of cohorts, properties and events, and values of properties, those in
// filters and those that model/records/persons/seenValues.ts keeps.
import { describeError } from '#host/messages/errorMessage.ts';
import { errorKind } from '#host/messages/userError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { collectNames } from '#model/records/namesInFilters.ts';
import { rankRecords, type SearchableRecord } from '#model/records/search/shownRecords.ts';
import type { ListRef, RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { type SeenValues, seenValuesOf } from '#model/records/persons/seenValues.ts';
import type { HostMessage, KnownCohort } from '#protocol/filtersMessages.ts';
import { displayText } from '#text/displayText.ts';

type NamesMessage = Extract<HostMessage, { readonly type: 'names' }>;
/** An action with its name. */
export type KnownAction = NamesMessage['actions'][number];
type FoundMessage = Extract<HostMessage, { readonly type: 'foundCohorts' }>;
export type NamesCatalog = Pick<Catalog, 'get' | 'list' | 'loadWhole' | 'retrieve' | 'tiles'>;

/** More would not be read. */
const maxFound = 50;
const maxNames = 200;
const maxValues = 30;

interface FoundCohort extends SearchableRecord {
  readonly cohort: KnownCohort;
}

export class SuggestedNames {
  readonly #catalog: NamesCatalog;
  readonly #ref: RecordRef;
  readonly #seenValues: SeenValues;

  /** @param ref the record whose filters these are */
  constructor(catalog: NamesCatalog, ref: RecordRef, seenValues: SeenValues) {
    this.#catalog = catalog;
    this.#ref = ref;
    this.#seenValues = seenValues;
  }

  /** The cohorts of these ids that are loaded, and the properties, events and actions of all that is loaded. */
  known(ids: readonly number[]): NamesMessage {
    const lists = [
      this.#catalog.list(this.#list('cohort')),
      this.#catalog.list(this.#list('dashboard')),
    ] as const;
    const tiles = lists[1].records.map(({ id }) => this.#catalog.tiles({ ...this.#list('dashboard'), id }));
    const records = lists.flatMap((list) => list.records);
    const { properties, events, actions, values } = collectNames(records, tiles);
    const seen = seenValuesOf(this.#seenValues, this.#ref);
    const names = [...new Set([...properties, ...seen.keys()])].slice(0, maxNames);
    const cohorts = ids.flatMap((id) => {
      const record = this.#catalog.get({ ...this.#list('cohort'), id });
      return record ? [toCohort(record)] : [];
    });
    return {
      type: 'names',
      cohorts,
      missingCohorts: [],
      properties: names,
      events: events.slice(0, maxNames),
      actions: [...actions].slice(0, maxNames).map(([id, name]) => ({ id, name: displayText(name) })),
      values: names.map((name) => [name, joinValues(values.get(name), seen.get(name))] as const),
    };
  }

  /** Requests a cohort that is not loaded. Rejects if that fails, unless the service has no such cohort. */
  async request(id: number): Promise<NamesMessage> {
    const cohort = { ...this.#list('cohort'), id };
    try {
      await this.#catalog.retrieve(cohort);
    } catch (error) {
      if (errorKind(error) !== 'notFound') throw error;
    }
    const names = this.known([id]);
    return names.cohorts.length > 0 ? names : { ...names, missingCohorts: [id] };
  }

  /** Searches the loaded cohorts, and first loads them. */
  async find(id: number, query: string): Promise<FoundMessage> {
    await this.loadCohorts();
    const cohorts = rankRecords(query, this.cohorts().cohorts.map(toFound))
      .slice(0, maxFound)
      .map(({ cohort }) => cohort);
    const state = this.#catalog.list(this.#list('cohort'));
    const isFailed = state.status === 'failed' && cohorts.length === 0;
    const failure = isFailed ? describeError(state.error, this.#ref.connectionId).message : '';
    return { type: 'foundCohorts', id, cohorts, failure };
  }

  /** The loaded cohorts that the filters may refer to: a cohort cannot refer to itself. */
  cohorts(): { readonly cohorts: readonly KnownCohort[]; readonly hasMore: boolean } {
    const { records, hasMore, status } = this.#catalog.list(this.#list('cohort'));
    const cohorts = records.filter((record) => !this.#isOwn(record)).map(toCohort);
    return { cohorts, hasMore: hasMore || status === 'loading' };
  }

  /** Loads all cohorts up to a limit. A failure is in the list's state. */
  loadCohorts(): Promise<void> {
    return this.#catalog.loadWhole(this.#list('cohort'), () => true, 'interactive');
  }

  #isOwn({ id }: DeckRecord): boolean {
    return this.#ref.kind === 'cohort' && id === this.#ref.id;
  }

  #list(kind: RecordKind): ListRef {
    const { connectionId, projectId } = this.#ref;
    return { connectionId, projectId, kind };
  }
}

function joinValues(...known: readonly (ReadonlySet<string> | undefined)[]): readonly string[] {
  return [...new Set(known.flatMap((values) => [...(values ?? [])]))].slice(0, maxValues);
}

function toFound(cohort: KnownCohort): FoundCohort {
  return { id: cohort.id, name: cohort.name, details: '', cohort };
}

function toCohort(record: DeckRecord): KnownCohort {
  const count = isCohort(record) && typeof record.count === 'number' ? record.count : undefined;
  return { id: record.id, name: displayText(nameOf(record) ?? ''), count };
}
