// Offers to resume incomplete exports. An offer holds until each of its exports was started again (or, with `until`, is
// done), or until what was kept of it was deleted.
import type { Checkpoint } from './checkpointFile.ts';

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

/** An export of a cohort in a format; where a part of it was kept, that part alone. */
export interface Offered extends Pick<Checkpoint, 'tag' | 'format'> {
  readonly partPath?: string | undefined;
  /** The offer holds until such an export is done: one that fails does not end it. */
  readonly until?: 'done' | undefined;
}

const offers = new RetryOffers();

/** @returns what aborts once the offer no longer holds */
export function openOffer(...offered: readonly Offered[]): AbortSignal {
  return offers.open(offered.map(keyOf));
}

/** The export is started again, done or deleted; without an argument all of them are. */
export function endOffers(offered?: Offered): void {
  offers.end(offered && keyOf(offered));
}

function keyOf({ tag, format, partPath, until }: Offered): string {
  return partPath ?? `${until ?? 'started'} ${format} ${tag}`;
}
