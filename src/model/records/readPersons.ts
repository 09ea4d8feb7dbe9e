// Reads a cohort's persons page by page, for short reads. Exports read ahead and can be resumed.
import { ApiError } from '#api/apiError.ts';
import type { Person } from '#api/schemas.ts';
import type { Cohorts } from '#api/types.ts';

/**
 * Follows `next`, because a page may be shorter than requested. An offset in it that would skip persons is reduced.
 * Throws ApiError, also (`unexpected`) where `next` does not advance.
 */
export async function* readPersonPages(
  cohorts: Pick<Cohorts, 'persons'>,
  id: number,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Person[], void, undefined> {
  for (let offset = 0; ;) {
    const { results, next } = await cohorts.persons(id, { limit, offset, signal });
    yield results;
    if (next === undefined) return;
    const following = offsetIn(next);
    if (following <= offset) throw new ApiError('unexpected', 'The pages of persons do not advance.');
    offset = Math.min(following, offset + limit);
  }
}

/** 0 where there is none. */
function offsetIn(address: string): number {
  const offset = Number(new URLSearchParams(address.replace(/^[^?]*/, '')).get('offset'));
  return Number.isSafeInteger(offset) ? offset : 0;
}
