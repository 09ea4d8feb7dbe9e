// A cohort's persons one page after the other, for uses that soon end; exports read ahead, and can be resumed.
import { ApiError } from '#api/apiError.ts';
import type { Person } from '#api/schemas.ts';
import type { Cohorts } from '#api/types.ts';

/**
 * Goes where `next` leads: a page may be shorter than was asked for. An offset that jumps past that is pulled back, so
 * that nobody is left out. Throws ApiError, `unexpected` too where the pages lead in circles.
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
    if (following <= offset) throw new ApiError('unexpected', 'The pages of persons do not lead to the end.');
    offset = Math.min(following, offset + limit);
  }
}

/** 0 where the address has none. */
function offsetIn(address: string): number {
  const offset = Number(new URLSearchParams(address.replace(/^[^?]*/, '')).get('offset'));
  return Number.isSafeInteger(offset) ? offset : 0;
}
