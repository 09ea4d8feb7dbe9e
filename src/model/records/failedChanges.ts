// Failed changes, each with what was typed. They can be retried as long as the window is open, even after
// their message was closed.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';

export interface FailedChange {
  readonly connectionId: string;
  /** The same for a change of the same kind to the same records, which takes its place. */
  readonly key: string;
  /** What failed, as a sentence. */
  readonly attempt: string;
  /** Makes the change again. Where it fails again, it is added again; rejects where it was not even tried. */
  readonly retry: () => Promise<unknown>;
  /** Of a change of several records. */
  readonly parts?: FailedParts;
}

interface FailedParts {
  /** What was to be done to each record. */
  readonly action: string;
  /** Each record as text. */
  readonly records: readonly string[];
  /** What is left of the change with these records alone. */
  readonly keep: (records: readonly string[]) => FailedChange;
}

interface Entry {
  readonly change: FailedChange;
  /** Aborts once the change is none of them any more. */
  readonly gone: AbortController;
}

export class FailedChanges implements Subscription {
  /** By key, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Emitter<string>();

  /** With the connection's id. */
  readonly onDidChange = this.#changed.event;

  get all(): readonly FailedChange[] {
    return [...this.#entries.values()].map(({ change }) => change);
  }

  of(connectionId: string): readonly FailedChange[] {
    return this.all.filter((change) => change.connectionId === connectionId);
  }

  /** @returns what aborts once the change was made, has failed again, or is not wanted any more */
  add(change: FailedChange): AbortSignal {
    const gone = this.#put(change);
    this.#changed.fire(change.connectionId);
    return gone;
  }

  /** The change was made or discarded. @returns whether it was listed */
  drop(key: string): boolean {
    const change = this.#remove(key);
    if (change) this.#changed.fire(change.connectionId);
    return change !== undefined;
  }

  /** These records were changed since: removes them from failed changes of several records. */
  dropParts(action: string, records: readonly string[]): void {
    for (const { key, connectionId, parts } of this.all) {
      if (parts?.action !== action) continue;
      const rest = parts.records.filter((record) => !records.includes(record));
      if (rest.length === parts.records.length) continue;
      this.#remove(key);
      if (rest.length > 0) this.#put(parts.keep(rest));
      this.#changed.fire(connectionId);
    }
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

  #put(change: FailedChange): AbortSignal {
    this.#remove(change.key); // moves to the end as the newest
    const gone = new AbortController();
    this.#entries.set(change.key, { change, gone });
    return gone.signal;
  }

  #remove(key: string): FailedChange | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.gone.abort();
    return entry?.change;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
