// Which page comes after one, wherever pages are followed by their offset.

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
