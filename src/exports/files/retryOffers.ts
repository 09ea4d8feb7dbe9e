/** Offers to run something again, by the keys of what they run. An offer holds until each of its keys was ended. */
export class RetryOffers {
  readonly #offers = new Set<{ readonly left: Set<string>; readonly over: AbortController }>();

  /** @returns what aborts once the offer no longer holds */
  open(keys: readonly string[]): AbortSignal {
    const offer = { left: new Set(keys), over: new AbortController() };
    this.#offers.add(offer);
    return offer.over.signal;
  }

  /** Without a key, all offers end. */
  end(key?: string): void {
    for (const offer of this.#offers) {
      if (key === undefined) offer.left.clear();
      else offer.left.delete(key);
      if (offer.left.size > 0) continue;
      this.#offers.delete(offer);
      offer.over.abort();
    }
  }
}
