// What failed or was interrupted, and can be tried again as long as the window is open: changes with what was typed, exports,
// comparisons, and documents that could not be read.
import { Emitter, type Subscription } from '#model/storage/emitter.ts';
import { Backoff } from './connectionMonitor.ts';

/** It can be tried again until each of its keys was dropped. */
export interface Retriable {
  /** What is to be done, as texts that are the same for the same. */
  readonly keys: readonly string[];
}

/** A read that is tried again by itself. */
export interface FailedRead extends Retriable {
  readonly connectionId: string;
  /** Its connection responds to another request, although it was not offline; or it is back after an outage. */
  readonly when: 'answered' | 'recovered';
  readonly readAgain: () => void;
}

/** A change that a person tries again, also after its message was closed. */
export interface FailedChange extends Retriable {
  readonly connectionId: string;
  /** What failed, as a sentence. */
  readonly attempt: string;
  /** Makes the change again. If it fails again, it is added again; rejects if it was not even tried. */
  readonly retry: () => Promise<unknown>;
  /** The service refused it: to send the same again helps only once something else has changed. */
  readonly isRefused?: boolean | undefined;
  /** What was made of it, as the very list of the change that undoes that. */
  readonly made?: readonly object[];
  /** The change with these of its keys alone. Without it, dropping one key leaves the change as it is. */
  readonly keep?: (keys: readonly string[]) => FailedChange;
}

interface Entry {
  item: Retriable;
  readonly left: Set<string>;
  /** Aborts once it can no longer be tried again. */
  readonly gone: AbortController;
}

interface Waiting {
  readonly backoff: Backoff;
  /** Undefined once it has fired: the next response sets another one. */
  timer: NodeJS.Timeout | undefined;
}

export class RetryRegistry implements Subscription {
  readonly #firstWaitMs: number;
  /** The oldest first. */
  readonly #entries = new Set<Entry>();
  /** By connection. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #changed = new Emitter<string>();

  /** Fires with the ID of the connection whose failed changes are others now. */
  readonly onDidChange = this.#changed.event;

  /** @param firstWaitMs before the first read of what fails although its connection responds; doubles each time */
  constructor(firstWaitMs = 1000) {
    this.#firstWaitMs = firstWaitMs;
  }

  get changes(): readonly FailedChange[] {
    return this.#items.filter((item) => isChange(item));
  }

  changesOf(connectionId: string): readonly FailedChange[] {
    return this.changes.filter((change) => change.connectionId === connectionId);
  }

  /** Those that the service did not refuse: an outage, the key or trouble of the service is to blame. */
  lostOf(connectionId: string): readonly FailedChange[] {
    return this.changesOf(connectionId).filter(({ isRefused }) => isRefused !== true);
  }

  /** @returns what aborts once it was done, has failed again, or is no longer wanted */
  add(item: Retriable | FailedRead | FailedChange): AbortSignal {
    const gone = new AbortController();
    this.#entries.add({ item, left: new Set(item.keys), gone });
    this.#fire(item);
    return gone.signal;
  }

  /** The change for which `add` returned this signal, without the keys that were dropped since; empty once it is gone. */
  leftOf(gone: AbortSignal): readonly FailedChange[] {
    const items = [...this.#entries].filter((entry) => entry.gone.signal === gone).map(({ item }) => item);
    return items.filter((item) => isChange(item));
  }

  /** These were begun again, done or discarded. @returns whether anything had one of the keys */
  drop(...keys: readonly string[]): boolean {
    let hasDropped = false;
    for (const entry of [...this.#entries]) {
      const { item, left } = entry;
      if (keys.filter((key) => left.delete(key)).length === 0) continue;
      hasDropped = true;
      if (left.size === 0) this.#remove(entry);
      else if (isChange(item) && item.keep) entry.item = item.keep([...left]);
      this.#fire(item);
    }
    return hasDropped;
  }

  /** Drops all keys that begin so. */
  dropAll(start: string): void {
    const keys = [...this.#entries].flatMap(({ left }) => [...left]);
    this.drop(...keys.filter((key) => key.startsWith(start)));
  }

  /** All that was made was undone: removes what failed of the same change. */
  undone(made: readonly object[]): void {
    for (const change of this.changes) if (change.made === made) this.drop(...change.keys);
  }

  /** One after the other, in the order in which they failed. Rejects as `retry` does; that change and the rest stay. */
  async retry(changes: readonly FailedChange[]): Promise<void> {
    for (const { keys } of changes) {
      // Without what was made by hand meanwhile; none if it is already running, or all was.
      const change = this.changes.find((one) => one.keys.some((key) => keys.includes(key)));
      if (!change) continue;
      this.drop(...change.keys);
      try {
        await change.retry();
      } catch (error) {
        this.add(change);
        throw error;
      }
    }
  }

  /** The connection is back, or there may be others now. Without an ID: all. */
  recovered(connectionId?: string): void {
    for (const read of this.#reads('recovered'))
      if (connectionId === undefined || read.connectionId === connectionId) read.readAgain();
  }

  /** The connection responded to some request. The service may fail on what is read again alone, so waits grow. */
  answered(connectionId: string): void {
    const failed = () => this.#reads('answered').filter((read) => read.connectionId === connectionId);
    const waiting: Waiting = this.#waiting.get(connectionId) ?? {
      backoff: new Backoff(this.#firstWaitMs),
      timer: undefined,
    };
    if (waiting.timer !== undefined) return;
    if (failed().length === 0) {
      this.#waiting.delete(connectionId);
      return;
    }
    this.#waiting.set(connectionId, waiting);
    waiting.timer = setTimeout(() => {
      waiting.timer = undefined;
      for (const read of failed()) read.readAgain();
    }, waiting.backoff.next());
  }

  get #items(): readonly Retriable[] {
    return [...this.#entries].map(({ item }) => item);
  }

  #reads(when: FailedRead['when']): readonly FailedRead[] {
    return this.#items.filter((item) => isRead(item)).filter((read) => read.when === when);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    entry.gone.abort();
  }

  #fire(item: Retriable): void {
    if (isChange(item)) this.#changed.fire(item.connectionId);
  }

  dispose(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#changed.dispose();
  }
}

function isChange(item: Retriable): item is FailedChange {
  return 'attempt' in item;
}

function isRead(item: Retriable): item is FailedRead {
  return 'readAgain' in item;
}
