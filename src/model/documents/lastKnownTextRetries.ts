// Last known texts of a connection that is not offline: a request was lost by itself, so nothing says that the connection is
// back. They are read again once it responds to something else.
import type { RecordRef } from '#model/records/recordRef.ts';
import { Backoff } from '#model/connections/connectionMonitor.ts';
import type { Subscription } from '#model/storage/emitter.ts';

interface Retry {
  readonly backoff: Backoff;
  /** Undefined once it has fired: the next response sets another one. */
  timer: NodeJS.Timeout | undefined;
}

export class LastKnownTextRetries implements Subscription {
  readonly #find: (connectionId: string) => readonly RecordRef[];
  readonly #readAgain: (ref: RecordRef) => void;
  readonly #firstWaitMs: number;
  /** Retries by the ID of the connection. */
  readonly #retries = new Map<string, Retry>();

  /**
   * @param find what shows its last known version
   * @param firstWaitMs first retry delay; doubles each time, because the service may fail on this text alone
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

  /** The connection responded to some request. */
  answered(connectionId: string): void {
    const known = this.#retries.get(connectionId);
    const retry: Retry = known ?? { backoff: new Backoff(this.#firstWaitMs), timer: undefined };
    if (retry.timer !== undefined) return;
    if (this.#find(connectionId).length === 0) {
      this.#retries.delete(connectionId);
      return;
    }
    this.#retries.set(connectionId, retry);
    retry.timer = setTimeout(() => {
      retry.timer = undefined;
      for (const ref of this.#find(connectionId)) this.#readAgain(ref);
    }, retry.backoff.next());
  }

  dispose(): void {
    for (const { timer } of this.#retries.values()) clearTimeout(timer);
  }
}
