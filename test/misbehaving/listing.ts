// A list of records behind the page envelope, as the interface has it (section 2.4) and as services get it wrong.
import type { Act, Received } from './server.ts';
import { json } from './acts.ts';

export interface ListingFaults {
  /** Fewer rows than `limit` on the n-th page asked for, though `next` exists. */
  readonly shortPage?: (index: number) => number | undefined;
  /** Before the n-th page is answered, this many records move from the list's front to its end. */
  readonly move?: (index: number) => number;
  /** What is done to `next` before it is sent. */
  readonly rewriteNext?: (next: string | null, offset: number) => unknown;
  readonly count?: (trueCount: number) => unknown;
}

const defaultLimit = 100;

/** An act per request for a list whose records are `records`, at whatever path it is asked. */
export function createListing(records: readonly object[], faults: ListingFaults = {}) {
  const list = [...records];
  return (request: Received, index: number): Act => {
    list.push(...list.splice(0, faults.move?.(index) ?? 0));
    const url = new URL(request.url, 'http://service.internal');
    const limit = positive(url.searchParams.get('limit')) ?? defaultLimit;
    const offset = positive(url.searchParams.get('offset')) ?? 0;
    const rows = list.slice(offset, offset + Math.min(limit, faults.shortPage?.(index) ?? limit));
    url.searchParams.set('limit', String(limit));
    url.searchParams.set('offset', String(offset + limit));
    // Another scheme and host than the client's, as behind a proxy that ends TLS.
    const next = offset + limit < list.length ? url.href : null;
    return json({
      count: faults.count ? faults.count(list.length) : list.length,
      next: faults.rewriteNext ? faults.rewriteNext(next, offset) : next,
      previous: null,
      results: rows,
    });
  };
}

/** Cohorts with the ids 1 to `count`. */
export function createCohorts(count: number): readonly { readonly id: number; readonly name: string }[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Cohort ${index + 1}` }));
}

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 ? value : undefined;
}
