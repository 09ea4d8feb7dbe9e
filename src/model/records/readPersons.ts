// Reads a cohort's persons page by page, for short reads. Exports read ahead and can be resumed.
import { ApiError } from '#api/apiError.ts';
import type { Person } from '#api/responseSchemas.ts';
import type { Cohorts } from '#api/clientTypes.ts';

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

/** What of a person is copied. */
export type PersonPart = 'emails' | 'distinctIds' | 'ids';

/** Each once; undefined where the cohort has more than `maxPersons`. Throws as `readPersonPages` does. */
export async function readPersonLines(
  cohorts: Pick<Cohorts, 'persons'>,
  id: number,
  part: PersonPart,
  { pageSize, maxPersons, signal }: ReadLimits,
): Promise<readonly string[] | undefined> {
  const lines = new Set<string>();
  let count = 0;
  for await (const persons of readPersonPages(cohorts, id, pageSize, signal)) {
    count += persons.length;
    if (count > maxPersons) return undefined;
    for (const person of persons) for (const line of linesOf(person, part)) lines.add(line);
  }
  return [...lines];
}

interface ReadLimits {
  readonly pageSize: number;
  readonly maxPersons: number;
  readonly signal: AbortSignal;
}

function linesOf(person: Person, part: PersonPart): readonly string[] {
  const email = person.properties['email'];
  switch (part) {
    case 'ids':
      return [person.id];
    case 'distinctIds':
      return person.distinct_ids;
    case 'emails':
      return typeof email === 'string' && email !== '' ? [email] : [];
  }
}

/** 0 where there is none. */
function offsetIn(address: string): number {
  const offset = Number(new URLSearchParams(address.replace(/^[^?]*/, '')).get('offset'));
  return Number.isSafeInteger(offset) ? offset : 0;
}
