import { ApiError, type ApiErrorKind, isApiError } from '#api/apiError.ts';
import type { CohortActivity, CohortCalculation, CohortUses } from '#api/cohortDetails.ts';
import type { CallOptions, ReadableClient } from '#api/clientTypes.ts';
import type { Cohort, UserSummary } from './deckRecord.ts';
import type { ListRef, RecordRef } from './recordRef.ts';

export type { CohortActivity, CohortCalculation, CohortUser, CohortUses } from '#api/cohortDetails.ts';

/** More are not shown. */
const maxRows = 100;
/** A person who has asked for something else does not wait longer for this. */
const maxWaitMs = 5000;
type RefusalScope = 'record' | 'project' | 'connection';
/** For what else the same is refused: one record may be gone, one project closed to the key, or the service may not have it. */
const refusals: Readonly<Partial<Record<ApiErrorKind, RefusalScope>>> = {
  notFound: 'record',
  missingScope: 'connection',
  notAllowed: 'connection',
  unexpected: 'connection',
  invalid: 'connection',
};

/** The service does not have it, or does not say it to this key. */
type Refusal = 'absent' | 'denied';

type DetailsClient = Pick<ReadableClient, 'cohorts' | 'retrieveUser'>;

/**
 * What a service says of a cohort, and of the person, beyond the interface, if it does. What was refused is not asked for again in
 * this window until `forget`, and nobody is told: an older service lacks nothing that the interface names.
 */
export class CohortDetails {
  readonly #openClient: (connectionId: string) => Promise<DetailsClient>;
  /** By connection: why, by what was refused. */
  readonly #refused = new Map<string, Map<string, Refusal>>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives what is no refusal, such as a lost connection */
  constructor(
    openClient: (connectionId: string) => Promise<DetailsClient>,
    onError: (error: unknown) => void,
  ) {
    this.#openClient = openClient;
    this.#onError = onError;
  }

  /** Undefined if the service does not say, or not now. */
  uses(ref: RecordRef, options?: CallOptions): Promise<CohortUses | undefined> {
    return this.#ask('uses', ref, options, (client, own) => client.cohorts(ref.projectId).uses(ref.id, own));
  }

  /** The newest first; undefined if the service does not say, or not now. */
  calculations(ref: RecordRef, options?: CallOptions): Promise<readonly CohortCalculation[] | undefined> {
    return this.#ask('calculations', ref, options, (client, own) =>
      client.cohorts(ref.projectId).calculations(ref.id, { ...own, limit: maxRows }),
    );
  }

  /** What was done to it, the last first; undefined if the service does not say, or not now. */
  activities(ref: RecordRef, options?: CallOptions): Promise<readonly CohortActivity[] | undefined> {
    return this.#ask('activities', ref, options, (client, own) =>
      client.cohorts(ref.projectId).activities(ref.id, { ...own, limit: maxRows }),
    );
  }

  /**
   * Cohorts whose name has the text; undefined if the service does not search, or not now.
   * @param total of the list, which a service that ignores the search finds, too
   */
  find(
    list: ListRef,
    search: string,
    total: number | undefined,
    options?: CallOptions,
  ): Promise<readonly Cohort[] | undefined> {
    return this.#ask('find', list, options, async (client, own) => {
      const { count, results } = await client
        .cohorts(list.projectId)
        .list({ ...own, search, limit: maxRows });
      const hasText = ({ name }: Cohort) => name?.toLowerCase().includes(search.toLowerCase()) ?? false;
      if (count === undefined || count !== total || results.every(hasText)) return results;
      throw new ApiError('unexpected', 'The service ignores the search.');
    });
  }

  /** Whose key it is; undefined if the service does not say, or not now. */
  user(connectionId: string, options?: CallOptions): Promise<UserSummary | undefined> {
    return this.#ask('user', { connectionId }, options, (client, own) => client.retrieveUser(own));
  }

  /** The key has changed, which may have other rights, or a person asks for what may have been refused. */
  forget(connectionId: string): void {
    this.#refused.delete(connectionId);
  }

  /** Whether the service says of no cohort, or not of this one, what uses it. False also if it says so to other keys. */
  hasNoUses(ref: RecordRef): boolean {
    return this.#refusalOf('uses', ref) === 'absent';
  }

  #refusalOf(what: string, place: Place): Refusal | undefined {
    const refused = this.#refused.get(place.connectionId);
    const entry = Object.values(refusedEntries(what, place)).find((one) => refused?.has(one));
    return entry === undefined ? undefined : refused?.get(entry);
  }

  async #ask<T>(
    what: string,
    place: Place,
    options: CallOptions | undefined,
    request: (client: DetailsClient, options: CallOptions) => Promise<T>,
  ): Promise<T | undefined> {
    if (this.#refusalOf(what, place)) return undefined;
    const { connectionId } = place;
    const timeout = AbortSignal.timeout(maxWaitMs);
    const signal = options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const client = await this.#openClient(connectionId);
      return await request(client, { ...options, signal });
    } catch (error) {
      const scope = error instanceof ApiError ? scopeOfRefusal(error) : undefined;
      if (scope) {
        const refused = this.#refused.get(connectionId) ?? new Map<string, Refusal>();
        const refusal = isApiError(error, 'forbidden', 'missingScope') ? 'denied' : 'absent';
        this.#refused.set(connectionId, refused.set(refusedEntries(what, place)[scope], refusal));
      } else if (!signal.aborted) this.#onError(error);
      return undefined;
    }
  }
}

function scopeOfRefusal({ kind, status = 0, detail = '' }: ApiError): RefusalScope | undefined {
  // A web page is what older services answer here, and what a proxy answers for the moment.
  if (kind === 'notJson') return status < 300 || status === 404 || status === 405 ? 'connection' : undefined;
  // Either no key may, or this one may not see this project or this record.
  if (kind === 'forbidden') return /api key/i.test(detail) ? 'connection' : 'project';
  return refusals[kind];
}

type Place = Pick<RecordRef, 'connectionId'> & Partial<Pick<RecordRef, 'projectId' | 'id'>>;

function refusedEntries(what: string, { projectId = '', id = 0 }: Place) {
  return { connection: what, project: `${what} ${projectId}`, record: `${what} ${projectId} ${id}` } as const;
}
