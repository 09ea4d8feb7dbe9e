// membership/ decides who is in a cohort. Filters are read once, here, into conditions that either the SQL of
// `sql.ts` or a plain evaluator can follow. What is degenerate (an empty leaf, an empty group) says nothing and is
// left out; what has a meaning that this service does not know throws CannotEvaluate, which ends the calculation as
// an error of the cohort and nothing else.
import { textOf } from '#sandbox/jsonText.ts';
import { isObject } from '#sandbox/http/request.ts';

export class CannotEvaluate extends Error {
  override readonly name = 'CannotEvaluate';
}

export type PersonOperator = (typeof personOperators)[number];

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | PersonCondition
  | { readonly kind: 'cohort'; readonly id: number }
  | EventCondition;

/** `values` are what the property is compared with: one or several, none for is_set and is_not_set. */
export interface PersonCondition {
  readonly kind: 'person';
  readonly key: string;
  readonly operator: PersonOperator;
  readonly values: readonly unknown[];
}

/** Performed `event` a number of times within a window that ends now. */
export interface EventCondition {
  readonly kind: 'event';
  readonly event: string;
  readonly times: { readonly comparison: Comparison; readonly number: number };
  /** Undefined: at any time. */
  readonly window: { readonly amount: number; readonly unit: TimeUnit } | undefined;
  /** The first time ever has to lie in the window. */
  readonly isFirstTime: boolean;
}

export type Comparison = '=' | '>=' | '<=' | '>' | '<';
export type TimeUnit = (typeof timeUnits)[number];

const personOperators = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_not_set',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
] as const;
const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const comparisons: Readonly<Record<string, Comparison>> = {
  exact: '=',
  eq: '=',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
};

/** How deep groups may stand in groups: far more than anybody writes, and no danger to the stack. */
const maxDepth = 2000;

/** What `filters.properties` asks for; undefined where it asks for nothing, so that nobody is in the cohort. */
export function readFilters(filters: unknown): Condition | undefined {
  return isObject(filters) ? readNode(filters['properties'], 0) : undefined;
}

/** The legacy `groups`: a person is in where any of them matches. */
export function readGroups(groups: unknown): Condition | undefined {
  const list = Array.isArray(groups) ? groups : [groups];
  return join(
    'or',
    list.filter(isObject).map((group) => readGroup(group)),
  );
}

function readGroup(group: Record<string, unknown>): Condition | undefined {
  const properties = group['properties'];
  if (Array.isArray(properties)) return readNode(properties, 0);
  if (isObject(properties)) {
    if ('values' in properties) return readNode(properties, 0);
    const leaves = Object.entries(properties).map(([key, value]) => ({ type: 'person', key, value }));
    return readNode(leaves, 0);
  }
  if (group['action_id'] !== undefined && group['action_id'] !== null) {
    throw new CannotEvaluate('This service has no actions.');
  }
  if (typeof group['event_id'] !== 'string') return undefined;
  return {
    kind: 'event',
    event: group['event_id'],
    times: readTimes(group['count_operator'] ?? 'gte', group['count'] ?? 1),
    window: group['days'] === undefined ? undefined : readWindow(group['days'], 'day'),
    isFirstTime: false,
  };
}

function readNode(node: unknown, depth: number): Condition | undefined {
  if (depth > maxDepth) throw new CannotEvaluate('The groups are nested too deep.');
  if (Array.isArray(node)) return join('and', readNodes(node, depth));
  if (!isObject(node)) return undefined;
  if (!Array.isArray(node['values'])) return readLeaf(node);
  const type = node['type'] ?? 'AND';
  if (type !== 'AND' && type !== 'OR')
    throw new CannotEvaluate(`A group is of type AND or OR, not ${textOf(type)}.`);
  return join(type === 'AND' ? 'and' : 'or', readNodes(node['values'], depth));
}

function readNodes(nodes: readonly unknown[], depth: number): readonly (Condition | undefined)[] {
  return nodes.map((node) => readNode(node, depth + 1));
}

/** One condition out of several: those that say nothing are left out, groups of the same kind are merged. */
function join(kind: 'and' | 'or', parts: readonly (Condition | undefined)[]): Condition | undefined {
  const flat = parts.flatMap((part) => {
    if (part === undefined) return [];
    return part.kind === kind ? part.parts : [part];
  });
  return flat.length > 1 ? { kind, parts: flat } : flat[0];
}

function readLeaf(leaf: Record<string, unknown>): Condition | undefined {
  if (leaf['key'] === undefined || leaf['key'] === null || leaf['key'] === '') return undefined;
  const condition = readPositiveLeaf(leaf);
  return leaf['negation'] === true ? { kind: 'not', part: condition } : condition;
}

function readPositiveLeaf(leaf: Record<string, unknown>): Condition {
  switch (leaf['type'] ?? 'person') {
    case 'person':
      return readPersonLeaf(leaf);
    case 'cohort':
    case 'static-cohort':
    case 'precalculated-cohort':
      return { kind: 'cohort', id: readNumber(leaf['value'], 'A cohort leaf needs the id of a cohort.') };
    case 'behavioral':
      return readBehavioralLeaf(leaf);
    default:
      throw new CannotEvaluate(`Leaves of type ${textOf(leaf['type'])} are not known.`);
  }
}

function readPersonLeaf(leaf: Record<string, unknown>): PersonCondition {
  const name = leaf['operator'] ?? 'exact';
  const operator = personOperators.find((known) => known === name);
  if (!operator) throw new CannotEvaluate(`The operator ${textOf(name)} is not known.`);
  const key = textOf(leaf['key']);
  if (operator === 'is_set' || operator === 'is_not_set')
    return { kind: 'person', key, operator, values: [] };
  const value = leaf['value'] ?? undefined;
  if (value === undefined) throw new CannotEvaluate(`The operator ${operator} needs a value.`);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { kind: 'person', key, operator, values: values.filter((one) => one !== null) };
}

function readBehavioralLeaf(leaf: Record<string, unknown>): EventCondition {
  if (leaf['event_type'] === 'actions') throw new CannotEvaluate('This service has no actions.');
  if (Array.isArray(leaf['event_filters']) && leaf['event_filters'].length > 0) {
    throw new CannotEvaluate('This service keeps no properties of events.');
  }
  const kind = leaf['value'];
  const isMultiple = kind === 'performed_event_multiple';
  const isFirstTime = kind === 'performed_event_first_time';
  if (kind !== 'performed_event' && !isMultiple && !isFirstTime) {
    throw new CannotEvaluate(`The behaviour ${textOf(kind)} is not known.`);
  }
  return {
    kind: 'event',
    event: textOf(leaf['key']),
    times: isMultiple
      ? readTimes(leaf['operator'] ?? 'gte', leaf['operator_value'])
      : { comparison: '>=', number: 1 },
    window: readLeafWindow(leaf),
    isFirstTime,
  };
}

function readLeafWindow(leaf: Record<string, unknown>): EventCondition['window'] {
  const explicit = leaf['explicit_datetime'];
  if (typeof explicit === 'string') return readRelative(explicit);
  if (leaf['time_value'] === undefined || leaf['time_value'] === null) return undefined;
  return readWindow(leaf['time_value'], leaf['time_interval']);
}

const relativeUnits: Readonly<Record<string, TimeUnit>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

/** `-30d` as a window; throws where it is something else. */
export function readRelative(text: string): { readonly amount: number; readonly unit: TimeUnit } {
  const [, amount, letter = ''] = /^-?(\d{1,6})([hdwmy])$/.exec(text.trim()) ?? [];
  const unit = relativeUnits[letter];
  if (unit === undefined) throw new CannotEvaluate(`${text} is no time that this service can read.`);
  return { amount: Number(amount), unit };
}

function readWindow(value: unknown, interval: unknown): NonNullable<EventCondition['window']> {
  const unit = timeUnits.find((known) => known === interval);
  if (!unit) throw new CannotEvaluate(`The time interval ${textOf(interval)} is not known.`);
  const amount = readNumber(value, 'A time window needs a number of intervals.');
  if (amount < 0 || amount > 999_999) throw new CannotEvaluate('The time window is too large.');
  return { amount, unit };
}

function readTimes(operator: unknown, value: unknown): EventCondition['times'] {
  const comparison = comparisons[textOf(operator)];
  if (!comparison) throw new CannotEvaluate(`The operator ${textOf(operator)} does not count events.`);
  return { comparison, number: readNumber(value, 'Counting events needs a number of times.') };
}

/** A whole number, or a text of one. */
function readNumber(value: unknown, problem: string): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new CannotEvaluate(problem);
  return number;
}
