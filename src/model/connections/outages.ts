// Shows an outage: one message for everything that fails during it. Once a person closes it, each further failure is a
// short note until the connection is back.
import { isConnectionLoss } from './connectionError.ts';
import type { Subscription } from '#model/storage/emitter.ts';
import type { ConnectionMonitor } from './connectionMonitor.ts';

/** The least time it takes to read a sentence. */
const readMs = 2000;

export interface OutageMessage {
  show(text: string): void;
  close(): void;
}

/** How a failure is shown. */
export interface OutageScreen {
  /** `onClosed` is called where the person closes the message. */
  open(connectionId: string, text: string, onClosed: () => void): OutageMessage;
  /** Shows a sentence for a few seconds. */
  note(connectionId: string, text: string): void;
}

export interface OutageText {
  /** The text of the message; called again after a change. */
  readonly full: (connectionId: string) => string;
  /** The note for a failure after the message was closed. */
  readonly short: string;
}

export class Outages implements Subscription {
  readonly #statuses: ConnectionMonitor;
  readonly #screen: OutageScreen;
  /** Messages of the outages that were shown, by connection; undefined: the person closed its message. */
  readonly #messages = new Map<string, OutageMessage | undefined>();
  /** The last text of a connection's message, in case it closes before a person could read it. */
  readonly #latest = new Map<string, OutageText & { readonly atMs: number }>();
  readonly #now: () => number;
  readonly #subscription: Subscription;

  /** `now`: milliseconds that only rise. */
  constructor(statuses: ConnectionMonitor, screen: OutageScreen, now = () => performance.now()) {
    this.#now = now;
    this.#statuses = statuses;
    this.#screen = screen;
    this.#subscription = statuses.onDidChange((id) => {
      if (statuses.of(id).state !== 'offline') this.#end(id);
    });
  }

  /**
   * `connectionId`: of an error that no request ended in.
   * @returns the connection; undefined for an error that is not of an outage: it needs a message of its own
   */
  async show(
    error: unknown,
    connectionId: string | undefined,
    { full, short }: OutageText,
  ): Promise<string | undefined> {
    const id = this.#statuses.connectionOf(error) ?? connectionId;
    if (id === undefined || !isConnectionLoss(error)) return undefined;
    await this.#statuses.settled(id); // a single request can fail alone: a check shows whether it is an outage
    if (this.#statuses.of(id).state !== 'offline') return undefined;
    const isNew = !this.#messages.has(id);
    const message = this.#messages.get(id);
    if (!isNew && !message) {
      this.#screen.note(id, short);
      return id;
    }
    this.#latest.set(id, { full, short, atMs: this.#now() });
    if (message) message.show(full(id));
    else this.#open(id, full(id));
    return id;
  }

  /** What the message of a connection says has changed. */
  refresh(id: string): void {
    const latest = this.#latest.get(id);
    if (latest) this.#messages.get(id)?.show(latest.full(id));
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const id of [...this.#messages.keys()]) this.#end(id);
  }

  #open(id: string, text: string): void {
    const message = this.#screen.open(id, text, () => {
      if (this.#messages.get(id) !== message) return;
      this.#messages.set(id, undefined);
      this.#noteUnread(id);
    });
    this.#messages.set(id, message);
  }

  #end(id: string): void {
    const message = this.#messages.get(id);
    this.#messages.delete(id); // later failures belong to another outage
    message?.close();
    this.#noteUnread(id);
  }

  #noteUnread(id: string): void {
    const latest = this.#latest.get(id);
    this.#latest.delete(id);
    if (latest && this.#now() - latest.atMs < readMs) this.#screen.note(id, latest.short);
  }
}
