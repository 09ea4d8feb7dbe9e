// What the persons of a project have, for suggestions: a fresh project has no filters yet that name its properties. It is
// personal data, which go with the connection and with its key.
import { isApiError } from '#api/apiError.ts';
import type { Event, Subscription } from '#model/storage/emitter.ts';
import type { Catalog, CatalogOptions } from './catalog.ts';
import { type Cohort, isCohort } from './deckRecord.ts';
import { deleteProjects, formatProjectRef, type ListRef, type ProjectRef } from './recordRef.ts';
import { KeptValues, type KeptValuesOptions } from './keptValues.ts';

/** One request; more persons rarely have other properties. */
const maxPersons = 100;

/** Where the properties go is `seenValues`. */
export interface SuggestionDeps extends KeptValuesOptions {
  readonly catalog: Pick<Catalog, 'list' | 'loadWhole'>;
  readonly openClient: CatalogOptions['openClient'];
  readonly connections: KeptValuesOptions['connections'] & { readonly onDidChange: Event<void> };
}

export class SuggestionLoader implements Subscription {
  readonly #deps: SuggestionDeps;
  /** By project; a project that is deleted from it is asked again. */
  readonly #asked = new Map<string, Promise<void>>();
  readonly #subscription: Subscription;
  /** What was seen of persons, in this window and before. */
  readonly kept: KeptValues;

  constructor(deps: SuggestionDeps) {
    this.#deps = deps;
    this.kept = new KeptValues(deps);
    const { connections } = deps;
    let known = connections.all;
    this.#subscription = connections.onDidChange(() => {
      const before = known;
      known = connections.all;
      for (const { id } of before) if (!known.some((connection) => connection.id === id)) this.forget(id);
    });
  }

  /** What was seen on a connection that is gone or has another key. */
  forget(connectionId: string): void {
    for (const map of [this.#deps.seenValues, this.#asked]) deleteProjects(map, (id) => id === connectionId);
    void this.kept.forget(connectionId);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /**
   * Loads what is kept of a project, its cohorts, whose filters have names, and the first persons of the largest one;
   * each project once. Resolves when that is done, also where it failed.
   */
  load(project: ProjectRef): Promise<void> {
    const key = formatProjectRef(project);
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const loading = this.#load(project).catch((error: unknown) => {
      // The same key may not read persons later either; anything else is tried again.
      if (!isApiError(error, 'missingScope') && !isApiError(error, 'forbidden')) this.#asked.delete(key);
      this.#deps.onError(error);
    });
    this.#asked.set(key, loading);
    return loading;
  }

  async #load({ connectionId, projectId }: ProjectRef): Promise<void> {
    const { catalog, openClient } = this.#deps;
    const list: ListRef = { connectionId, projectId, kind: 'cohort' };
    await this.kept.load(list);
    await catalog.loadWhole(list, () => true);
    const { records, status, error } = catalog.list(list);
    if (status === 'failed') throw error;
    const cohort = largest(records.filter(isCohort));
    if (!cohort) {
      this.#asked.delete(formatProjectRef(list)); // none is calculated yet
      return;
    }
    const cohorts = (await openClient(connectionId)).cohorts(projectId);
    const { results } = await cohorts.persons(cohort.id, { limit: maxPersons });
    if (!this.#asked.has(formatProjectRef(list))) return; // disconnected meanwhile, or its key has changed
    const persons = results.map(({ properties }) => properties);
    void this.kept.add(list, persons); // suggested at once, and then kept
  }
}

/** Undefined where none is known to have persons. */
function largest(cohorts: readonly Cohort[]): Cohort | undefined {
  let found: Cohort | undefined;
  for (const cohort of cohorts) if ((cohort.count ?? 0) > (found?.count ?? 0)) found = cohort;
  return found;
}
