// Conditions as SQL on `person`, for the ids from :from to :to.
import { commaSql, joinSql, raw, sql } from '#sandbox/store/sql.ts';
import type { Sql } from '#sandbox/store/sql.ts';
import { behaviorSql } from './behaviorSql.ts';
import { CannotEvaluate, type Condition } from './conditionTypes.ts';
import { notSql, propertySql } from './propertySql.ts';

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
