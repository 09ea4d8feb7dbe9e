// Failed changes, each with what was typed. They can be retried as long as the window is open, even after
// their message was closed.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import type { ReversibleChange } from './undoHistory.ts';
import type { ProjectRef } from '#model/records/recordRef.ts';

export interface FailedChange {
  readonly connectionId: string;
  /** The same for a change of the same kind to the same records, which takes its place. */
  readonly key: string;
  /** What failed, as a sentence. */
  readonly attempt: string;
  /** Makes the change again. If it fails again, it is added again; rejects if it was not even tried. */
  readonly retry: () => Promise<unknown>;
  /** The failed parts of a change of several records. */
  readonly parts?: FailedParts;
}

interface FailedParts {
  /** What was to be done to each record. */
  readonly action: string;
  /** Each record as text. */
  readonly records: readonly string[];
  /** What was made, as the very list of the change that undoes it. */
  readonly made: readonly ProjectRef[];
  /** What is left of the change with these records alone. */
  readonly keep: (records: readonly string[]) => FailedChange;
}

interface Entry {
  readonly change: FailedChange;
  /** Aborts once nothing is left of the change. */
  readonly gone: AbortController;
}

export class FailedChanges implements Subscription {
  /** Failed changes by key, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Emitter<string>();

  /** Fires with the connection's ID. */
  readonly onDidChange = this.#changed.event;

  get all(): readonly FailedChange[] {
    return [...this.#entries.values()].map(({ change }) => change);
  }

  of(connectionId: string): readonly FailedChange[] {
    return this.all.filter((change) => change.connectionId === connectionId);
  }

  /** @returns what aborts once the whole change was made, has failed again, or is no longer wanted */
  add(change: FailedChange): AbortSignal {
    const gone = new AbortController();
    this.#put({ change, gone });
    this.#changed.fire(change.connectionId);
    return gone.signal;
  }

  /** The change for which `add` returned this signal, without the records that were changed since; empty once it is gone. */
  leftOf(gone: AbortSignal): readonly FailedChange[] {
    const entries = [...this.#entries.values()].filter((entry) => entry.gone.signal === gone);
    return entries.map(({ change }) => change);
  }

  /** The change was made or discarded. @returns whether it was listed */
  drop(key: string): boolean {
    const change = this.#entries.get(key)?.change;
    this.#remove(key);
    if (change) this.#changed.fire(change.connectionId);
    return change !== undefined;
  }

  /** These records were changed since: removes them from failed changes of several records. */
  dropParts(action: string, records: readonly string[]): void {
    for (const { change, gone } of [...this.#entries.values()]) {
      const { key, connectionId, parts } = change;
      if (parts?.action !== action) continue;
      const rest = parts.records.filter((record) => !records.includes(record));
      if (rest.length === parts.records.length) continue;
      this.#entries.delete(key);
      if (rest.length > 0) this.#put({ change: parts.keep(rest), gone });
      else gone.abort();
      this.#changed.fire(connectionId);
    }
  }

  /** All that was made was undone: removes what failed of the same change. */
  undone({ projects }: Pick<ReversibleChange, 'projects'>): void {
    for (const { key, parts } of this.all) if (parts?.made === projects) this.drop(key);
  }

  /** One after the other, in the order in which they failed. Rejects as `retry` does; that change and the rest stay. */
  async retry(changes: readonly FailedChange[]): Promise<void> {
    for (const change of changes) {
      if (!this.drop(change.key)) continue; // already running, or made by hand
      try {
        await change.retry();
      } catch (error) {
        this.add(change);
        throw error;
      }
    }
  }

  #put(entry: Entry): void {
    this.#remove(entry.change.key); // moves to the end as the newest
    this.#entries.set(entry.change.key, entry);
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.gone.abort();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
