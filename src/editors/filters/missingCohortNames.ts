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
  #isDisposed = false;

  constructor(names: Pick<SuggestedNames, 'known' | 'request'>, receiver: NameReceiver) {
    this.#names = names;
    this.#receiver = receiver;
  }

  /** The loaded ones immediately, each of the others when the service has responded. */
  async request(ids: readonly number[]): Promise<void> {
    const known = this.#names.known(ids);
    this.#receiver.onNames(known);
    const missing = ids.filter((id) => !known.cohorts.some((cohort) => cohort.id === id));
    for (let at = 0; at < missing.length && !this.#isDisposed; at += maxRequested) {
      const portion = missing.slice(at, at + maxRequested);
      const areRead = await Promise.all(portion.map(async (id) => this.#requestOne(id)));
      if (areRead.includes(true)) continue;
      for (const id of missing.slice(at + maxRequested)) this.#failed.add(id); // the next retry requests them, too
      return;
    }
  }

  /** Ends requests that have not begun. */
  dispose(): void {
    this.#isDisposed = true;
  }

  /** Requests those again that could not be read. */
  async retry(): Promise<void> {
    const ids = [...this.#failed];
    this.#failed.clear();
    if (ids.length > 0) await this.request(ids);
  }

  /** @returns whether it could be read */
  async #requestOne(id: number): Promise<boolean> {
    try {
      this.#receiver.onNames(await this.#names.request(id));
      return true;
    } catch (error) {
      this.#failed.add(id);
      this.#receiver.onError(error);
      return false;
    }
  }
}
