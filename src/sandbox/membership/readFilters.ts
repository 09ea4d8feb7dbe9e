// membership/ decides who is in a cohort. Reads filters into conditions; empty leaves and empty groups are left out.
import { asText, isJsonObject } from '#sandbox/json/rawJson.ts';
import {
  type Behavior,
  type BehaviorWindow,
  CannotEvaluate,
  type Comparator,
  type Condition,
  type Duration,
  type EventSource,
  isCohortType,
  type PropertyOperator,
  type PropertyOwner,
  type ServiceBehaviorCondition,
  type ServicePropertyCondition,
  servicePropertyOperators,
  type Times,
  timeUnits,
} from './conditionTypes.ts';
import { readTimePoint, readWholeNumber } from './readNumbersAndTimes.ts';

/** Levels of nested groups: far more than in practice, and safe for the stack. */
const maxDepth = 2000;

/** Undefined if there are no conditions: the cohort is then empty. */
export function readFilters(filters: unknown): Condition | undefined {
  return isJsonObject(filters) ? readNode(filters['properties'], 0) : undefined;
}

/** The legacy `groups`: persons who match any of them. */
export function readGroups(groups: unknown): Condition | undefined {
  const list = Array.isArray(groups) ? groups : [groups];
  return join(
    'or',
    list.filter(isJsonObject).map((group) => readGroup(group)),
  );
}

function readGroup(group: Record<string, unknown>): Condition | undefined {
  const properties = group['properties'];
  if (Array.isArray(properties)) return readNode(properties, 0);
  if (isJsonObject(properties)) {
    if ('values' in properties) return readNode(properties, 0);
    const leaves = Object.entries(properties).map(([key, value]) => ({ type: 'person', key, value }));
    return readNode(leaves, 0);
  }
  return readLegacyBehavior(group);
}

function readNode(node: unknown, depth: number): Condition | undefined {
  if (depth > maxDepth) throw new CannotEvaluate('The groups are nested too deeply.');
  if (Array.isArray(node)) return join('and', readNodes(node, depth));
  if (!isJsonObject(node)) return undefined;
  if (!Array.isArray(node['values'])) return readLeaf(node);
  const type = node['type'] ?? 'AND';
  if (type !== 'AND' && type !== 'OR')
    throw new CannotEvaluate(`The type of a group must be AND or OR, not ${asText(type)}.`);
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
  if (leaf['type'] === 'empty') return undefined;
  if (leaf['key'] === undefined || leaf['key'] === null || leaf['key'] === '') return undefined;
  const condition = readPositiveLeaf(leaf);
  return leaf['negation'] === true ? { kind: 'not', part: condition } : condition;
}

/** Reads a leaf without its `negation`. */
function readPositiveLeaf(leaf: Record<string, unknown>): Condition {
  if (isCohortType(leaf['type'])) return readCohort(leaf);
  switch (leaf['type'] ?? 'person') {
    case 'person':
    case 'event': // old cohorts use this name for properties of persons
      return readProperty(leaf, 'person');
    case 'person_metadata':
      return readProperty(leaf, 'metadata');
    case 'behavioral':
      return readBehavior(leaf);
    default:
      throw new CannotEvaluate(`Conditions of the type ${asText(leaf['type'])} do not apply to persons.`);
  }
}

function readCohort(leaf: Record<string, unknown>): Condition {
  const id = readWholeNumber(leaf['value'], 'A cohort condition needs the ID of a cohort.');
  const members: Condition = { kind: 'cohort', id };
  return leaf['operator'] === 'not_in' ? { kind: 'not', part: members } : members;
}

// Reads a condition on what a person did.
type Leaf = Record<string, unknown>;

const comparisons: Readonly<Record<string, Comparator>> = {
  exact: '=',
  eq: '=',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
};
const atLeastOnce: Times = { comparison: '>=', number: 1 };
const maxPeriods = 1000;

function readBehavior(leaf: Leaf): ServiceBehaviorCondition {
  return {
    kind: 'behavior',
    events: readEvents(leaf['event_type'], leaf['key'], leaf['event_filters']),
    window: readWindow(leaf),
    behavior: readKind(leaf),
  };
}

/** A group of the legacy form; undefined if it asks for nothing. */
function readLegacyBehavior(group: Leaf): ServiceBehaviorCondition | undefined {
  const action = group['action_id'] ?? undefined;
  const event = group['event_id'] ?? undefined;
  if (action === undefined && typeof event !== 'string') return undefined;
  const count = readWholeNumber(group['count'] ?? 0, 'A count of events needs a number.');
  const days = group['days'] ?? 365;
  return {
    kind: 'behavior',
    events: action === undefined ? readEvents('events', event, []) : readEvents('actions', action, []),
    window: { from: readDuration(days, 'day'), to: undefined },
    behavior: {
      kind: 'performed',
      times: count === 0 ? atLeastOnce : readTimes(group['count_operator'] ?? 'gte', count),
    },
  };
}

function readEvents(type: unknown, key: unknown, filters: unknown): EventSource {
  return {
    of:
      type === 'actions'
        ? { actionId: readWholeNumber(key, 'An action needs its numeric ID.') }
        : { name: asText(key) },
    filters: Array.isArray(filters) ? filters.filter(isJsonObject).map(readEventFilter) : [],
  };
}

function readEventFilter(leaf: Leaf): ServicePropertyCondition {
  if ((leaf['type'] ?? 'event') !== 'event') {
    throw new CannotEvaluate(`Conditions of the type ${asText(leaf['type'])} do not apply to events.`);
  }
  return readProperty(leaf, 'event');
}

function readKind(leaf: Leaf): Behavior {
  switch (leaf['value']) {
    case 'performed_event':
      return { kind: 'performed', times: atLeastOnce };
    case 'performed_event_multiple':
      return {
        kind: 'performed',
        times: readTimes(leaf['operator'] ?? 'gte', leaf['operator_value']),
      };
    case 'performed_event_first_time':
      return { kind: 'firstTime' };
    case 'performed_event_sequence':
      return {
        kind: 'sequence',
        next: readEvents(leaf['seq_event_type'], leaf['seq_event'], []),
        within: readDuration(leaf['seq_time_value'], leaf['seq_time_interval']),
      };
    case 'performed_event_regularly':
      return readRegularly(leaf);
    case 'stopped_performing_event':
      return { kind: 'stopped', recent: readDuration(leaf['seq_time_value'], leaf['seq_time_interval']) };
    case 'restarted_performing_event':
      return { kind: 'restarted', recent: readDuration(leaf['seq_time_value'], leaf['seq_time_interval']) };
    default:
      throw new CannotEvaluate(`Unknown behavior ${asText(leaf['value'] ?? null)}.`);
  }
}

function readRegularly(leaf: Leaf): Behavior {
  const periods = readWholeNumber(leaf['total_periods'], 'total_periods must be a number.');
  const minPeriods = readWholeNumber(leaf['min_periods'], 'min_periods must be a number.');
  if (periods < 1 || periods > maxPeriods || minPeriods < 1 || minPeriods > periods) {
    throw new CannotEvaluate(`min_periods must be 1 to total_periods, and total_periods 1 to ${maxPeriods}.`);
  }
  return {
    kind: 'regularly',
    times: readTimes(leaf['operator'] ?? 'gte', leaf['operator_value'] ?? 1),
    period: readDuration(leaf['time_value'], leaf['time_interval']),
    periods,
    minPeriods,
  };
}

function readWindow(leaf: Leaf): BehaviorWindow {
  const [from, to] = [leaf['explicit_datetime'] ?? '', leaf['explicit_datetime_to'] ?? ''];
  if (from !== '' || to !== '') {
    return {
      from: from === '' ? undefined : readTimePoint(from, 'start'),
      to: to === '' ? undefined : readTimePoint(to, 'end'),
    };
  }
  const amount = leaf['time_value'] ?? undefined;
  return {
    from: amount === undefined ? undefined : readDuration(amount, leaf['time_interval']),
    to: undefined,
  };
}

function readDuration(value: unknown, interval: unknown): Duration {
  const unit = timeUnits.find((known) => known === interval);
  if (!unit) throw new CannotEvaluate(`Unknown time interval ${asText(interval ?? null)}.`);
  const amount = readWholeNumber(value, 'A time window needs a number of intervals.');
  if (amount < 0 || amount > 999_999) throw new CannotEvaluate('The time window is too large.');
  return { amount, unit };
}

function readTimes(operator: unknown, value: unknown): Times {
  const name = asText(operator);
  const comparison = Object.hasOwn(comparisons, name) ? comparisons[name] : undefined;
  if (!comparison) throw new CannotEvaluate(`The operator ${name} cannot count events.`);
  return { comparison, number: readWholeNumber(value, 'A count of events needs a number.') };
}

// Reads a condition on a property of a person or an event.

/** Other names of the same operators. */
const aliases: Readonly<Record<string, PropertyOperator>> = {
  in: 'exact',
  not_in: 'is_not',
  icontains_multi: 'icontains',
  not_icontains_multi: 'not_icontains',
  min: 'gte',
  max: 'lte',
};

function readProperty(leaf: Record<string, unknown>, owner: PropertyOwner): ServicePropertyCondition {
  const key = asText(leaf['key']);
  const operator = readOperator(leaf['operator'] ?? 'exact');
  if (operator === 'is_set' || operator === 'is_not_set') {
    return { kind: 'property', owner, key, operator, values: [] };
  }
  const value = leaf['value'] ?? undefined;
  if (value === undefined) throw new CannotEvaluate(`The operator ${operator} needs a value.`);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return { kind: 'property', owner, key, operator, values: values.filter((one) => one !== null) };
}

function readOperator(name: unknown): PropertyOperator {
  const alias = typeof name === 'string' && Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  const operator = alias ?? servicePropertyOperators.find((known) => known === name);
  if (!operator) throw new CannotEvaluate(`Unknown operator ${asText(name)}.`);
  return operator;
}
