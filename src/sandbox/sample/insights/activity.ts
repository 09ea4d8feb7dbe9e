// What the sample's persons did, read once into memory for all insights.
import type { Random } from '#sandbox/sample/random.ts';
import { type Database, integerIn, type Row, textIn, textOrNullIn } from '#sandbox/store/database.ts';
import type { FunnelPlan, TrendInterval, TrendsPlan } from './insightPlan.ts';

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

// The intervals of a chart: hours, days, weeks from Monday, and months, in UTC. The last one is still going on.
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 1 January 1970 was a Thursday. */
const firstMondayMs = 4 * dayMs;

/** The starts of `number` intervals, oldest first; the last one contains `nowMs`. */
export function intervalStarts(interval: TrendInterval, number: number, nowMs: number): readonly number[] {
  return Array.from({ length: number }, (_, index) => startBefore(interval, number - 1 - index, nowMs));
}

function startBefore(interval: TrendInterval, back: number, nowMs: number): number {
  switch (interval) {
    case 'hour':
      return (Math.floor(nowMs / hourMs) - back) * hourMs;
    case 'day':
      return (Math.floor(nowMs / dayMs) - back) * dayMs;
    case 'week': {
      const weekMs = 7 * dayMs;
      return (Math.floor((nowMs - firstMondayMs) / weekMs) - back) * weekMs + firstMondayMs;
    }
    case 'month': {
      const now = new Date(nowMs);
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
    }
  }
}

/** The index of the interval that contains the time; -1 before the first one. */
export function intervalAt(starts: readonly number[], atMs: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** As the service writes it in `days`: `2026-11-22`, for hours with the time. */
export function dayText(interval: TrendInterval, startMs: number): string {
  const text = new Date(startMs).toISOString();
  return interval === 'hour' ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As the service writes it in `labels`: `22-Nov-2026`, for hours with the time. */
export function labelText(interval: TrendInterval, startMs: number): string {
  const start = new Date(startMs);
  const day = `${start.getUTCDate()}-${months[start.getUTCMonth()]}-${start.getUTCFullYear()}`;
  return interval === 'hour' ? `${day} ${start.toISOString().slice(11, 16)}` : day;
}

// Numbers for events that the sample does not have, such as errors: random, with quiet weekends.

/** Values of properties that the sample's persons do not have. */
const values: Readonly<Record<string, readonly string[]>> = {
  campaign: ['spring-rolls', 'flour-power', 'newsletter 12', 'partner.flourmill'],
  release: ['2.11.0', '2.10.1', '2.10.0', '2.9.4'],
  provider: ['card', 'invoice', 'PayPal', 'TWINT'],
  flag: ['bigger-photos', 'new-basket', 'dark-mode'],
  page: ['/', '/pricing', '/menus/', '/blog/sourdough', '/jobs'],
  reason: ['too expensive', 'closed the shop', 'missing feature', 'no answer'],
};

interface Time {
  readonly starts: readonly number[];
  readonly nowMs: number;
  /** How many ordinary intervals one of these is. */
  readonly times: number;
}

export function inventedSeries(
  { by }: TrendsPlan,
  event: string,
  { starts, nowMs, times }: Time,
  random: Random,
): readonly {
  readonly event: string;
  readonly value: string | undefined;
  readonly data: readonly number[];
}[] {
  const wanted = by === undefined ? [undefined] : (values[by] ?? ['yes', 'no']);
  const lengthMs = (starts[1] ?? nowMs) - (starts[0] ?? 0);
  return wanted.map((value, index) => {
    const base = (times * (20 + random.below(180))) / (index + 1);
    const data = starts.map((start, at) => {
      const isWeekend = times === 1 && [0, 6].includes(new Date(start).getUTCDay());
      const growth = 1 + at / starts.length / 3;
      const share = Math.min(1, (nowMs - start) / lengthMs); // of the last interval that is over
      return Math.round(base * growth * share * (isWeekend ? 0.6 : 1) * (0.85 + random.next() * 0.3));
    });
    return { event, value, data };
  });
}

/** For each step how many persons got there, and their average time from the step before, in seconds. */
export function inventedSteps(
  { steps }: FunnelPlan,
  random: Random,
): readonly { readonly count: number; readonly seconds: number | null }[] {
  let count = 600 + random.below(4000);
  return steps.map((_, index) => {
    if (index > 0) count = Math.round(count * (0.35 + random.next() * 0.45));
    return { count, seconds: index === 0 ? null : 40 + random.below(90_000) };
  });
}
