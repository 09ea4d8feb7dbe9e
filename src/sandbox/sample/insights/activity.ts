// What the sample's persons did, read once into memory for all insights.
import { integerIn, textIn, textOrNullIn } from '#sandbox/store/database.ts';
import type { Database, Row } from '#sandbox/store/database.ts';

export interface Happening {
  readonly event: string;
  readonly atMs: number;
  /** An index of `persons`. */
  readonly person: number;
  /** Of a page view; else empty. */
  readonly page: string;
  /** Of an order or an invoice; else 0. */
  readonly amount: number;
}

/** The properties that insights break down by. */
type ActivePerson = ReadonlyMap<string, string>;

export interface Activity {
  readonly persons: readonly ActivePerson[];
  /** By person; of one person the oldest first. */
  readonly happenings: readonly Happening[];
  /** The same of each event that the sample has. */
  readonly byEvent: ReadonlyMap<string, readonly Happening[]>;
  /** There are no later events. */
  readonly nowMs: number;
}

/** Insights of a larger sample are about its first persons. */
const maxPersons = 10_000;

const properties = ['country', 'plan', '$os', '$browser', '$initial_referring_domain'] as const;

export function readActivity(db: Database, firstPerson: number, number: number, nowMs: number): Activity {
  const lastPerson = firstPerson + Math.min(number, maxPersons) - 1;
  const columns = properties.map((name, index) => `properties ->> '$."${name}"' AS p${index}`);
  const persons = db
    .all(
      `SELECT ${columns.join(', ')} FROM person WHERE id BETWEEN ? AND ? ORDER BY id`,
      firstPerson,
      lastPerson,
    )
    .map((row) => new Map(properties.map((name, index) => [name, textOrNullIn(row, `p${index}`) ?? ''])));
  const happenings = db
    .all(
      `SELECT person_id, name, at_ms, properties ->> '$."$current_url"' AS page,
        coalesce(properties ->> '$.amount', 0) AS amount
        FROM event_name JOIN event ON name_id = event_name.id
        WHERE person_id BETWEEN ? AND ? ORDER BY person_id, at_ms, name_id`,
      firstPerson,
      lastPerson,
    )
    .map((row) => happeningOf(row, firstPerson));
  const names = db.all('SELECT name FROM event_name').map((row) => textIn(row, 'name'));
  const byEvent = new Map(names.map((name): [string, Happening[]] => [name, []]));
  for (const happening of happenings) byEvent.get(happening.event)?.push(happening);
  return { persons, happenings, byEvent, nowMs };
}

function happeningOf(row: Row, firstPerson: number): Happening {
  return {
    event: textIn(row, 'name'),
    atMs: integerIn(row, 'at_ms'),
    person: integerIn(row, 'person_id') - firstPerson,
    page: textOrNullIn(row, 'page') ?? '',
    amount: integerIn(row, 'amount'),
  };
}

/** As it was then. */
export function activityUntil({ persons, happenings, byEvent }: Activity, nowMs: number): Activity {
  const until = (all: readonly Happening[]): readonly Happening[] => all.filter(({ atMs }) => atMs <= nowMs);
  const then = new Map([...byEvent].map(([event, all]) => [event, until(all)]));
  return { persons, happenings: until(happenings), byEvent: then, nowMs };
}

/** The events of each person who has any. */
export function perPerson(happenings: readonly Happening[]): ReadonlyMap<number, readonly Happening[]> {
  return Map.groupBy(happenings, ({ person }) => person);
}
