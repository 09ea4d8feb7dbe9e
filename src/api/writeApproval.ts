// What a write needs besides its request: a person's approval, and a guard that accepts it. Each try of a call that is
// not a GET asks the guard twice, so no resource, verb or caller can go around it: http/transport.ts before the call waits for its
// turn, and http/exchange.ts right before the request is written.

/** An agent calls a tool; undefined is the person. The history says which. */
export type Writer = 'agent' | undefined;

/** That a write may be sent. A resource without one has no verbs that write. */
export class WriteApproval {
  readonly #places: ReadonlySet<string>;
  /** Who makes the write; undefined for the person. */
  readonly by: Writer;

  /** `places`: where the write may go, as the guard names them. Without any, wherever nothing is protected. */
  constructor(places: Iterable<string> = [], by?: Writer) {
    this.#places = new Set(places);
    this.by = by;
  }

  /** Whether it is for some places only. */
  get isBound(): boolean {
    return this.#places.size > 0;
  }

  covers(place: string): boolean {
    return this.#places.has(place);
  }
}

export interface TransportGuard {
  /**
   * Throws ApiError `readOnly` or `unapproved` if the write must not be sent.
   * @param projectId undefined if the request's path names no project
   */
  check(projectId: string | undefined, approval: WriteApproval | undefined): void;
}

/** The code of a refusal: nobody may have set that protection, but those that windows share cannot be read. */
export const unreadableProtections = 'unreadable_protections';
