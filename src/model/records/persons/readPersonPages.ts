// Reads a cohort's persons page by page, for short reads. Exports read ahead and can be resumed.
import { ApiError } from '#api/apiError.ts';
import type { Person } from '#api/responseSchemas.ts';
import type { Cohorts, Page } from '#api/clientTypes.ts';
import { type Cursor, cursorAfter } from '#api/pages.ts';

/**
 * Follows `next`, because a page may be shorter than requested. An offset in it that would skip persons is reduced.
 * Throws ApiError, also (`unexpected`) if `next` does not advance.
 */
export async function* readPersonPages(
  cohorts: Pick<Cohorts, 'persons'>,
  id: number,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Person>, void, undefined> {
  let cursor: Cursor = { offset: 0, limit };
  for (;;) {
    const page = await cohorts.persons(id, { ...cursor, signal });
    yield page;
    const next = cursorAfter({ next: page.next, elements: page.results.length }, cursor);
    if (next === undefined) return;
    if (next === 'stuck') throw doNotAdvance();
    cursor = next;
  }
}

export function doNotAdvance(): ApiError {
  return new ApiError('unexpected', 'The pages of persons do not advance.');
}
