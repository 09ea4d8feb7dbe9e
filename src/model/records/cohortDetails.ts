import { ApiError } from '#api/apiError.ts';
import type { CohortCalculation, CohortUses } from '#api/cohortDetails.ts';
import type { CallOptions, ReadableClient, ReadableCohorts } from '#api/clientTypes.ts';
import type { RecordRef } from './recordRef.ts';

export type { CohortCalculation, CohortUser, CohortUses } from '#api/cohortDetails.ts';

/** More are not shown. */
const maxCalculations = 100;
/** A person who has asked for something else does not wait longer for this. */
const maxWaitMs = 5000;
/** Such a response is given to every request of its kind: the deployment, or the key, does not have it. */
const refusals: readonly unknown[] = [
  'notFound',
  'forbidden',
  'missingScope',
  'notAllowed',
  'notJson',
  'unexpected',
  'invalid',
];

/**
 * What a service says of a cohort beyond the interface, if it does. A connection that refuses something is not asked for
 * it again in this window, and nobody is told: an older service lacks nothing that the interface names.
 */
export class CohortDetails {
  readonly #openClient: (connectionId: string) => Promise<Pick<ReadableClient, 'cohorts'>>;
  readonly #refused = new Set<string>();
  readonly #onError: (error: unknown) => void;

  /** @param onError receives what is no refusal, such as a lost connection */
  constructor(
    openClient: (connectionId: string) => Promise<Pick<ReadableClient, 'cohorts'>>,
    onError: (error: unknown) => void,
  ) {
    this.#openClient = openClient;
    this.#onError = onError;
  }

  /** Undefined if the service does not say, or not now. */
  uses(ref: RecordRef, options?: CallOptions): Promise<CohortUses | undefined> {
    return this.#ask('uses', ref, options, (cohorts, own) => cohorts.uses(ref.id, own));
  }

  /** The newest first; undefined if the service does not say, or not now. */
  calculations(ref: RecordRef, options?: CallOptions): Promise<readonly CohortCalculation[] | undefined> {
    return this.#ask('calculations', ref, options, (cohorts, own) =>
      cohorts.calculations(ref.id, { ...own, limit: maxCalculations }),
    );
  }

  /** The key has changed, which may have other rights. */
  forget(connectionId: string): void {
    for (const entry of this.#refused) if (entry.endsWith(` ${connectionId}`)) this.#refused.delete(entry);
  }

  async #ask<T>(
    what: string,
    { connectionId, projectId }: RecordRef,
    options: CallOptions | undefined,
    request: (cohorts: ReadableCohorts, options: CallOptions) => Promise<T>,
  ): Promise<T | undefined> {
    const entry = `${what} ${connectionId}`;
    if (this.#refused.has(entry)) return undefined;
    const timeout = AbortSignal.timeout(maxWaitMs);
    const signal = options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const client = await this.#openClient(connectionId);
      return await request(client.cohorts(projectId), { ...options, signal });
    } catch (error) {
      if (error instanceof ApiError && refusals.includes(error.kind)) this.#refused.add(entry);
      else if (!signal.aborted) this.#onError(error);
      return undefined;
    }
  }
}
