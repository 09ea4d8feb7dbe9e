// A condition on a property, as SQL on the table of its owner. A property that is not set is NULL, which
// counts as false; negation uses `IS NOT TRUE`, so that NULL becomes true.
import { asText } from '#sandbox/json/rawJson.ts';
import { joinSql, raw, sql, type Sql } from '#sandbox/store/database.ts';
import { CannotEvaluate, type ServicePropertyCondition, type PropertyOwner } from './conditionTypes.ts';
import { compilePattern, type SemverOperator, versionRange } from './sqlFunctions.ts';
import { numberIn, spanOf } from './readNumbersAndTimes.ts';

const comparisons = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') } as const;

// oxlint-disable-next-line max-lines-per-function -- a case for each operator
export function propertySql(condition: ServicePropertyCondition, nowMs: number): Sql {
  const { operator, values } = condition;
  const property = locate(condition.owner, condition.key);
  const any = (one: (value: unknown) => Sql): Sql => joinSql(values.map(one), 'OR');
  switch (operator) {
    case 'exact':
      return equalsAny(property, values);
    case 'is_not':
      return notSql(equalsAny(property, values));
    case 'icontains':
      return any((value) => contains(property, asText(value)));
    case 'not_icontains':
      return notSql(any((value) => contains(property, asText(value))));
    case 'regex':
      return any((value) => matches(property, asText(value)));
    case 'not_regex':
      return notSql(any((value) => matches(property, asText(value))));
    case 'is_set':
      return sql`${property.value} IS NOT NULL`;
    case 'is_not_set':
      return sql`${property.value} IS NULL`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compares(property, comparisons[operator], single(values));
    case 'between':
      return isBetween(property, values);
    case 'not_between':
      return notSql(isBetween(property, values));
    case 'is_cleaned_path_exact':
      return any((value) => sql`cleaned_path(${property.text}) = cleaned_path(${asText(value)})`);
    case 'semver_neq':
      return notSql(isVersion(property, 'semver_eq', single(values)));
    case 'semver_eq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
    case 'semver_tilde':
    case 'semver_caret':
    case 'semver_wildcard':
      return isVersion(property, operator, single(values));
    case 'is_date_exact':
    case 'is_date_before':
    case 'is_date_after':
      return matchesDate(property, operator, spanOf(single(values), nowMs));
  }
}

export function notSql(condition: Sql): Sql {
  return sql`(${condition}) IS NOT TRUE`;
}

interface Property {
  /** A string as text, a number as a number, true as 1; NULL where not set. */
  readonly value: Sql;
  /** The type that JSON gives it. */
  readonly type: Sql;
  /** The property's JSON. */
  readonly json: Sql;
  /** A string as it is, anything else as JSON; NULL where not set. */
  readonly text: Sql;
}

const owned: Readonly<Record<PropertyOwner, Sql>> = {
  person: raw('person.properties'),
  event: raw('event.properties'),
  metadata: raw(
    `json_object('id', person.uuid, 'created_at', person.created_at, 'is_identified',
      json(CASE person.is_identified WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END))`,
  ),
};

function locate(owner: PropertyOwner, key: string): Property {
  // A JSON path cannot contain these characters.
  // oxlint-disable-next-line no-control-regex -- control characters are among them
  const isOdd = /["\\\u0000-\u001f]/.test(key);
  const all = owned[owner];
  const from = isOdd ? sql`member_of(json(${all}), ${key})` : all;
  const path = isOdd ? '$' : `$."${key}"`;
  const value = sql`${from} ->> ${path}`;
  const type = sql`json_type(${from}, ${path})`;
  const json = sql`${from} -> ${path}`;
  const text = sql`CASE ${type} WHEN 'text' THEN ${value} WHEN 'null' THEN NULL ELSE ${json} END`;
  return { value, type, json, text };
}

/** Whether only a string can have this text: it is not the JSON of a number, literal, list or object. */
function isPlain(text: string): boolean {
  return numberIn(text) === undefined && !/^(true$|false$|null$|[[{])/.test(text);
}

function equalsAny(property: Property, values: readonly unknown[]): Sql {
  const texts = values.map(asText);
  const plain = texts.filter(isPlain);
  const parts = texts.filter((text) => !isPlain(text)).map((text) => equals(property, text));
  if (plain.length === 1) parts.push(sql`${property.value} = ${plain[0] ?? ''}`);
  if (plain.length > 1) {
    parts.push(sql`${property.value} IN (SELECT value FROM json_each(${JSON.stringify(plain)}))`);
  }
  return joinSql(parts, 'OR');
}

function equals(property: Property, text: string): Sql {
  const number = numberIn(text);
  if (number === undefined) return sql`${property.text} = ${text}`;
  // 5, 5.0 and "5" are equal; "5.0" and 5 are too, because one of them is a number.
  return sql`CASE ${property.type} WHEN 'text' THEN ${property.value} = ${text}
    WHEN 'integer' THEN ${property.value} = ${number} WHEN 'real' THEN ${property.value} = ${number} END`;
}

function contains(property: Property, text: string): Sql {
  const folded = text.toLowerCase();
  // SQLite's lower() folds ASCII only, which is enough where the text is ASCII.
  return sql`(SELECT CASE WHEN length(t) = octet_length(t) THEN instr(lower(t), ${folded}) > 0
    ELSE instr(folded(t), ${folded}) > 0 END FROM (SELECT ${property.text} AS t))`;
}

function matches(property: Property, pattern: string): Sql {
  compilePattern(pattern);
  return sql`pattern_matches(${pattern}, ${property.text})`;
}

function compares(property: Property, comparison: Sql, value: unknown): Sql {
  return sql`${numberOf(property)} ${comparison} ${readNumber(value)}`;
}

function isBetween(property: Property, values: readonly unknown[]): Sql {
  const [low, high, ...more] = values;
  if (high === undefined || more.length > 0) throw new CannotEvaluate('between needs two numbers.');
  return sql`${numberOf(property)} BETWEEN ${readNumber(low)} AND ${readNumber(high)}`;
}

function numberOf(property: Property): Sql {
  return sql`CASE ${property.type} WHEN 'integer' THEN ${property.value} WHEN 'real' THEN ${property.value}
    WHEN 'text' THEN number_in(${property.value}) END`;
}

function readNumber(value: unknown): number {
  const number = typeof value === 'number' ? value : numberIn(asText(value));
  if (number !== undefined) return number;
  throw new CannotEvaluate(`Cannot compare with ${asText(value)}, which is not a number.`);
}

function isVersion(property: Property, operator: SemverOperator, value: unknown): Sql {
  const range = versionRange(operator, asText(value));
  return sql`version_in(${range}, ${property.text})`;
}

function matchesDate(
  property: Property,
  operator: 'is_date_exact' | 'is_date_before' | 'is_date_after',
  span: { readonly startMs: number; readonly endMs: number },
): Sql {
  const moment = sql`moment_in(CASE ${property.type} WHEN 'text' THEN ${property.value}
    WHEN 'integer' THEN CAST(${property.value} AS REAL) WHEN 'real' THEN ${property.value} END)`;
  if (operator === 'is_date_before') return sql`${moment} < ${span.startMs}`;
  if (operator === 'is_date_after') return sql`${moment} >= ${span.endMs}`;
  return sql`${moment} BETWEEN ${span.startMs} AND ${span.endMs - 1}`;
}

function single(values: readonly unknown[]): unknown {
  if (values.length !== 1) throw new CannotEvaluate('This operator needs exactly one value.');
  return values[0];
}
