// The grammar of conditions as of 2026-09, with the words that the sentence must contain for each part.
// Independent of the client's own vocabulary, so that each checks the other.
import * as fc from 'fast-check';

/** A condition, and what a sentence about it says, in this order. */
export interface Phrase {
  readonly leaf: object;
  readonly says: readonly string[];
}

/** How each operator reads, and a value that it can have. Those that say no value have none. */
const operators: Readonly<
  Record<string, readonly [words: string, value?: unknown, said?: readonly string[]]>
> = {
  exact: ['equals', ['starter', 'growth'], ['starter or growth']],
  is_not: ['doesn’t equal', 'free', ['free']],
  icontains: ['contains', '@acme.com', ['@acme.com']],
  not_icontains: ['doesn’t contain', 'New York', ['“New York”']],
  regex: ['matches pattern', '^a.*z$', ['^a.*z$']],
  not_regex: ['doesn’t match pattern', 'x+', ['x+']],
  gt: ['is greater than', 100, ['100']],
  gte: ['is at least', '5', ['5']],
  lt: ['is less than', 2.5, ['2.5']],
  lte: ['is at most', 7, ['7']],
  is_set: ['is set'],
  is_not_set: ['is not set'],
  is_date_exact: ['is on', '2026-05-31', ['2026-05-31']],
  is_date_before: ['is before', '-90d', ['90 days ago']],
  is_date_after: ['is after', '-1w', ['1 week ago']],
  between: ['is between', [5, 50], ['5 and 50']],
  not_between: ['is not between', ['1', '9'], ['1 and 9']],
  min: ['is at least', 3, ['3']],
  max: ['is at most', 4, ['4']],
  in: ['is one of', ['a', 'b', 'c'], ['a, b or c']],
  not_in: ['is none of', ['x'], ['x']],
  is_cleaned_path_exact: ['is the path', '/pricing/', ['/pricing/']],
  icontains_multi: ['contains any of', ['a', 'b'], ['a or b']],
  not_icontains_multi: ['contains none of', ['a', 'b'], ['a or b']],
  semver_eq: ['is version', '1.2.3', ['1.2.3']],
  semver_neq: ['is not version', '1.2.3', ['1.2.3']],
  semver_gt: ['is later than version', '1.2.3', ['1.2.3']],
  semver_gte: ['is at least version', '1.2.3', ['1.2.3']],
  semver_lt: ['is earlier than version', '1.2.3', ['1.2.3']],
  semver_lte: ['is at most version', '1.2.3', ['1.2.3']],
  semver_tilde: ['is a patch of version', '1.2.3', ['1.2.3']],
  semver_caret: ['is compatible with version', '1.2.3', ['1.2.3']],
  semver_wildcard: ['matches version', '1.2.*', ['1.2.*']],
};
export const operatorNames: readonly string[] = Object.keys(operators);

/** What each type of a property is called; persons and events need no name. */
const owners: Readonly<Record<string, string>> = {
  person: '',
  event: '',
  person_metadata: 'person’s',
  event_metadata: 'event’s',
  element: 'element’s',
  session: 'session’s',
  group: 'group’s',
  feature: 'feature flag',
  flag: 'feature flag',
  recording: 'recording’s',
  log: 'log’s',
  error_tracking_issue: 'issue’s',
  revenue_analytics: 'revenue’s',
  data_warehouse: 'table’s',
  data_warehouse_person_property: 'person’s',
};
export const propertyTypes: readonly string[] = Object.keys(owners);

export function property(type: string, operator: string, key = 'plan', isNegated = false): Phrase {
  const [words = '', value, said = []] = operators[operator] ?? [];
  const leaf = {
    type,
    key,
    operator,
    ...(value !== undefined && { value }),
    ...(isNegated && { negation: true }),
  };
  const owner = owners[type] ?? '';
  const text = `${owner === '' ? '' : `${owner} `}${key} ${words}`;
  return { leaf, says: [isNegated ? `not (${text}` : text, ...said] };
}

/** A flag's value, an expression: of dashboards only. */
export const ofDashboards: readonly Phrase[] = [
  {
    leaf: { type: 'flag', key: 'new-menu', operator: 'flag_evaluates_to', value: true },
    says: ['feature flag new-menu evaluates to true'],
  },
  { leaf: { type: 'hogql', key: 'properties.a > 1', value: null }, says: ['expression “properties.a > 1”'] },
];

const cohortTypes = ['cohort', 'static-cohort', 'dynamic-cohort', 'precalculated-cohort'];

function inCohort(type: string, more: object, isIn: boolean): Phrase {
  return { leaf: { type, key: 'id', value: 2, ...more }, says: [isIn ? 'in cohort 2' : 'not in cohort 2'] };
}

const inCohorts: readonly Phrase[] = cohortTypes.flatMap((type) => [
  inCohort(type, {}, true),
  inCohort(type, { value: '2' }, true),
  inCohort(type, { negation: false, operator: 'in' }, true),
  inCohort(type, { negation: true }, false),
  inCohort(type, { operator: 'not_in' }, false),
  inCohort(type, { operator: 'not_in', negation: false }, false),
]);

/** When an event counts. */
const windows: readonly (readonly [members: object, says: string])[] = [
  [{ time_value: 30, time_interval: 'day' }, 'in the last 30 days'],
  [{ time_value: '1', time_interval: 'week' }, 'in the last week'],
  [{ explicit_datetime: '-60d' }, 'since 60 days ago'],
  [{ explicit_datetime: '2026-01-01', explicit_datetime_to: '2026-06-30' }, 'from 2026-01-01 to 2026-06-30'],
  [{ explicit_datetime_to: '-1d', time_value: null, time_interval: null }, 'until 1 day ago'],
  [{}, ''],
];

const events: readonly (readonly [members: object, says: string])[] = [
  [{ event_type: 'events', key: 'order placed' }, '“order placed”'],
  [{ event_type: 'actions', key: 1 }, 'action 1'],
  [{ event_type: 'actions', key: '2' }, 'action 2'],
  [
    {
      event_type: 'events',
      key: 'invite',
      event_filters: [{ type: 'event', key: 'amount', operator: 'gte', value: 50 }],
    },
    'invite where (amount is at least 50)',
  ],
  [{ event_type: 'events', key: 'invite', event_filters: [] }, 'invite'],
];

const comparisons: readonly (readonly [operator: string | null, says: string])[] = [
  ['gte', 'at least 3 times'],
  ['lte', 'at most 3 times'],
  ['exact', 'exactly 3 times'],
  ['eq', 'exactly 3 times'],
  [null, 'at least 3 times'],
];

const next = {
  seq_event_type: 'events',
  seq_event: 'invite sent',
  seq_time_value: 7,
  seq_time_interval: 'day',
};
const recent = { seq_time_value: 3, seq_time_interval: 'day' };

/** Each behavior with what it needs besides the event and the window; where the window is said is up to it. */
const behaviors: readonly ((event: string, window: string) => readonly [object, readonly string[]])[] = [
  (event, window) => [{ value: 'performed_event' }, [event, window]],
  (event, window) => [{ value: 'performed_event_first_time' }, [event, 'for the first time', window]],
  ...comparisons.map(
    ([operator, words]) =>
      (event: string, window: string) =>
        [{ value: 'performed_event_multiple', operator, operator_value: 3 }, [event, words, window]] as const,
  ),
  (event, window) => [
    { value: 'performed_event_sequence', ...next },
    [event, 'and then “invite sent” within 7 days', window],
  ],
  (event, window) => [
    { value: 'performed_event_sequence', ...next, seq_event_type: 'actions', seq_event: 2 },
    [event, 'and then action 2 within 7 days', window],
  ],
  (event, window) => [
    { value: 'stopped_performing_event', ...recent },
    [event, window, 'but not in the last 3 days'],
  ],
];

/** Behaviors whose window is part of what they ask. */
const periodic: readonly (readonly [members: object, says: string])[] = [
  [
    {
      value: 'performed_event_regularly',
      operator: 'gte',
      operator_value: 2,
      time_value: 1,
      time_interval: 'week',
      total_periods: 4,
      min_periods: 3,
    },
    'at least 2 times per 1 week in at least 3 of the last 4 such periods',
  ],
  [
    { value: 'restarted_performing_event', ...recent, time_value: 30, time_interval: 'day' },
    'again in the last 3 days after a pause that began 30 days ago',
  ],
];

function behave(members: object, says: readonly string[], isNegated: boolean, usesDidNot: boolean): Phrase {
  const [first = '', ...rest] = says.filter((words) => words !== '');
  const did = usesDidNot && isNegated ? `did not do ${first}` : `did ${first}`;
  const opening = isNegated && !usesDidNot ? `not (${did}` : did;
  return {
    leaf: { type: 'behavioral', ...members, ...(isNegated && { negation: true }) },
    says: [opening, ...rest],
  };
}

const behavioral: readonly Phrase[] = [false, true].flatMap((isNegated) =>
  events.flatMap(([event, eventWords]) => [
    ...behaviors.flatMap((behavior) =>
      windows.map(([window, windowWords]) => {
        const [members, says] = behavior(eventWords, windowWords);
        const usesDidNot = /^performed_event(_multiple|_first_time)?$/.test(
          String(Reflect.get(members, 'value')),
        );
        return behave({ ...event, ...members, ...window }, says, isNegated, usesDidNot);
      }),
    ),
    ...periodic.map(([members, words]) =>
      behave({ ...event, ...members }, [eventWords, words], isNegated, false),
    ),
  ]),
);

/** Older forms: without a type, without an operator, a person's property by another name. */
const legacy: readonly Phrase[] = [
  { leaf: { key: 'email', value: 'a@b.c', operator: 'icontains' }, says: ['email contains a@b.c'] },
  { leaf: { key: 'email', value: 'a@b.c' }, says: ['email equals a@b.c'] },
  { leaf: { key: 'email', value: 'a@b.c', type: null, operator: null }, says: ['email equals a@b.c'] },
  { leaf: { type: 'event', key: 'email', value: 'a@b.c' }, says: ['email equals a@b.c'] },
  { leaf: { value: 'a@b.c' }, says: ['equals a@b.c'] },
];

/** Empty conditions. */
export const nothing: readonly object[] = [{}, { type: 'empty' }];

/** A person's properties with every operator, negated or not. */
const ofPersons: readonly Phrase[] = [false, true].flatMap((isNegated) =>
  operatorNames.flatMap((operator) => [
    property('person', operator, 'plan', isNegated),
    property('person_metadata', operator, 'created_at', isNegated),
  ]),
);

/** Every condition of a cohort. */
export const ofCohorts: readonly Phrase[] = [...ofPersons, ...inCohorts, ...behavioral, ...legacy];

export interface Group {
  readonly type: 'AND' | 'OR';
  readonly values: readonly (Group | Phrase)[];
}

const isGroup = (part: Group | Phrase): part is Group => 'values' in part;

/** Groups in groups, of few enough conditions that a sentence says all of them. */
export const groups: fc.Arbitrary<Group> = fc.letrec<{ group: Group; part: Group | Phrase }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'part' },
    { weight: 3, arbitrary: fc.constantFrom(...ofCohorts) },
    tie('group'),
  ),
  group: fc.record({
    type: fc.constantFrom('AND' as const, 'OR' as const),
    values: fc.array(tie('part'), { minLength: 1, maxLength: 3, depthIdentifier: 'part' }),
  }),
})).group;

export function toFilters({ type, values }: Group): object {
  return { type, values: values.map((part) => (isGroup(part) ? toFilters(part) : part.leaf)) };
}

/** What a sentence says about the group, in this order. */
export function saysOf(group: Group): readonly string[] {
  const join = group.values.length < 2 ? [] : [group.type === 'AND' ? 'all of' : 'any of'];
  return [...join, ...group.values.flatMap((part) => (isGroup(part) ? saysOf(part) : part.says))];
}

export function countOf({ values }: Group): number {
  return values.reduce((sum, part) => sum + (isGroup(part) ? countOf(part) : 1), 0);
}

const counts: readonly object[] = [{}, { count: 0 }, { count: 2 }, { count: '2' }, { count: null }];
const days: readonly object[] = [{}, { days: null }, { days: 7 }, { days: '30' }];

/** The form before filters: what was done, or properties. */
export const legacyGroups: readonly object[] = [
  ...counts.flatMap((count) => days.map((day) => ({ event_id: 'order placed', ...count, ...day }))),
  ...['gte', 'lte', 'eq'].map((operator) => ({ action_id: 1, count: 2, count_operator: operator, days: 7 })),
  { properties: { plan: 'growth' } },
  { properties: [{ type: 'event', key: 'plan', value: 'growth' }] },
  { properties: [{ key: 'plan', operator: 'is_not', value: ['free'] }] },
  { properties: { type: 'OR', values: [{ key: 'plan', operator: 'is_set' }] } },
  { properties: [], event_id: null, action_id: null },
];
