// What is copied of a cohort's persons: a line for each email or id.
import type { Cohorts } from '#api/clientTypes.ts';
import type { Person } from '#api/responseSchemas.ts';

/** What of a person is copied. */
export type PersonPart = 'emails' | 'distinctIds' | 'ids';

export interface PersonLines {
  /** Each once. */
  readonly lines: readonly string[];
  /** How many persons were read. */
  readonly persons: number;
  /** How many of them may have more distinct ids than were sent; 0 where those are not copied. */
  readonly withMostIds: number;
  /** What of the pages could not be read, in sentences. */
  readonly problems: readonly string[];
}

/** The most distinct ids that services send per person. */
const maxDistinctIds = 10;

/** Undefined if the cohort has more than `maxPersons`. Throws ApiError. */
export async function readPersonLines(
  cohorts: Pick<Cohorts, 'personPages'>,
  id: number,
  part: PersonPart,
  { pageSize, maxPersons, signal }: ReadLimits,
): Promise<PersonLines | undefined> {
  const lines = new Set<string>();
  const problems: string[] = [];
  let persons = 0;
  let withMostIds = 0;
  for await (const page of cohorts.personPages(id, { limit: pageSize, signal })) {
    problems.push(...page.problems);
    persons += page.results.length;
    for (const person of page.results) {
      if (part === 'distinctIds' && person.distinct_ids.length === maxDistinctIds) withMostIds++;
      for (const line of linesOf(person, part)) lines.add(line);
    }
    if (persons > maxPersons) return undefined;
  }
  return { lines: [...lines], persons, withMostIds, problems };
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
