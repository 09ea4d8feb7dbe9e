// What the sample's persons did, read once into memory for all insights.
import { integerIn, textIn, textOrNullIn } from '#sandbox/store/database.ts';
import type { Database, Row } from '#sandbox/store/database.ts';

export interface PersonEvent {
  readonly event: string;
  readonly atMs: number;
  /** An index of `persons`. */
  readonly person: number;
  /** The page of a page view; otherwise empty. */
  readonly page: string;
  /** The amount of an order or an invoice; otherwise 0. */
  readonly amount: number;
}

/** The properties that insights break down by. */
type ActivePerson = ReadonlyMap<string, string>;

export interface Activity {
  readonly persons: readonly ActivePerson[];
  /** Events by person; of each person the oldest first. */
  readonly personEvents: readonly PersonEvent[];
  /** The events of each name, in the same order. */
  readonly byEvent: ReadonlyMap<string, readonly PersonEvent[]>;
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
  const personEvents = db
    .all(
      `SELECT person_id, name, at_ms, properties ->> '$."$current_url"' AS page,
        coalesce(properties ->> '$.amount', 0) AS amount
        FROM event_name JOIN event ON name_id = event_name.id
        WHERE person_id BETWEEN ? AND ? ORDER BY person_id, at_ms, name_id`,
      firstPerson,
      lastPerson,
    )
    .map((row) => personEventOf(row, firstPerson));
  const names = db.all('SELECT name FROM event_name').map((row) => textIn(row, 'name'));
  const byEvent = new Map(names.map((name): [string, PersonEvent[]] => [name, []]));
  for (const one of personEvents) byEvent.get(one.event)?.push(one);
  return { persons, personEvents, byEvent, nowMs };
}

function personEventOf(row: Row, firstPerson: number): PersonEvent {
  return {
    event: textIn(row, 'name'),
    atMs: integerIn(row, 'at_ms'),
    person: integerIn(row, 'person_id') - firstPerson,
    page: textOrNullIn(row, 'page') ?? '',
    amount: integerIn(row, 'amount'),
  };
}

/** The activity as it was at `nowMs`. */
export function activityUntil({ persons, personEvents, byEvent }: Activity, nowMs: number): Activity {
  const until = (all: readonly PersonEvent[]): readonly PersonEvent[] =>
    all.filter(({ atMs }) => atMs <= nowMs);
  const then = new Map([...byEvent].map(([event, all]) => [event, until(all)]));
  return { persons, personEvents: until(personEvents), byEvent: then, nowMs };
}

/** The events of each person who has any. */
export function perPerson(personEvents: readonly PersonEvent[]): ReadonlyMap<number, readonly PersonEvent[]> {
  return Map.groupBy(personEvents, ({ person }) => person);
}
