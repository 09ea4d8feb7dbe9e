// Conditions as SQL over `person`, for the persons with ids from :from to :to.
import { commaSql, joinSql, raw, sql } from '#sandbox/store/sql.ts';
import type { Sql } from '#sandbox/store/sql.ts';
import { CannotEvaluate, type Comparison, type Condition, type EventCondition } from './filters.ts';
import { notSql, propertySql } from './property.ts';
import { before } from './values.ts';

export interface Surroundings {
  /** The moment that windows of time end at. */
  readonly nowMs: number;
  /** Under which number a cohort's members are; undefined where the project has no such cohort. */
  membersOf(cohortId: number): number | undefined;
}

/** SQLite refuses expressions deeper than 1,000; what is nested deeper than this becomes a table of its own. */
const maxDepth = 100;

/** The statement that adds everybody whom a condition holds for, in the order of their ids, under a number. */
export function membersSql(condition: Condition, members: number, surroundings: Surroundings): Sql {
  const deep: Sql[] = [];
  const where = conditionSql(condition, surroundings, deep, 0);
  const inserted = sql`INSERT INTO member SELECT ${members}, person.id FROM person
    WHERE person.id BETWEEN :from AND :to AND (${where}) ORDER BY person.id`;
  return deep.length === 0 ? inserted : sql`WITH ${commaSql(deep)} ${inserted}`;
}

/** `deep` collects the tables that the condition refers to. */
function conditionSql(condition: Condition, surroundings: Surroundings, deep: Sql[], depth: number): Sql {
  const inner = (part: Condition): Sql => conditionSql(part, surroundings, deep, depth + 1);
  switch (condition.kind) {
    case 'and':
    case 'or':
      if (depth >= maxDepth) return apart(condition, surroundings, deep);
      return joinSql(condition.parts.map(inner), condition.kind === 'and' ? 'AND' : 'OR');
    case 'not':
      return notSql(inner(condition.part));
    case 'person':
      return propertySql(condition, surroundings.nowMs);
    case 'cohort':
      return cohortSql(condition.id, surroundings);
    case 'event':
      return eventSql(condition, surroundings.nowMs);
  }
}

function apart(condition: Condition, surroundings: Surroundings, deep: Sql[]): Sql {
  const where = conditionSql(condition, surroundings, deep, 0);
  const name = raw(`deep_${deep.length}`);
  deep.push(sql`${name}(id) AS MATERIALIZED
    (SELECT person.id FROM person WHERE person.id BETWEEN :from AND :to AND (${where}))`);
  return sql`person.id IN (SELECT id FROM ${name})`;
}

function cohortSql(id: number, surroundings: Surroundings): Sql {
  const members = surroundings.membersOf(id);
  if (members === undefined) throw new CannotEvaluate(`There is no cohort ${id}.`);
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
  // Persons without a single event are in no group: where zero times is right, ask for those it is wrong for.
  return meets[times.comparison](0, times.number)
    ? sql`person.id NOT IN (${inWindow} GROUP BY person_id HAVING NOT (${count}))`
    : sql`person.id IN (${inWindow} GROUP BY person_id HAVING ${count})`;
}
