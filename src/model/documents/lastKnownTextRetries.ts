// Last known texts of a connection that is not offline: a request was lost by itself, so nothing says that the connection is
// back. They are read again once it answers something else.
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Subscription } from '#model/storage/emitter.ts';

const longestWaitMs = 5 * 60_000;

interface Wait {
  readonly ms: number;
  isOver: boolean;
  readonly timer: NodeJS.Timeout;
}

export class LastKnownTextRetries implements Subscription {
  readonly #find: (connectionId: string) => readonly RecordRef[];
  readonly #readAgain: (ref: RecordRef) => void;
  readonly #firstWaitMs: number;
  /** By the id of the connection. */
  readonly #waits = new Map<string, Wait>();

  /**
   * @param find what shows its last known text
   * @param firstWaitMs so long after an answer a text is read again; doubles each time: the text may be what is not answered
   */
  constructor(
    find: (connectionId: string) => readonly RecordRef[],
    readAgain: (ref: RecordRef) => void,
    firstWaitMs = 1000,
  ) {
    this.#find = find;
    this.#readAgain = readAgain;
    this.#firstWaitMs = firstWaitMs;
  }

  /** The connection answered something. */
  answered(connectionId: string): void {
    const before = this.#waits.get(connectionId);
    if (before && !before.isOver) return;
    if (this.#find(connectionId).length === 0) {
      this.#waits.delete(connectionId);
      return;
    }
    const ms = before ? Math.min(before.ms * 2, longestWaitMs) : this.#firstWaitMs;
    const timer = setTimeout(() => {
      wait.isOver = true;
      for (const ref of this.#find(connectionId)) this.#readAgain(ref);
    }, ms);
    const wait: Wait = { ms, isOver: false, timer };
    this.#waits.set(connectionId, wait);
  }

  dispose(): void {
    for (const { timer } of this.#waits.values()) clearTimeout(timer);
  }
}
