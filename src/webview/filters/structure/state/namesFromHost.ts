// What the host knows of the project: names of cohorts, properties, events and actions. The host pushes them; the last search
// counts.
import type { HostMessage, KnownCohort, WebviewMessage } from '#protocol/filtersMessages.ts';

export type NamesAnswer = Extract<HostMessage, { readonly type: 'names' | 'foundCohorts' }>;
export type NamesRequest = Extract<
  WebviewMessage,
  { readonly type: 'nameCohorts' | 'findCohorts' | 'openCohort' | 'wantNames' }
>;

export interface CohortSearch {
  /** The best first; undefined until there is an answer. */
  readonly cohorts: readonly KnownCohort[] | undefined;
  /** Why there are none, as a sentence; empty where nothing failed. */
  readonly failure: string;
}

const maxIds = 500;

export class NamesFromHost {
  readonly #post: (message: NamesRequest) => void;
  readonly #cohorts = new Map<number, KnownCohort>();
  readonly #missing = new Set<number>();
  readonly #requested = new Set<number>();
  #isWanted = false;
  #searchId = 0;
  #search: CohortSearch = { cohorts: undefined, failure: '' };
  properties: readonly string[] = [];
  events: readonly string[] = [];
  #actions = new Map<number, string>();
  #values: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(post: (message: NamesRequest) => void) {
    this.#post = post;
  }

  /** @param id as the text has it */
  cohort(id: string): KnownCohort | undefined {
    return this.#cohorts.get(Number(id));
  }

  /** Undefined where nothing loaded has the action's name. @param id as the text has it */
  action(id: string): string | undefined {
    return this.#actions.get(Number(id));
  }

  /** Names of actions by their ids. */
  get actions(): ReadonlyMap<number, string> {
    return this.#actions;
  }

  /** Values that the project has for a property, as far as they are known. */
  valuesOf(property: string): readonly string[] {
    return this.#values.get(property) ?? [];
  }

  isMissing(id: string): boolean {
    return this.#missing.has(Number(id));
  }

  /** The one cohort of this name, in whatever case; undefined where there are several or none. */
  cohortNamed(name: string): KnownCohort | undefined {
    const wanted = name.trim().toLowerCase();
    const found = [...this.#cohorts.values()].filter((cohort) => cohort.name.toLowerCase() === wanted);
    return found.length === 1 ? found[0] : undefined;
  }

  get search(): CohortSearch {
    return this.#search;
  }

  /** Asks the host for names, for each id once. */
  request(ids: readonly number[]): void {
    const unknown = [...new Set(ids)].filter((id) => !this.#requested.has(id)).slice(0, maxIds);
    for (const id of unknown) this.#requested.add(id);
    if (unknown.length > 0) this.#post({ type: 'nameCohorts', ids: unknown });
  }

  /** A field that takes names has the focus: the host looks for more, once. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    this.#post({ type: 'wantNames' });
  }

  find(query: string): void {
    this.#searchId++;
    this.#search = { cohorts: undefined, failure: '' };
    this.#post({ type: 'findCohorts', id: this.#searchId, query: query.slice(0, 400) });
  }

  /** @returns whether something else is known now */
  receive(answer: NamesAnswer): boolean {
    if (answer.type === 'foundCohorts' && answer.id !== this.#searchId) return false;
    for (const cohort of answer.cohorts) {
      this.#cohorts.set(cohort.id, cohort);
      this.#missing.delete(cohort.id);
    }
    if (answer.type === 'foundCohorts') {
      this.#search = { cohorts: answer.cohorts, failure: answer.failure };
    } else {
      for (const id of answer.missingCohorts) this.#missing.add(id);
      this.properties = answer.properties;
      this.events = answer.events;
      this.#actions = new Map(answer.actions.map(({ id, name }) => [id, name]));
      this.#values = new Map(answer.values);
    }
    return true;
  }
}
