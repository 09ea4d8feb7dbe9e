// Reads a condition on what a person did.
import { isJsonObject, asText } from '#sandbox/json/jsonValue.ts';
import {
  type Behavior,
  type ServiceBehaviorCondition,
  CannotEvaluate,
  type Comparator,
  type Duration,
  type EventSource,
  type ServicePropertyCondition,
  type Times,
  type BehaviorWindow,
  timeUnits,
} from './conditionTypes.ts';
import { readProperty } from './readProperty.ts';
import { readTimePoint, readWholeNumber } from './readNumbersAndTimes.ts';

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

export function readBehavior(leaf: Leaf): ServiceBehaviorCondition {
  return {
    kind: 'behavior',
    events: readEvents(leaf['event_type'], leaf['key'], leaf['event_filters']),
    window: readWindow(leaf),
    behavior: readKind(leaf),
  };
}

/** A group of the legacy form; undefined if it asks for nothing. */
export function readLegacyBehavior(group: Leaf): ServiceBehaviorCondition | undefined {
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
