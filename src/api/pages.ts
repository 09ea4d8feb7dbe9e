// Lists, exports and shown persons are read page by page: which page comes after one, and the pages that are requested before
// their turn.
import { errorOfAbort, linkAbort } from '#api/http/abortSignals.ts';
import type { Page, ListOptions } from './clientTypes.ts';
import * as z from 'zod';
import { type SafeBaseUrl, withoutEndSlashes } from '#api/http/safeBaseUrl.ts';
import { ApiError, type ApiErrorFields } from './apiError.ts';
import type { RecordReader } from './readRecord.ts';
import { pageSchema } from './responseSchemas.ts';

/** Where a page of persons is. */
export interface Cursor {
  readonly offset: number;
  readonly limit: number;
}

/** Pages in a row without a new record before the paging counts as endless. */
export const maxIdlePages = 20;

/**
 * Where `next` leads. Only its offset and limit are taken, never its host or path, so that the key stays on its
 * own origin. An offset that jumps past what was asked for is pulled back: better a page twice than one left out.
 */
export function cursorAfter(
  end: { readonly next: string | undefined; readonly elements: number },
  from: Cursor,
): Cursor | 'stuck' | undefined {
  if (end.next === undefined || end.next === '') return undefined;
  const query = URL.parse(end.next, 'http://host.invalid')?.searchParams;
  const offset = readCount(query?.get('offset'));
  const limit = readCount(query?.get('limit'));
  if (offset === undefined || offset <= from.offset) return 'stuck';
  const furthest = from.offset + Math.max(from.limit, end.elements);
  return {
    offset: Math.min(offset, furthest),
    limit: limit === undefined || limit === 0 ? from.limit : limit,
  };
}

function readCount(text: string | null | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Guesses that a page's `next` proved wrong before guessing ends: each costs requests. */
const maxWrongGuesses = 2;

interface Requested<At, P> {
  readonly at: At;
  readonly page: Promise<P>;
  readonly aborter: AbortController;
}

/** While a page is being read, the ones that most likely follow are on their way. What `next` says decides. */
export class ReadAhead<At, P> {
  readonly #request: (at: At, signal: AbortSignal) => Promise<P>;
  readonly #keyOf: (at: At) => string;
  /** In the order in which they are expected. */
  #requested: Requested<At, P>[] = [];
  #taken: Requested<At, P> | undefined;
  #wrongGuesses = 0;
  #isEnded = false;

  /** Two places with the same key are the same page. */
  constructor(request: (at: At, signal: AbortSignal) => Promise<P>, keyOf: (at: At) => string) {
    this.#request = request;
    this.#keyOf = keyOf;
  }

  /** The page at `at`, requested now unless it is on its way. Then requests `following`, as long as guesses were right. */
  take(at: At, following: readonly At[]): Promise<P> {
    const [expected] = this.#requested;
    if (expected && this.#keyOf(expected.at) !== this.#keyOf(at)) {
      this.#wrongGuesses++;
      this.drop();
    }
    this.#taken = this.#requested.shift() ?? this.#start(at);
    const guesses = this.#wrongGuesses < maxWrongGuesses ? following.slice(this.#requested.length) : [];
    for (const guess of guesses) this.#requested.push(this.#start(guess));
    return this.#taken.page;
  }

  /** Ends the requests for pages whose turn has not come. */
  drop(): void {
    for (const { aborter } of this.#requested) aborter.abort();
    this.#requested = [];
  }

  /** Ends all requests, that for the page that is being waited for as well. */
  end(): void {
    this.#isEnded = true;
    this.drop();
    this.#taken?.aborter.abort();
  }

  #start(at: At): Requested<At, P> {
    const aborter = new AbortController();
    const page = this.#request(at, aborter.signal);
    if (this.#isEnded) aborter.abort(); // also while it was being requested
    page.catch(() => undefined); // thrown to whoever takes the page
    return { at, page, aborter };
  }
}

export interface Walk<T> {
  /** Path and query of the first page. */
  readonly first: string;
  readonly ask: (at: string, signal: AbortSignal) => Promise<Page<T>>;
  readonly idOf: (record: T) => unknown;
  readonly signal: AbortSignal | undefined;
}

/** Together with the page that is being waited for, as many as there are connections to one origin. */
const maxAhead = 3;

/** The problem of a page after which a walk gives up. */
export const nextStands = 'The next page brings nothing new, so the list ends here.';

/** All pages of a list, in order, each record once. */
export async function* walkPages<T>({
  first,
  ask,
  idOf,
  signal,
}: Walk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const ahead = new ReadAhead(ask, canonicalAddress);
  const unlink = linkAbort(signal, () => ahead.end());
  const known = new Set<unknown>();
  const visited = new Set<string>();
  let following: readonly string[] = [];
  let idlePages = 0;
  try {
    for (let at: string | undefined = first; at !== undefined;) {
      visited.add(canonicalAddress(at));
      const page: Page<T> = await ahead.take(at, following);
      if (signal?.aborted) throw errorOfAbort(signal);
      const results = takeNew(page.results, known, idOf);
      idlePages = results.length > 0 ? 0 : idlePages + 1;
      const leadsOn: boolean =
        page.next === undefined || (idlePages < maxIdlePages && advances(at, page.next, visited));
      const next: string | undefined =
        leadsOn && page.next !== undefined ? withoutGap(at, page.next, page.results.length) : undefined;
      following = next === undefined ? [] : pagesAfter(at, next, page.count);
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

/** `next`, pulled back if its offset jumps past the page at `at`: better a page twice than one left out. */
export function withoutGap(at: string, next: string, elements: number): string {
  const { path, query } = splitAddress(next);
  const limit = readCount(splitAddress(at).query.get('limit')) ?? readCount(query.get('limit')) ?? 0;
  const end = (offsetOf(at) ?? 0) + Math.max(limit, elements);
  const offset = offsetOf(next) ?? 0;
  if (offset <= end || end === (offsetOf(at) ?? 0)) return next;
  query.set('offset', String(end));
  return `${path}?${query.toString()}`;
}

/** Path and query, the parameters in a fixed order, so that two spellings of one page are equal. */
function canonicalAddress(at: string): string {
  const { path, query } = splitAddress(at);
  query.sort();
  return `${path}?${query.toString()}`;
}

/** The page's `offset`; undefined if its address has none that is a number. */
function offsetOf(at: string): number | undefined {
  return readCount(splitAddress(at).query.get('offset'));
}

/** The addresses that most likely follow `next`, the page after `at`: the same step again and again, as far as `count`. */
function pagesAfter(at: string, next: string, count = 0): readonly string[] {
  const nextOffset = offsetOf(next);
  const stride = (nextOffset ?? 0) - (offsetOf(at) ?? 0);
  if (nextOffset === undefined || stride <= 0) return [];
  const { path, query } = splitAddress(next);
  const pages = Math.min(maxAhead, Math.ceil((count - nextOffset) / stride) - 1);
  return Array.from({ length: Math.max(0, pages) }, (_, index) => {
    query.set('offset', String(nextOffset + (index + 1) * stride));
    return `${path}?${query.toString()}`;
  });
}

function splitAddress(at: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', query = ''] = at.split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}

// One page of a list: its address, its envelope, its records.

const compiledPage = z.compile(pageSchema);

export function pagePath(path: string, { limit, offset, isBasic, search }: ListOptions): string {
  const query = [
    ...(limit === undefined ? [] : [`limit=${wholeNumber(limit, 'limit')}`]),
    ...(offset === undefined ? [] : [`offset=${wholeNumber(offset, 'offset')}`]),
    ...(isBasic ? ['basic=true'] : []),
    ...(search === undefined ? [] : [`search=${encodeURIComponent(search)}`]),
  ];
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** `path` is the list's own, which its `next` must stay under. Throws `unexpected` for what is not a page. */
export function readPage<T>(
  json: unknown,
  read: RecordReader<T>,
  path: string,
  address: SafeBaseUrl,
  fields: ApiErrorFields,
): Page<T> {
  const envelope = compiledPage.safeParse(json);
  if (!envelope.success) throw new ApiError('unexpected', 'The response is not a page of records.', fields);
  const { count, next, results } = envelope.data;
  const records: T[] = [];
  const problems: string[] = [];
  for (const [index, raw] of results.entries()) {
    const reading = read(raw, index + 1);
    if (reading.record !== undefined) records.push(reading.record);
    if (reading.problems.length > 0) problems.push(...reading.problems);
  }
  const safeNext = next && typeof next === 'string' ? nextPagePath(next, path, address) : undefined;
  if (next && safeNext === undefined) problems.push(nextElsewhere);
  return { results: records, count: count ?? undefined, next: safeNext, problems };
}

/** The problem of a page whose `next` leads away from its list. */
export const nextElsewhere = 'The next page is at another address. Such links are not followed.';

function wholeNumber(value: number, attr: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ApiError('invalid', `The ${attr} must be a whole number.`, { attr });
}

/**
 * The path and query to ask for when a response for `path` names `next` as its next page, or undefined if `next`
 * leads to another path. Scheme and host are ignored: behind a proxy they are often wrong, and the request goes to the
 * connection's own origin in any case. Service and proxy may disagree about the prefix as well.
 */
export function nextPagePath(next: string, path: string, address: SafeBaseUrl): string | undefined {
  const url = URL.parse(next, address.origin + path);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const named = comparablePath(url.pathname);
  const own = comparablePath(path);
  const withoutPrefix = comparablePath(path.slice(address.prefix.length));
  return named === own || named === withoutPrefix ? path + url.search : undefined;
}

function comparablePath(path: string): string {
  const trimmed = withoutEndSlashes(path);
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed; // a stray percent sign: compare as written
  }
}
