// Loads what the persons of a project have, for suggestions: a fresh project has no filters yet that name its properties.
import { isApiError } from '#api/apiError.ts';
import type { Catalog, CatalogOptions } from '#model/records/catalog.ts';
import { type Cohort, isCohort } from '#model/records/deckRecord.ts';
import type { ListRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { addSeenValues, openSeenValues, type ProjectValues, type SeenValues } from './seenValues.ts';

/** One request; more persons rarely have other properties. */
const maxPersons = 100;

export interface SeenValueLoaderDeps {
  readonly catalog: Pick<Catalog, 'list' | 'loadWhole'>;
  readonly openClient: CatalogOptions['openClient'];
  readonly seenValues: SeenValues;
  /** A failure to load suggestions is not reported. */
  readonly onError: (error: unknown) => void;
}

export class SeenValueLoader {
  readonly #deps: SeenValueLoaderDeps;
  /** A project whose values were deleted has others, and is asked again. */
  readonly #asked = new WeakMap<ProjectValues, Promise<void>>();

  constructor(deps: SeenValueLoaderDeps) {
    this.#deps = deps;
  }

  /**
   * Loads the cohorts of a project, whose filters have names, and the first persons of the largest one; each project once.
   * Resolves when that is done, also if it failed.
   */
  load(project: ProjectRef): Promise<void> {
    const values = openSeenValues(this.#deps.seenValues, project);
    const asked = this.#asked.get(values);
    if (asked) return asked;
    const loading = this.#load(project, values).catch((error: unknown) => {
      // The same key may not read persons later either; anything else is tried again.
      if (!isApiError(error, 'missingScope') && !isApiError(error, 'forbidden')) this.#asked.delete(values);
      this.#deps.onError(error);
    });
    this.#asked.set(values, loading);
    return loading;
  }

  async #load({ connectionId, projectId }: ProjectRef, values: ProjectValues): Promise<void> {
    const { catalog, openClient } = this.#deps;
    const list: ListRef = { connectionId, projectId, kind: 'cohort' };
    await catalog.loadWhole(list, () => true);
    const { records, status, error } = catalog.list(list);
    if (status === 'failed') throw error;
    const cohort = largest(records.filter(isCohort));
    if (!cohort) {
      this.#asked.delete(values); // none is calculated yet
      return;
    }
    const cohorts = (await openClient(connectionId)).cohorts(projectId);
    const { results } = await cohorts.persons(cohort.id, { limit: maxPersons });
    for (const { properties } of results) addSeenValues(values, properties);
  }
}

/** Undefined if none is known to have persons. */
function largest(cohorts: readonly Cohort[]): Cohort | undefined {
  let found: Cohort | undefined;
  for (const cohort of cohorts) if ((cohort.count ?? 0) > (found?.count ?? 0)) found = cohort;
  return found;
}
