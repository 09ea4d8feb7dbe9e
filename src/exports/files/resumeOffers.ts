// Offers to resume incomplete exports. One holds until each of its exports was started again or, if it says so, is done, or
// what was kept of it was deleted.
import type { Checkpoint } from './checkpoint.ts';

/** An export of a cohort in a format; where a part of it was kept, that part alone. */
export interface Offered extends Pick<Checkpoint, 'tag' | 'format'> {
  readonly partPath?: string | undefined;
  /** The offer holds until such an export is done: one that fails does not end it. */
  readonly until?: 'done' | undefined;
}

interface Offer {
  /** Exports that it still holds for. */
  readonly left: Set<string>;
  readonly over: AbortController;
}

const offers = new Set<Offer>();

/** @returns what aborts once the offer no longer holds */
export function openOffer(...offered: readonly Offered[]): AbortSignal {
  const offer = { left: new Set(offered.map(keyOf)), over: new AbortController() };
  offers.add(offer);
  return offer.over.signal;
}

/** The export is started again, done or deleted; without an argument all of them are. */
export function endOffers(offered?: Offered): void {
  for (const offer of offers) {
    if (offered) offer.left.delete(keyOf(offered));
    else offer.left.clear();
    if (offer.left.size > 0) continue;
    offers.delete(offer);
    offer.over.abort();
  }
}

function keyOf({ tag, format, partPath, until }: Offered): string {
  return partPath ?? `${until ?? 'started'} ${format} ${tag}`;
}
