// All pages of a list.
import type { Page } from './types.ts';

export interface Walk<T> {
  /** Path and query of the first page. */
  readonly first: string;
  readonly ask: (at: string, signal: AbortSignal) => Promise<Page<T>>;
  readonly idOf: (record: T) => unknown;
  readonly signal: AbortSignal | undefined;
}

export async function* walkPages<T>({
  first,
  ask,
  idOf,
  signal,
}: Walk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const seen = new Set<unknown>();
  const visited = new Set<string>();
  let at: string | undefined = first;
  while (at !== undefined && !visited.has(at)) {
    visited.add(at);
    const page: Page<T> = await ask(at, signal ?? new AbortController().signal);
    const results = page.results.filter((record) => {
      const id = idOf(record);
      return !seen.has(id) && seen.add(id);
    });
    yield { ...page, results };
    at = page.next;
  }
}
