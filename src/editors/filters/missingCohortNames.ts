// The names of cohorts that the filters refer to and that are not loaded.
import type { SuggestedNames } from './suggestedNames.ts';

type NamesMessage = ReturnType<SuggestedNames['known']>;

/** More are not requested at the same time. */
const maxRequested = 20;

export interface NameReceiver {
  readonly onNames: (names: NamesMessage) => void;
  /** A name could not be read. */
  readonly onError: (error: unknown) => void;
}

export class MissingCohortNames {
  readonly #names: Pick<SuggestedNames, 'known' | 'request'>;
  readonly #receiver: NameReceiver;
  /** The ids of names that could not be read. */
  readonly #failed = new Set<number>();

  constructor(names: Pick<SuggestedNames, 'known' | 'request'>, receiver: NameReceiver) {
    this.#names = names;
    this.#receiver = receiver;
  }

  /** The loaded ones immediately, each of the others when the service has responded. */
  async request(ids: readonly number[]): Promise<void> {
    const known = this.#names.known(ids);
    this.#receiver.onNames(known);
    const missing = ids.filter((id) => !known.cohorts.some((cohort) => cohort.id === id));
    await Promise.all(missing.slice(0, maxRequested).map(async (id) => this.#requestOne(id)));
  }

  /** Requests those again that could not be read. */
  async retry(): Promise<void> {
    const ids = [...this.#failed];
    this.#failed.clear();
    if (ids.length > 0) await this.request(ids);
  }

  async #requestOne(id: number): Promise<void> {
    try {
      this.#receiver.onNames(await this.#names.request(id));
    } catch (error) {
      this.#failed.add(id);
      this.#receiver.onError(error);
    }
  }
}
