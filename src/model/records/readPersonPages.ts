// Reads a cohort's persons page by page, for short reads. Exports read ahead and can be resumed.
import { ApiError } from '#api/apiError.ts';
import type { Person } from '#api/responseSchemas.ts';
import type { Cohorts, Page } from '#api/clientTypes.ts';

/**
 * Follows `next`, because a page may be shorter than requested. An offset in it that would skip persons is reduced.
 * Throws ApiError, also (`unexpected`) where `next` does not advance.
 */
export async function* readPersonPages(
  cohorts: Pick<Cohorts, 'persons'>,
  id: number,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Page<Person>, void, undefined> {
  for (let offset = 0; ;) {
    const page = await cohorts.persons(id, { limit, offset, signal });
    yield page;
    if (page.next === undefined) return;
    const following = offsetIn(page.next);
    if (following <= offset) throw doNotAdvance();
    offset = Math.min(following, offset + limit);
  }
}

export function doNotAdvance(): ApiError {
  return new ApiError('unexpected', 'The pages of persons do not advance.');
}

/** 0 where there is none. */
function offsetIn(address: string): number {
  const offset = Number(new URLSearchParams(address.replace(/^[^?]*/, '')).get('offset'));
  return Number.isSafeInteger(offset) ? offset : 0;
}
