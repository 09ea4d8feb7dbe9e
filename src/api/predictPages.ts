// Where the pages after the next one will be, by offset and stride.

/** Path and query, the parameters in a fixed order, so that two spellings of one page are equal. */
export function canonicalAddress(at: string): string {
  const { path, query } = splitAddress(at);
  query.sort();
  return `${path}?${query.toString()}`;
}

/** The page's `offset`; undefined where its address has none that is a number. */
export function offsetOf(at: string): number | undefined {
  const value = splitAddress(at).query.get('offset');
  return value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/**
 * Addresses from `next` on, given that it follows the page at `at`: the same step again and again, as far as `count`
 * says that there are records, or without end where the service does not count. Only `next` where it has no offset.
 */
export function* predictPages(
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
