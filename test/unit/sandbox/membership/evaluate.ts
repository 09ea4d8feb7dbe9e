// A plain evaluator of filters, for comparison with the SQL: one person and one condition at a time. It is independent
// of the service's own reading of filters, so that each checks the other.

export interface PlainPerson {
  readonly id: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly events: readonly PlainEvent[];
}

interface PlainEvent {
  readonly name: string;
  readonly atMs: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface World {
  readonly nowMs: number;
  /** Persons' ids by cohort. */
  readonly cohorts: ReadonlyMap<number, ReadonlySet<number>>;
  /** Names of events by action. */
  readonly actions?: ReadonlyMap<number, readonly string[]>;
}

/** Thrown for filters that have no meaning. */
export class Meaningless extends Error {}

type Node = Record<string, unknown>;

const dayMs = 86_400_000;

/** Lists too. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** Undefined: the filters ask for nothing. */
export function evaluate(filters: unknown, person: PlainPerson, world: World): boolean | undefined {
  return isNode(filters) ? evaluateNode(filters['properties'], person, world) : undefined;
}

function evaluateNode(node: unknown, person: PlainPerson, world: World): boolean | undefined {
  if (!isNode(node)) return undefined;
  const { values, type } = node;
  const parts: unknown[] | undefined = Array.isArray(node)
    ? node
    : Array.isArray(values)
      ? values
      : undefined;
  if (!parts) return evaluateLeaf(node, person, world);
  const isOr = !Array.isArray(node) && type === 'OR';
  if (!Array.isArray(node) && !isOr && (type ?? 'AND') !== 'AND') throw new Meaningless();
  // Every part is evaluated, so that an invalid one is found whatever the others return.
  const results = parts
    .map((part) => evaluateNode(part, person, world))
    .filter((result) => result !== undefined);
  if (results.length === 0) return undefined;
  return isOr ? results.includes(true) : !results.includes(false);
}

function evaluateLeaf(leaf: Node, person: PlainPerson, world: World): boolean | undefined {
  if ((leaf['key'] ?? '') === '') return undefined;
  const holds = leafHolds(leaf, person, world);
  return leaf['negation'] === true ? !holds : holds;
}

function leafHolds(leaf: Node, person: PlainPerson, world: World): boolean {
  if (leaf['type'] === 'cohort') {
    const members = world.cohorts.get(Number(leaf['value']));
    if (!members) throw new Meaningless();
    return members.has(person.id) !== (leaf['operator'] === 'not_in');
  }
  if (leaf['type'] === 'behavioral') return hasBehaved(leaf, person, world);
  if (leaf['type'] !== 'person') throw new Meaningless();
  const key = String(leaf['key']);
  const value = Object.hasOwn(person.properties, key) ? person.properties[key] : undefined;
  return propertyHolds(value ?? undefined, String(leaf['operator']), leaf['value'], world.nowMs);
}

function hasBehaved(leaf: Node, person: PlainPerson, world: World): boolean {
  const { nowMs } = world;
  const daysAgo = (days: unknown): number => nowMs - Number(days) * dayMs;
  const past = eventsOf(leaf, person, world);
  const fromMs = daysAgo(leaf['time_value']);
  const recentMs = daysAgo(leaf['seq_time_value']);
  const isIn = (event: PlainEvent): boolean => event.atMs >= fromMs;
  const isRecent = (event: PlainEvent): boolean => event.atMs >= recentMs;
  switch (leaf['value']) {
    case 'performed_event':
      return past.some(isIn);
    case 'performed_event_multiple':
      return isOften(past.filter(isIn).length, leaf);
    case 'performed_event_first_time':
      return past.length > 0 && past.every(isIn);
    case 'performed_event_sequence': {
      const next = { key: leaf['seq_event'], event_type: leaf['seq_event_type'] };
      const withinMs = Number(leaf['seq_time_value']) * dayMs;
      return past
        .filter(isIn)
        .some(({ atMs }) =>
          eventsOf(next, person, world).some((later) => later.atMs > atMs && later.atMs <= atMs + withinMs),
        );
    }
    case 'performed_event_regularly': {
      const [periods, days] = [Number(leaf['total_periods']), Number(leaf['time_value'])];
      if (Number(leaf['min_periods']) > periods) throw new Meaningless();
      const met = Array.from({ length: periods }, (_, period) => {
        const untilMs = daysAgo(days * period);
        const inPeriod = past.filter(({ atMs }) => atMs <= untilMs && atMs > untilMs - days * dayMs);
        return isOften(inPeriod.length, leaf);
      });
      return met.filter(Boolean).length >= Number(leaf['min_periods']);
    }
    case 'stopped_performing_event':
      if (recentMs < fromMs) throw new Meaningless();
      return past.some((event) => isIn(event) && !isRecent(event)) && !past.some(isRecent);
    case 'restarted_performing_event':
      if (recentMs < fromMs) throw new Meaningless();
      return (
        past.some((event) => !isIn(event)) &&
        !past.some((event) => isIn(event) && !isRecent(event)) &&
        past.some(isRecent)
      );
    default:
      throw new Meaningless();
  }
}

/** The events so far that a leaf is about. */
function eventsOf(leaf: Node, person: PlainPerson, world: World): readonly PlainEvent[] {
  const key = leaf['key'];
  const names = leaf['event_type'] === 'actions' ? world.actions?.get(Number(key)) : [String(key)];
  if (!names) throw new Meaningless();
  const filters = Array.isArray(leaf['event_filters']) ? leaf['event_filters'].filter(isNode) : [];
  const isMet = (properties: Readonly<Record<string, unknown>>): boolean =>
    filters
      .map((filter) => {
        const value = Object.hasOwn(properties, String(filter['key']))
          ? properties[String(filter['key'])]
          : undefined;
        return propertyHolds(value ?? undefined, String(filter['operator']), filter['value'], world.nowMs);
      })
      .every(Boolean);
  isMet({}); // a filter without a meaning has none for persons without events, either
  return person.events.filter(
    (event) => names.includes(event.name) && event.atMs <= world.nowMs && isMet(event.properties ?? {}),
  );
}

function isOften(count: number, leaf: Node): boolean {
  const wanted = Number(leaf['operator_value']);
  switch (leaf['operator']) {
    case 'exact':
      return count === wanted;
    case 'gte':
      return count >= wanted;
    case 'lte':
      return count <= wanted;
    case 'gt':
      return count > wanted;
    case 'lt':
      return count < wanted;
    default:
      throw new Meaningless();
  }
}

function propertyHolds(value: unknown, operator: string, wanted: unknown, nowMs: number): boolean {
  if (operator === 'is_set') return value !== undefined;
  if (operator === 'is_not_set') return value === undefined;
  if ((wanted ?? undefined) === undefined) throw new Meaningless();
  const list = (Array.isArray(wanted) ? wanted : [wanted]).filter((one) => one !== null);
  switch (operator) {
    case 'exact':
      return list.some((one) => equals(value, one));
    case 'is_not':
      return !list.some((one) => equals(value, one));
    case 'icontains':
      return list.some((one) => contains(value, one));
    case 'not_icontains':
      return !list.some((one) => contains(value, one));
    case 'regex':
      return list.map((one) => matches(value, one)).includes(true);
    case 'not_regex':
      return !list.map((one) => matches(value, one)).includes(true);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compares(value, operator, onlyOne(list));
    case 'between':
    case 'not_between': {
      const [low, high, ...more] = list;
      if (high === undefined || more.length > 0) throw new Meaningless();
      const isBetween = [compares(value, 'gte', low), compares(value, 'lte', high)].every(Boolean);
      return isBetween === (operator === 'between');
    }
    default:
      return matchesDate(value, operator, onlyOne(list), nowMs);
  }
}

function onlyOne(list: readonly unknown[]): unknown {
  if (list.length !== 1) throw new Meaningless();
  return list[0];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function equals(value: unknown, wanted: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === 'number' && numberOf(wanted) !== undefined) return value === numberOf(wanted);
  return textOf(value) === textOf(wanted);
}

function contains(value: unknown, wanted: unknown): boolean {
  return value !== undefined && textOf(value).toLowerCase().includes(textOf(wanted).toLowerCase());
}

function matches(value: unknown, wanted: unknown): boolean {
  const [, fold = '', source = ''] = /^(\(\?i\))?([^]*)$/.exec(textOf(wanted)) ?? [];
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, fold === '' ? 'u' : 'iu');
  } catch {
    throw new Meaningless();
  }
  return value !== undefined && pattern.test(textOf(value));
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]{1,3})?$/.test(value))
    return undefined;
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}

function compares(value: unknown, operator: string, wanted: unknown): boolean {
  const [one, other] = [numberOf(value), numberOf(wanted)];
  if (other === undefined) throw new Meaningless();
  if (one === undefined) return false;
  if (operator === 'gt') return one > other;
  if (operator === 'gte') return one >= other;
  return operator === 'lt' ? one < other : one <= other;
}

function matchesDate(value: unknown, operator: string, wanted: unknown, nowMs: number): boolean {
  const [start, end] = spanOf(wanted, nowMs);
  const moment = momentOf(value);
  if (moment === undefined) return false;
  if (operator === 'is_date_before') return moment < start;
  if (operator === 'is_date_after') return moment >= end;
  return start <= moment && moment < end;
}

/** Days only, of the relative ones; the calendar has tests of its own. */
function spanOf(wanted: unknown, nowMs: number): readonly [startMs: number, endMs: number] {
  const days = typeof wanted === 'string' ? /^-(\d+)d$/.exec(wanted)?.[1] : undefined;
  const ms = days === undefined ? momentOf(wanted) : nowMs - Number(days) * dayMs;
  if (ms === undefined) throw new Meaningless();
  if (days === undefined && !(typeof wanted === 'string' && wanted.length === 10 && wanted.includes('-'))) {
    return [ms, ms + 1];
  }
  const start = ms - (ms % dayMs);
  return [start, start + dayMs];
}

function momentOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) {
    const ms = number < 1e11 ? number * 1000 : number;
    return number >= 1e8 && number <= 1e14 ? Math.trunc(ms) : undefined;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const zoned =
    /T.*(Z|[+-]\d\d:\d\d)$/.test(value) || value.length === 10 ? value : `${value.replace(' ', 'T')}Z`;
  const ms = Date.parse(zoned);
  return Number.isNaN(ms) ? undefined : ms;
}
