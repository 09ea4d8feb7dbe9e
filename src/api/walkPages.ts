// All pages of a list, in order, each record once. While a page is on its way the next ones are asked for as well, at
// the addresses that `next` will most likely have; what `next` then really says decides.
import { linkAbort } from '#api/http/abortSignals.ts';
import { cancelledError } from './apiError.ts';
import type { Page } from './clientTypes.ts';
import { maxIdlePages } from './pageCursor.ts';

export interface Walk<T> {
  /** Path and query of the first page. */
  readonly first: string;
  /** Calls `onReceived` as soon as its connection is free, before the response is parsed. */
  readonly ask: (at: string, signal: AbortSignal, onReceived: () => void) => Promise<Page<T>>;
  readonly idOf: (record: T) => unknown;
  readonly signal: AbortSignal | undefined;
}

/** The most requests at a time: the connections to one origin. */
const maxAsked = 4;
/** Pages that may be unread or in flight when the reader is slow or an early page is late. */
const maxAhead = 8;

/** The problem of a page after which a walk gives up. */
export const nextStands = 'The next page brings nothing new, so the list ends here.';

export async function* walkPages<T>({
  first,
  ask,
  idOf,
  signal,
}: Walk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const ahead = new ReadAhead(ask);
  const unlink = linkAbort([signal], () => ahead.end());
  const known = new Set<unknown>();
  const visited = new Set<string>();
  let barren = 0;
  try {
    for (let at: string | undefined = first; at !== undefined;) {
      visited.add(canonicalAddress(at));
      const page: Page<T> = await ahead.take(at);
      if (signal?.aborted) throw cancelledError();
      const results = takeNew(page.results, known, idOf);
      barren = results.length > 0 ? 0 : barren + 1;
      const leadsOn: boolean =
        page.next === undefined || (barren < maxIdlePages && advances(at, page.next, visited));
      const next: string | undefined = leadsOn ? page.next : undefined;
      if (next !== undefined) ahead.expect(at, next, page.count);
      yield { ...page, results, next, problems: leadsOn ? page.problems : [...page.problems, nextStands] };
      at = next;
    }
  } finally {
    unlink();
    ahead.end();
  }
}

/** The records with new ids; the list itself if all are new, which is nearly always the case. */
function takeNew<T>(records: readonly T[], known: Set<unknown>, idOf: (record: T) => unknown): readonly T[] {
  const expected = known.size + records.length;
  const fresh: T[] = [];
  for (const record of records) {
    const { size } = known;
    if (known.add(idOf(record)).size > size) fresh.push(record);
  }
  return known.size === expected ? records : fresh;
}

function advances(at: string, next: string, visited: ReadonlySet<string>): boolean {
  if (visited.has(canonicalAddress(next))) return false;
  const [from, to] = [offsetOf(at), offsetOf(next)];
  return to === undefined || to > (from ?? 0);
}

interface Asked<T> {
  /** Canonical. */
  readonly address: string;
  readonly page: Promise<Page<T>>;
  readonly aborter: AbortController;
}

/** Pages that were asked for and not yet taken, in the order in which they are expected. */
class ReadAhead<T> {
  readonly #ask: Walk<T>['ask'];
  #asked: Asked<T>[] = [];
  #taken: Asked<T> | undefined;
  #underWay = 0;
  #predicted: Iterator<string> | undefined;
  #misses = 0;

  constructor(ask: Walk<T>['ask']) {
    this.#ask = ask;
  }

  /** The page at `at`: one that was asked for ahead, else now. */
  async take(at: string): Promise<Page<T>> {
    const address = canonicalAddress(at);
    if (this.#asked[0]?.address !== address) {
      this.#abandon();
      this.#start(at);
    }
    this.#taken = this.#asked.shift();
    this.#fill();
    if (this.#taken === undefined) throw new TypeError('nothing was asked for');
    return this.#taken.page;
  }

  /** Records what follows page `at`. Drops wrong predictions; after a few, stops predicting. */
  expect(at: string, next: string, count: number | undefined): void {
    const expected = this.#asked[0];
    if (expected !== undefined && expected.address === canonicalAddress(next)) return;
    if (expected !== undefined) this.#misses++;
    this.#abandon();
    if (this.#misses >= 3) return;
    this.#predicted = predictPages(at, next, count);
    this.#fill();
  }

  /** Ends all requests, that for the page that is being waited for as well. */
  end(): void {
    this.#taken?.aborter.abort();
    this.#abandon();
  }

  #abandon(): void {
    for (const { aborter } of this.#asked) aborter.abort();
    this.#asked = [];
    this.#predicted = undefined;
  }

  #fill(): void {
    while (this.#predicted && this.#underWay < maxAsked && this.#asked.length < maxAhead) {
      const following = this.#predicted.next();
      if (following.done) return;
      this.#start(following.value);
    }
  }

  #start(at: string): void {
    const aborter = new AbortController();
    let isOver = false;
    const settle = (): void => {
      if (isOver) return;
      isOver = true;
      this.#underWay--;
      this.#fill();
    };
    this.#underWay++;
    const page = this.#ask(at, aborter.signal, settle);
    this.#asked.push({ address: canonicalAddress(at), page, aborter });
    page.catch(settle); // thrown to whoever takes the page
  }
}

// Where the pages after the next one will be, by offset and stride.

/** Path and query, the parameters in a fixed order, so that two spellings of one page are equal. */
function canonicalAddress(at: string): string {
  const { path, query } = splitAddress(at);
  query.sort();
  return `${path}?${query.toString()}`;
}

/** The page's `offset`; undefined if its address has none that is a number. */
function offsetOf(at: string): number | undefined {
  const value = splitAddress(at).query.get('offset');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/**
 * Addresses from `next` on, given that it follows the page at `at`: the same step again and again, as far as `count`
 * says that there are records, or without end if the service does not count. Only `next` if it has no offset.
 */
function* predictPages(
  at: string,
  next: string,
  count: number | undefined,
): Generator<string, void, undefined> {
  yield next;
  const nextOffset = offsetOf(next);
  if (nextOffset === undefined) return;
  const stride = nextOffset - (offsetOf(at) ?? 0);
  if (stride <= 0) return;
  const { path, query } = splitAddress(next);
  for (let offset = nextOffset + stride; offset < (count ?? Infinity); offset += stride) {
    query.set('offset', String(offset));
    yield `${path}?${query.toString()}`;
  }
}

function splitAddress(at: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', query = ''] = at.split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}
