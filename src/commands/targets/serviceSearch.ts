// Finds cohorts by what is typed on their service, before their whole list is here.
import type { Catalog } from '#model/records/catalog.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import { formatRecordRef, type ListRef, type RecordRef } from '#model/records/recordRef.ts';

const pauseMs = 250;
/** The service refuses longer texts. */
const maxSearchLength = 200;

export interface ServiceSearchDeps {
  readonly catalog: Pick<Catalog, 'get' | 'list' | 'store'>;
  readonly lists: readonly ListRef[];
  /** Undefined where nothing is searched but what is loaded. */
  readonly details?: (() => Promise<Pick<CohortDetails, 'find'>>) | undefined;
  /** What is loaded can be found nevertheless. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Once typing pauses, asks the services of cohorts whose list is not loaded whole. */
export class ServiceSearch {
  readonly #search: ServiceSearchDeps;
  readonly #found = new Map<string, RecordRef>();
  #onFound = (): void => undefined;
  #signal: AbortSignal | undefined;
  #timer: NodeJS.Timeout | undefined;
  #text = '';

  constructor(search: ServiceSearchDeps) {
    this.#search = search;
  }

  get found(): readonly RecordRef[] {
    return [...this.#found.values()];
  }

  start(onFound: () => void, signal: AbortSignal): void {
    this.#onFound = onFound;
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  type(typed: string): void {
    const text = typed.trim();
    if (text === this.#text || text.length > maxSearchLength) return;
    this.#text = text;
    clearTimeout(this.#timer);
    const ask = () => void this.#ask(text).catch(this.#search.onError);
    if (text.length > 1) this.#timer = setTimeout(ask, pauseMs);
  }

  /** What the service refuses is logged by the details. */
  async #ask(text: string): Promise<void> {
    const { catalog, details, lists } = this.#search;
    const signal = this.#signal;
    if (!details || signal?.aborted) return;
    const partly = lists.filter((list) => list.kind === 'cohort' && catalog.list(list).hasMore);
    const service = await details();
    await Promise.all(
      partly.map(async (list) => {
        const cohorts = await service.find(list, text, catalog.list(list).total, { signal });
        for (const cohort of cohorts ?? []) {
          const ref: RecordRef = { ...list, id: cohort.id };
          if (!catalog.get(ref)) catalog.store(ref, cohort);
          this.#found.set(formatRecordRef(ref), ref);
        }
        if (cohorts?.length && !signal?.aborted) this.#onFound();
      }),
    );
  }
}
