// membership/ decides who is in a cohort. Reads filters into conditions; empty leaves and empty groups are left out.
import { isObject, textOf } from '#sandbox/json/jsonValue.ts';
import {
  CannotEvaluate,
  type Comparison,
  type Condition,
  type EventCondition,
  type PersonCondition,
  personOperators,
  timeUnits,
} from './conditionTypes.ts';
import { readRelative } from './values.ts';

const comparisons: Readonly<Record<string, Comparison>> = {
  exact: '=',
  eq: '=',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
};

/** Levels of nested groups: far more than in practice, and safe for the stack. */
const maxDepth = 2000;

/** Undefined where there are no conditions: the cohort is then empty. */
export function readFilters(filters: unknown): Condition | undefined {
  return isObject(filters) ? readNode(filters['properties'], 0) : undefined;
}

/** The legacy `groups`: persons who match any of them. */
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
    throw new CannotEvaluate('This service does not support actions.');
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
  if (depth > maxDepth) throw new CannotEvaluate('The groups are nested too deeply.');
  if (Array.isArray(node)) return join('and', readNodes(node, depth));
  if (!isObject(node)) return undefined;
  if (!Array.isArray(node['values'])) return readLeaf(node);
  const type = node['type'] ?? 'AND';
  if (type !== 'AND' && type !== 'OR')
    throw new CannotEvaluate(`The type of a group must be AND or OR, not ${textOf(type)}.`);
  return join(type === 'AND' ? 'and' : 'or', readNodes(node['values'], depth));
}

function readNodes(nodes: readonly unknown[], depth: number): readonly (Condition | undefined)[] {
  return nodes.map((node) => readNode(node, depth + 1));
}

/** Joins conditions; omits empty ones and merges nested groups of the same kind. */
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

/** Without `negation`. */
function readPositiveLeaf(leaf: Record<string, unknown>): Condition {
  switch (leaf['type'] ?? 'person') {
    case 'person':
      return readPersonLeaf(leaf);
    case 'cohort':
    case 'static-cohort':
    case 'precalculated-cohort':
      return readCohortLeaf(leaf);
    case 'behavioral':
      return readBehavioralLeaf(leaf);
    default:
      throw new CannotEvaluate(`Unknown condition type ${textOf(leaf['type'])}.`);
  }
}

function readCohortLeaf(leaf: Record<string, unknown>): Condition {
  const id = readNumber(leaf['value'], 'A cohort condition needs the id of a cohort.');
  const members: Condition = { kind: 'cohort', id };
  return leaf['operator'] === 'not_in' ? { kind: 'not', part: members } : members;
}

function readPersonLeaf(leaf: Record<string, unknown>): PersonCondition {
  const name = leaf['operator'] ?? 'exact';
  const operator = personOperators.find((known) => known === name);
  if (!operator) throw new CannotEvaluate(`Unknown operator ${textOf(name)}.`);
  const key = textOf(leaf['key']);
  if (operator === 'is_set' || operator === 'is_not_set')
    return { kind: 'person', key, operator, values: [] };
  const value = leaf['value'] ?? undefined;
  if (value === undefined) throw new CannotEvaluate(`The operator ${operator} needs a value.`);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { kind: 'person', key, operator, values: values.filter((one) => one !== null) };
}

function readBehavioralLeaf(leaf: Record<string, unknown>): EventCondition {
  if (leaf['event_type'] === 'actions') throw new CannotEvaluate('This service does not support actions.');
  if (Array.isArray(leaf['event_filters']) && leaf['event_filters'].length > 0) {
    throw new CannotEvaluate('This service does not support properties of events.');
  }
  const kind = leaf['value'];
  const isMultiple = kind === 'performed_event_multiple';
  const isFirstTime = kind === 'performed_event_first_time';
  if (kind !== 'performed_event' && !isMultiple && !isFirstTime) {
    throw new CannotEvaluate(`Unknown behavior ${textOf(kind)}.`);
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

function readWindow(value: unknown, interval: unknown): NonNullable<EventCondition['window']> {
  const unit = timeUnits.find((known) => known === interval);
  if (!unit) throw new CannotEvaluate(`Unknown time interval ${textOf(interval)}.`);
  const amount = readNumber(value, 'A time window needs a number of intervals.');
  if (amount < 0 || amount > 999_999) throw new CannotEvaluate('The time window is too large.');
  return { amount, unit };
}

function readTimes(operator: unknown, value: unknown): EventCondition['times'] {
  const comparison = comparisons[textOf(operator)];
  if (!comparison) throw new CannotEvaluate(`The operator ${textOf(operator)} cannot count events.`);
  return { comparison, number: readNumber(value, 'A count of events needs a number.') };
}

/** A whole number, as a number or a text. */
function readNumber(value: unknown, problem: string): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new CannotEvaluate(problem);
  return number;
}
