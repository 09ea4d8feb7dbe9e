// Lists, exports and shown persons are read page by page: which page comes after one, and the pages that are requested before
// their turn.
import * as z from 'zod';
import { errorOfAbort, linkAbort } from '#api/http/abortSignals.ts';
import { ApiError, type ApiErrorFields, isApiError } from './apiError.ts';
import {
  type Cursor,
  type ListOptions,
  maxIdlePages,
  nextStands,
  type Page,
  type PageOptions,
} from './clientTypes.ts';
import type { RecordReader } from './readRecord.ts';
import { pageSchema } from './responseSchemas.ts';

/** Records of a page for which no limit is given. */
const defaultPageSize = 100;

/**
 * Where `next` leads. Only its offset and limit are taken, never its host or path, so that the key stays on its
 * own origin. An offset that jumps past what was asked for is pulled back: better a page twice than one left out.
 */
export function cursorAfter(
  end: { readonly next: unknown; readonly elements: number },
  from: Cursor,
): Cursor | 'stuck' | undefined {
  if (end.next === undefined || end.next === null || end.next === '') return undefined;
  const link = typeof end.next === 'string' ? end.next : '';
  const query = URL.parse(link, 'http://host.invalid')?.searchParams;
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

interface Requested<P> {
  readonly at: Cursor;
  readonly page: Promise<P>;
  readonly aborter: AbortController;
}

/** While a page is being read, the ones that most likely follow are on their way. What `next` says decides. */
export class ReadAhead<P> {
  readonly #request: (at: Cursor, signal: AbortSignal) => Promise<P>;
  /** In the order in which they are expected. */
  #requested: Requested<P>[] = [];
  #taken: Requested<P> | undefined;
  #wrongGuesses = 0;
  #isEnded = false;

  constructor(request: (at: Cursor, signal: AbortSignal) => Promise<P>) {
    this.#request = request;
  }

  /**
   * The page at `at`, requested now unless it is on its way. Then requests those that follow, as long as guesses were right: at
   * most `maxAhead`, and none past `count` records.
   */
  take({ offset, limit }: Cursor, count: number, maxAhead: number): Promise<P> {
    const [expected] = this.#requested;
    if (expected && (expected.at.offset !== offset || expected.at.limit !== limit)) {
      this.#wrongGuesses++;
      this.drop();
    }
    this.#taken = this.#requested.shift() ?? this.#start({ offset, limit });
    const pages = this.#wrongGuesses < maxWrongGuesses ? Math.ceil((count - offset) / limit) - 1 : 0;
    for (let next = this.#requested.length + 1; next <= Math.min(pages, maxAhead); next++)
      this.#requested.push(this.#start({ offset: offset + next * limit, limit }));
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

  #start(at: Cursor): Requested<P> {
    const aborter = new AbortController();
    const page = this.#request(at, aborter.signal);
    if (this.#isEnded) aborter.abort(); // also while it was being requested
    page.catch(() => undefined); // thrown to whoever takes the page
    return { at, page, aborter };
  }
}

interface Walk<P> {
  readonly start: Cursor;
  readonly ahead: Pick<ReadAhead<unknown>, 'end'>;
  readonly read: (at: Cursor) => Promise<P>;
  readonly signal: AbortSignal | undefined;
}

/** A page that was read, of a list or an export. */
interface WalkedPage {
  readonly next: Cursor | 'stuck' | undefined;
  readonly hasNew: boolean;
}

/** All pages, in order; `isCutShort` is true of a last one whose `next` led nowhere new. */
export async function* walkPages<P extends WalkedPage>({
  start,
  ahead,
  read,
  signal,
}: Walk<P>): AsyncGenerator<P & { readonly next: Cursor | undefined; readonly isCutShort: boolean }> {
  const unlink = linkAbort(signal, () => ahead.end());
  let idlePages = 0;
  try {
    for (let at: Cursor | undefined = start; at !== undefined;) {
      const page = await read(at);
      idlePages = page.hasNew ? 0 : idlePages + 1;
      const next: Cursor | undefined =
        page.next === 'stuck' || idlePages >= maxIdlePages ? undefined : page.next;
      const isCutShort = page.next !== undefined && next === undefined;
      yield { ...page, next, isCutShort };
      at = next;
    }
  } finally {
    unlink();
    ahead.end();
  }
}

interface ListWalk<T> {
  readonly start: Pick<PageOptions, 'offset' | 'limit'>;
  readonly ask: (at: Cursor, signal: AbortSignal) => Promise<Page<T>>;
  readonly idOf: (record: T) => unknown;
  readonly signal: AbortSignal | undefined;
}

/** Together with the page that is being waited for, as many as there are connections to one origin. */
const maxAhead = 3;

/** All pages of a list, in order, each record once. */
export async function* listPages<T>({
  start: { offset = 0, limit = defaultPageSize },
  ask,
  idOf,
  signal,
}: ListWalk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const ahead = new ReadAhead(ask);
  const known = new Set<unknown>();
  let count = 0;
  const read = async (at: Cursor) => {
    const page = await ahead.take(at, count, maxAhead);
    if (signal?.aborted) throw errorOfAbort(signal);
    count = page.count ?? 0;
    const results = takeNew(page.results, known, idOf);
    return { page: { ...page, results }, next: page.next, hasNew: results.length > 0 };
  };
  for await (const { page, next, isCutShort } of walkPages({ start: { offset, limit }, ahead, read, signal }))
    yield { ...page, next, problems: isCutShort ? [...page.problems, nextStands] : page.problems };
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

// One page of a list: its address, its envelope, its records.

const compiledPage = z.compile(pageSchema);

export function pagePath(path: string, { limit, offset, search }: ListOptions): string {
  const query = [
    ...(limit === undefined ? [] : [`limit=${wholeNumber(limit, 'limit')}`]),
    ...(offset === undefined ? [] : [`offset=${wholeNumber(offset, 'offset')}`]),
    ...(search === undefined ? [] : [`search=${encodeURIComponent(search)}`]),
  ];
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** @param at where the page was asked for. Throws `unexpected` for what is not a page. */
export function readPage<T>(
  json: unknown,
  read: RecordReader<T>,
  { offset = 0, limit = defaultPageSize }: Pick<PageOptions, 'offset' | 'limit'>,
  fields: ApiErrorFields,
): Page<T> {
  const envelope = compiledPage.safeParse(json);
  if (!envelope.success) throw new ApiError('unexpected', 'The response is not a page of records.', fields);
  const { count, results } = envelope.data;
  const records: T[] = [];
  const problems: string[] = [];
  for (const [index, raw] of results.entries()) {
    const reading = read(raw, index + 1);
    if (reading.record !== undefined) records.push(reading.record);
    if (reading.problems.length > 0) problems.push(...reading.problems);
  }
  const next = cursorAfter({ next: envelope.data.next, elements: results.length }, { offset, limit });
  if (next === 'stuck') problems.push(nextStands);
  return { results: records, count: count ?? undefined, next: next === 'stuck' ? undefined : next, problems };
}

/**
 * Requests a page again with a tenth of its records, down to one, as long as its response is too large. Its `next` leads
 * on from there.
 */
export async function inSmallerPages<O extends Pick<PageOptions, 'limit'>, P>(
  options: O,
  request: (options: O) => Promise<P>,
): Promise<P> {
  try {
    return await request(options);
  } catch (error) {
    const { limit = defaultPageSize } = options;
    if (!isApiError(error, 'unexpected') || error.code !== 'too_large' || limit <= 1) throw error;
    return inSmallerPages({ ...options, limit: Math.ceil(limit / 10) }, request);
  }
}

function wholeNumber(value: number, attr: string): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new ApiError('invalid', `The ${attr} must be a whole number.`, { attr });
}
