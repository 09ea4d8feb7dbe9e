// Conditions as SQL on `person`, for the ids from :from to :to.
import { commaSql, joinSql, raw, sql, type Sql } from '#sandbox/store/database.ts';
import {
  type Behavior,
  CannotEvaluate,
  type Comparator,
  type Condition,
  type Duration,
  type EventSource,
  type ServiceBehaviorCondition,
} from './conditionTypes.ts';
import { notSql, propertySql } from './propertySql.ts';
import { before, momentOf } from './readNumbersAndTimes.ts';

export interface SqlContext {
  /** The end of time windows. */
  readonly nowMs: number;
  /** The number that a cohort's members are stored under; undefined for an unknown cohort. */
  membersOf(cohortId: number): number | undefined;
  /** The names of the events that count as an action; undefined for an unknown action. */
  readonly eventsOf: (actionId: number) => readonly string[] | undefined;
}

/** SQLite rejects expressions deeper than 1,000: deeper conditions become common table expressions. */
const maxDepth = 100;

/** The statement that stores the persons who match, by id, under a number. */
export function membersSql(condition: Condition, members: number, context: SqlContext): Sql {
  const deep: Sql[] = [];
  const where = conditionSql(condition, context, deep, 0);
  const inserted = sql`INSERT INTO member SELECT ${members}, person.id FROM person
    WHERE person.id BETWEEN :from AND :to AND (${where}) ORDER BY person.id`;
  return deep.length === 0 ? inserted : sql`WITH ${commaSql(deep)} ${inserted}`;
}

/** Adds the common table expressions that the condition needs to `deep`. */
function conditionSql(condition: Condition, context: SqlContext, deep: Sql[], depth: number): Sql {
  const inner = (part: Condition): Sql => conditionSql(part, context, deep, depth + 1);
  switch (condition.kind) {
    case 'and':
    case 'or':
      if (depth >= maxDepth) return asTable(condition, context, deep);
      return joinSql(condition.parts.map(inner), condition.kind === 'and' ? 'AND' : 'OR');
    case 'not':
      return notSql(inner(condition.part));
    case 'property':
      return propertySql(condition, context.nowMs);
    case 'cohort':
      return cohortSql(condition.id, context);
    case 'behavior':
      return behaviorSql(condition, context);
  }
}

function asTable(condition: Condition, context: SqlContext, deep: Sql[]): Sql {
  const where = conditionSql(condition, context, deep, 0);
  const name = raw(`deep_${deep.length}`);
  deep.push(sql`${name}(id) AS MATERIALIZED
    (SELECT person.id FROM person WHERE person.id BETWEEN :from AND :to AND (${where}))`);
  return sql`person.id IN (SELECT id FROM ${name})`;
}

function cohortSql(id: number, context: SqlContext): Sql {
  const members = context.membersOf(id);
  if (members === undefined) throw new CannotEvaluate(`Cohort ${id} does not exist.`);
  return sql`person.id IN (SELECT person_id FROM member WHERE members = ${members}
    AND person_id BETWEEN :from AND :to)`;
}

// What persons did, as SQL on `event`, for the ids of persons from :from to :to.
interface BehaviorContext {
  readonly nowMs: number;
  /** The names of the events that count as an action; undefined for an unknown action. */
  readonly eventsOf: (actionId: number) => readonly string[] | undefined;
}

/** Milliseconds since 1970, both inclusive. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const beginningMs = Number.MIN_SAFE_INTEGER;

function behaviorSql(condition: ServiceBehaviorCondition, context: BehaviorContext): Sql {
  const { behavior, events, window } = condition;
  const { nowMs } = context;
  const span = {
    fromMs: window.from ? momentOf(window.from, nowMs) : beginningMs,
    toMs: Math.min(nowMs, window.to ? momentOf(window.to, nowMs) : nowMs),
  };
  const rows = eventRows(events, context);
  switch (behavior.kind) {
    case 'performed':
      return performedSql(rows, span, behavior.times);
    case 'firstTime':
      return sql`person.id IN (SELECT person_id ${rows({ fromMs: beginningMs, toMs: nowMs })}
        GROUP BY person_id HAVING min(at_ms) BETWEEN ${span.fromMs} AND ${span.toMs})`;
    case 'sequence': {
      const next = eventRows(behavior.next, context)({ fromMs: beginningMs, toMs: nowMs });
      return sql`person.id IN (SELECT this.person_id FROM (SELECT person_id, at_ms ${rows(span)}) AS this
        JOIN (SELECT person_id, at_ms ${next}) AS next ON next.person_id = this.person_id
        AND next.at_ms > this.at_ms AND next.at_ms <= this.at_ms + ${lengthMs(behavior.within, nowMs)})`;
    }
    case 'regularly':
      return regularlySql(rows, behavior, nowMs);
    case 'stopped':
      return stoppedSql(rows, span, recentFrom(behavior.recent, span, nowMs), nowMs);
    case 'restarted':
      return restartedSql(rows, span, recentFrom(behavior.recent, span, nowMs), nowMs);
  }
}

function stoppedSql(rows: Rows, { fromMs }: Span, recentMs: number, nowMs: number): Sql {
  const parts = [
    sql`person.id IN (SELECT person_id ${rows({ fromMs, toMs: recentMs - 1 })})`,
    sql`person.id NOT IN (SELECT person_id ${rows({ fromMs: recentMs, toMs: nowMs })})`,
  ];
  return joinSql(parts, 'AND');
}

function restartedSql(rows: Rows, { fromMs }: Span, recentMs: number, nowMs: number): Sql {
  const parts = [
    sql`person.id IN (SELECT person_id ${rows({ fromMs: beginningMs, toMs: fromMs - 1 })})`,
    sql`person.id NOT IN (SELECT person_id ${rows({ fromMs, toMs: recentMs - 1 })})`,
    sql`person.id IN (SELECT person_id ${rows({ fromMs: recentMs, toMs: nowMs })})`,
  ];
  return joinSql(parts, 'AND');
}

/** `FROM event WHERE …`: the rows of a span. */
type Rows = (span: Span) => Sql;

function eventRows({ of, filters }: EventSource, { nowMs, eventsOf }: BehaviorContext): Rows {
  const conditions = filters.map((filter) => propertySql(filter, nowMs));
  const filtered = conditions.length === 0 ? raw('') : sql`AND ${joinSql(conditions, 'AND')}`;
  const named = 'name' in of ? sql`name = ${of.name}` : sql`name IN ${nameList(of.actionId, eventsOf)}`;
  return ({ fromMs, toMs }) => sql`FROM event WHERE name_id IN (SELECT id FROM event_name WHERE ${named})
    AND person_id BETWEEN :from AND :to AND at_ms BETWEEN ${fromMs} AND ${toMs} ${filtered}`;
}

function nameList(actionId: number, eventsOf: BehaviorContext['eventsOf']): Sql {
  const names = eventsOf(actionId);
  if (names === undefined) throw new CannotEvaluate(`Action ${actionId} does not exist.`);
  return sql`(SELECT value FROM json_each(${JSON.stringify(names)}))`;
}

const meets: Readonly<Record<Comparator, (count: number, number: number) => boolean>> = {
  '=': (count, number) => count === number,
  '>=': (count, number) => count >= number,
  '<=': (count, number) => count <= number,
  '>': (count, number) => count > number,
  '<': (count, number) => count < number,
};

function performedSql(
  rows: Rows,
  span: Span,
  { comparison, number }: Extract<Behavior, { kind: 'performed' }>['times'],
): Sql {
  const inSpan = sql`SELECT person_id ${rows(span)}`;
  if (comparison === '>=' && number === 1) return sql`person.id IN (${inSpan})`;
  const count = sql`count(*) ${raw(comparison)} ${number}`;
  // Persons without events are in no group: where zero matches, select those who do not match.
  return meets[comparison](0, number)
    ? sql`person.id NOT IN (${inSpan} GROUP BY person_id HAVING NOT (${count}))`
    : sql`person.id IN (${inSpan} GROUP BY person_id HAVING ${count})`;
}

function regularlySql(
  rows: Rows,
  { times, period, periods, minPeriods }: Extract<Behavior, { kind: 'regularly' }>,
  nowMs: number,
): Sql {
  const startOf = (number: number): number => before(nowMs, period.amount * number, period.unit);
  const spans = Array.from(
    { length: periods },
    (_, index) => sql`(${startOf(index + 1)}, ${startOf(index)})`,
  );
  const count = sql`count(*) ${raw(times.comparison)} ${times.number}`;
  const matchesZero = meets[times.comparison](0, times.number);
  const inPeriods = sql`SELECT person_id FROM (SELECT person_id, at_ms
      ${rows({ fromMs: startOf(periods) + 1, toMs: nowMs })})
    JOIN (SELECT column1 AS after_ms, column2 AS until_ms FROM (VALUES ${commaSql(spans)}))
      ON at_ms > after_ms AND at_ms <= until_ms
    GROUP BY person_id, after_ms HAVING ${matchesZero ? sql`NOT (${count})` : count}`;
  // A period without events has no group: where zero matches, count the periods that do not match.
  return matchesZero
    ? sql`person.id NOT IN (SELECT person_id FROM (${inPeriods}) GROUP BY person_id
        HAVING count(*) > ${periods - minPeriods})`
    : sql`person.id IN (SELECT person_id FROM (${inPeriods}) GROUP BY person_id
        HAVING count(*) >= ${minPeriods})`;
}

function recentFrom(recent: Duration, { fromMs }: Span, nowMs: number): number {
  const recentMs = before(nowMs, recent.amount, recent.unit);
  if (recentMs < fromMs) throw new CannotEvaluate('seq_time_value must be shorter than time_value.');
  return recentMs;
}

/** Months and years are as long as the last ones. */
function lengthMs({ amount, unit }: Duration, nowMs: number): number {
  return nowMs - before(nowMs, amount, unit);
}
