// Changes that failed, each with what was typed: they can be made again as long as the window is open, whatever became of
// the message that said so.
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

export class FailedChanges implements Subscription {
  /** By key, the oldest first. */
  readonly #changes = new Map<string, FailedChange>();
  readonly #changed = new Emitter<string>();

  /** With the connection's id. */
  readonly onDidChange = this.#changed.event;

  get all(): readonly FailedChange[] {
    return [...this.#changes.values()];
  }

  of(connectionId: string): readonly FailedChange[] {
    return this.all.filter((change) => change.connectionId === connectionId);
  }

  add(change: FailedChange): void {
    this.#changes.delete(change.key); // it is the newest now
    this.#changes.set(change.key, change);
    this.#changed.fire(change.connectionId);
  }

  /** The change was made, or nobody wants it any more. @returns whether it was there */
  drop(key: string): boolean {
    const change = this.#changes.get(key);
    this.#changes.delete(key);
    if (change) this.#changed.fire(change.connectionId);
    return change !== undefined;
  }

  /** Something of its own has become of these records: no change of several holds for them any more. */
  dropParts(action: string, records: readonly string[]): void {
    for (const { key, connectionId, parts } of this.all) {
      if (parts?.action !== action) continue;
      const rest = parts.records.filter((record) => !records.includes(record));
      if (rest.length === parts.records.length) continue;
      this.#changes.delete(key);
      const left = rest.length > 0 ? parts.keep(rest) : undefined;
      if (left) this.#changes.set(left.key, left);
      this.#changed.fire(connectionId);
    }
  }

  /** One after the other, in the order in which they failed. Rejects as `retry` does; that change and the rest stay. */
  async retry(changes: readonly FailedChange[]): Promise<void> {
    for (const change of changes) {
      if (!this.drop(change.key)) continue; // it runs already, or was made by hand
      try {
        await change.retry();
      } catch (error) {
        this.add(change);
        throw error;
      }
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
