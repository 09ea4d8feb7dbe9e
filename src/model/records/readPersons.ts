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

function doNotAdvance(): ApiError {
  return new ApiError('unexpected', 'The pages of persons do not advance.');
}

/** What of a person is copied. */
export type PersonPart = 'emails' | 'distinctIds' | 'ids';

export interface PersonLines {
  /** Each once. */
  readonly lines: readonly string[];
  /** How many persons were read. */
  readonly persons: number;
  /** What of the pages could not be read, in sentences. */
  readonly problems: readonly string[];
}

/** Pages in a row without a new person before the paging counts as endless. */
const mostIdlePages = 20;

/**
 * Undefined where the cohort has more than `maxPersons`. Throws as `readPersonPages` does, also where the pages repeat the
 * same persons.
 */
export async function readPersonLines(
  cohorts: Pick<Cohorts, 'persons'>,
  id: number,
  part: PersonPart,
  { pageSize, maxPersons, signal }: ReadLimits,
): Promise<PersonLines | undefined> {
  const lines = new Set<string>();
  const persons = new Set<string>(); // one may be on two pages
  const problems: string[] = [];
  let idlePages = 0;
  for await (const page of readPersonPages(cohorts, id, pageSize, signal)) {
    problems.push(...page.problems);
    const known = persons.size;
    for (const person of page.results) {
      persons.add(person.id);
      for (const line of linesOf(person, part)) lines.add(line);
    }
    if (persons.size > maxPersons) return undefined;
    idlePages = persons.size > known ? 0 : idlePages + 1;
    if (idlePages >= mostIdlePages) throw doNotAdvance();
  }
  return { lines: [...lines], persons: persons.size, problems };
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
