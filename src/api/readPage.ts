// One page of a list: its address, its envelope, its records.
import * as z from 'zod';
import { type SafeBaseUrl, withoutEndSlashes } from '#api/http/safeBaseUrl.ts';
import { ApiError, type ApiErrorFields } from './apiError.ts';
import type { RecordReader } from './readRecord.ts';
import { pageSchema } from './responseSchemas.ts';
import type { Page, PageOptions } from './clientTypes.ts';

const compiledPage = z.compile(pageSchema);

export function pagePath(path: string, { limit, offset }: PageOptions): string {
  const query = [
    ...(limit === undefined ? [] : [`limit=${wholeNumber(limit, 'limit')}`]),
    ...(offset === undefined ? [] : [`offset=${wholeNumber(offset, 'offset')}`]),
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
