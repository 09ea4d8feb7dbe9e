// How urgent a request is against others of its connection. Interactive requests go first; exports share the
// rest.

export type Urgency =
  /** A person is waiting for it. Exports leave one socket free for it. */
  | 'interactive'
  /** The next page of an export, or its CSV. */
  | 'export'
  /** A page that an export will need later. It is dropped as soon as its socket is needed. */
  | 'early';

export interface Priority {
  readonly urgency: Urgency;
  /** The export that asks, of a request that is not interactive. */
  readonly lane?: Lane | undefined;
  /** Calls `listener` when `urgency` has changed. */
  onDidChange?(listener: () => void): void;
}

export const interactivePriority: Priority = { urgency: 'interactive' };
export const exportPriority: Priority = { urgency: 'export' };

/** One export. How many there are decides how many pages each may open early. */
export class Lane {
  readonly #onClose: (() => void)[] = [];
  #isClosed = false;
  /** The priority of the export's next page. */
  readonly next: Priority = { urgency: 'export', lane: this };

  get isClosed(): boolean {
    return this.#isClosed;
  }

  early(): EarlyPriority {
    return new EarlyPriority(this);
  }

  onDidClose(listener: () => void): void {
    this.#onClose.push(listener);
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of this.#onClose.splice(0)) listener();
  }
}

/** The priority of a page that is requested before its turn. */
export class EarlyPriority implements Priority {
  readonly lane: Lane;
  #isTurn = false;
  #listener: (() => void) | undefined;

  constructor(lane: Lane) {
    this.lane = lane;
  }

  get urgency(): Urgency {
    return this.#isTurn ? 'export' : 'early';
  }

  /** The page's turn has come: it is no longer dropped. */
  promote(): void {
    this.#isTurn = true;
    this.#listener?.();
  }

  onDidChange(listener: () => void): void {
    this.#listener = listener;
  }
}
