// Conditions as SQL on `person`, for the ids from :from to :to.
import { commaSql, joinSql, raw, sql } from '#sandbox/store/sql.ts';
import type { Sql } from '#sandbox/store/sql.ts';
import { CannotEvaluate, type Comparison, type Condition, type EventCondition } from './conditionTypes.ts';
import { notSql, propertySql } from './propertySql.ts';
import { before } from './values.ts';

export interface SqlContext {
  /** The end of time windows. */
  readonly nowMs: number;
  /** The number that a cohort's members are stored under; undefined for an unknown cohort. */
  membersOf(cohortId: number): number | undefined;
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
    case 'person':
      return propertySql(condition, context.nowMs);
    case 'cohort':
      return cohortSql(condition.id, context);
    case 'event':
      return eventSql(condition, context.nowMs);
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
  if (members === undefined) throw new CannotEvaluate(`Unknown cohort ${id}.`);
  return sql`person.id IN (SELECT person_id FROM member WHERE members = ${members}
    AND person_id BETWEEN :from AND :to)`;
}

const meets: Readonly<Record<Comparison, (count: number, number: number) => boolean>> = {
  '=': (count, number) => count === number,
  '>=': (count, number) => count >= number,
  '<=': (count, number) => count <= number,
  '>': (count, number) => count > number,
  '<': (count, number) => count < number,
};

function eventSql(condition: EventCondition, nowMs: number): Sql {
  const { window, times } = condition;
  const fromMs = window ? before(nowMs, window.amount, window.unit) : Number.MIN_SAFE_INTEGER;
  const rows = sql`FROM event WHERE name_id = (SELECT id FROM event_name WHERE name = ${condition.event})
    AND person_id BETWEEN :from AND :to AND at_ms <= ${nowMs}`;
  if (condition.isFirstTime) {
    return sql`person.id IN (SELECT person_id ${rows} GROUP BY person_id HAVING min(at_ms) >= ${fromMs})`;
  }
  const inWindow = sql`SELECT person_id ${rows} AND at_ms >= ${fromMs}`;
  if (times.comparison === '>=' && times.number === 1) return sql`person.id IN (${inWindow})`;
  const count = sql`count(*) ${raw(times.comparison)} ${times.number}`;
  // Persons without events are in no group: where zero matches, select those who do not match.
  return meets[times.comparison](0, times.number)
    ? sql`person.id NOT IN (${inWindow} GROUP BY person_id HAVING NOT (${count}))`
    : sql`person.id IN (${inWindow} GROUP BY person_id HAVING ${count})`;
}
