import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createMemory } from './memory.ts';

const nowMs = Date.UTC(2026, 2, 31, 12);
const ago = (days: number, name = 'order placed', properties = {}) => ({
  name,
  atMs: nowMs - days * 86_400_000,
  properties,
});
const actions = new Map([
  [1, ['order placed', 'invite sent']],
  [2, ['invite sent']],
]);

// By id: never, today, long ago, on three days, another event, both windows, in the future.
const histories = [
  [],
  [ago(0)],
  [ago(100)],
  [ago(0, 'order placed', { amount: 50 }), ago(1, 'order placed', { amount: 9 }), ago(2)],
  [ago(1, 'invite sent')],
  [ago(1), ago(100)],
  [ago(-5)],
];

const leaf = {
  type: 'behavioral',
  key: 'order placed',
  event_type: 'events',
  time_value: 30,
  time_interval: 'day',
};
const times = (operator: string, number: number | string) => ({
  ...leaf,
  value: 'performed_event_multiple',
  operator,
  operator_value: number,
});

const regularly = (operator: string, number: number, min: number, total: number) => ({
  ...leaf,
  value: 'performed_event_regularly',
  time_value: 1,
  operator,
  operator_value: number,
  min_periods: min,
  total_periods: total,
});

const rows: readonly (readonly [string, object, readonly number[]])[] = [
  ['performed within 30 days', { ...leaf, value: 'performed_event' }, [1, 3, 5]],
  ['not performed within 30 days', { ...leaf, value: 'performed_event', negation: true }, [0, 2, 4, 6]],
  [
    'performed at any time',
    { type: 'behavioral', key: 'order placed', value: 'performed_event' },
    [1, 2, 3, 5],
  ],
  [
    'performed since an explicit time',
    { ...leaf, value: 'performed_event', explicit_datetime: '-1y' },
    [1, 2, 3, 5],
  ],
  [
    'performed within 4 months',
    { ...leaf, value: 'performed_event', time_value: '4', time_interval: 'month' },
    [1, 2, 3, 5],
  ],
  [
    'performed within 12 hours',
    { ...leaf, value: 'performed_event', time_value: 12, time_interval: 'hour' },
    [1, 3],
  ],
  ['at least 2 times', times('gte', 2), [3]],
  ['at least "3" times', times('gte', '3'), [3]],
  ['exactly once', times('exact', 1), [1, 5]],
  ['exactly 0 times', times('eq', 0), [0, 2, 4, 6]],
  ['at most once', times('lte', 1), [0, 1, 2, 4, 5, 6]],
  ['fewer than 3 times', times('lt', 3), [0, 1, 2, 4, 5, 6]],
  ['more than once', times('gt', 1), [3]],
  ['for the first time within 30 days', { ...leaf, value: 'performed_event_first_time' }, [1, 3]],
  ['an event that nobody has performed', { ...leaf, key: 'unheard of', value: 'performed_event' }, []],
  [
    'the action that it belongs to',
    { ...leaf, key: 1, event_type: 'actions', value: 'performed_event' },
    [1, 3, 4, 5],
  ],
  [
    'another action, named by a text',
    { ...leaf, key: '2', event_type: 'actions', value: 'performed_event' },
    [4],
  ],
  [
    'performed between two dates, both of which count',
    {
      ...leaf,
      value: 'performed_event',
      explicit_datetime: '2025-12-21',
      explicit_datetime_to: '2026-03-29',
    },
    [2, 3, 5],
  ],
  [
    'performed until a relative time',
    { ...leaf, value: 'performed_event', explicit_datetime_to: '-50d' },
    [2, 5],
  ],
  [
    'for the first time between two times',
    {
      ...leaf,
      value: 'performed_event_first_time',
      explicit_datetime: '-150d',
      explicit_datetime_to: '-50d',
    },
    [2, 5],
  ],
  [
    'followed by another event',
    {
      ...leaf,
      value: 'performed_event_sequence',
      seq_event: 'order placed',
      seq_event_type: 'events',
      seq_time_value: 1,
      seq_time_interval: 'day',
    },
    [3],
  ],
  [
    'followed by another event within hours',
    {
      ...leaf,
      value: 'performed_event_sequence',
      seq_event: 'order placed',
      seq_event_type: 'events',
      seq_time_value: 23,
      seq_time_interval: 'hour',
    },
    [],
  ],
  ['regularly: once in each of 3 days', regularly('gte', 1, 3, 3), [3]],
  ['regularly: once in 1 of 3 days', regularly('gte', 1, 1, 3), [1, 3, 5]],
  ['regularly: never in 2 of 3 days', regularly('exact', 0, 2, 3), [0, 1, 2, 4, 5, 6]],
  [
    'stopped 10 days ago',
    {
      ...leaf,
      time_value: 200,
      value: 'stopped_performing_event',
      seq_time_value: 10,
      seq_time_interval: 'day',
    },
    [2],
  ],
  [
    'restarted within 10 days',
    { ...leaf, value: 'restarted_performing_event', seq_time_value: 10, seq_time_interval: 'day' },
    [5],
  ],
  [
    'an event that was performed exactly when the time window begins counts in it',
    {
      ...leaf,
      time_value: 100,
      value: 'restarted_performing_event',
      seq_time_value: 10,
      seq_time_interval: 'day',
    },
    [],
  ],
  [
    'with a property',
    {
      ...leaf,
      value: 'performed_event',
      event_filters: [{ type: 'event', key: 'amount', operator: 'gte', value: 50 }],
    },
    [3],
  ],
  [
    'with a property, counted',
    { ...times('gte', 2), event_filters: [{ key: 'amount', operator: 'is_set' }] },
    [3],
  ],
  [
    'an event that nobody has performed, negated',
    { ...leaf, key: '-', value: 'performed_event', negation: true },
    [0, 1, 2, 3, 4, 5, 6],
  ],
];

describe('behavioral conditions', () => {
  const memory = createMemory();
  after(() => memory.close());
  const fill = (): void => {
    memory.fill(
      histories.map((events, id) => ({ id, properties: {}, events })),
      { nowMs, cohorts: new Map(), actions },
    );
  };

  for (const [what, properties, expected] of rows) {
    it(`match who has: ${what}`, () => {
      fill();
      assert.deepEqual(memory.calculate({ filters: JSON.stringify({ properties }) }, nowMs), expected);
    });
  }

  const unknowable = [
    { ...leaf, value: 'performed_event_sequence' },
    { ...leaf, value: 'wondered_about_event' },
    { ...leaf, value: 'performed_event', event_type: 'actions', key: 9 },
    { ...leaf, value: 'performed_event', event_filters: [{ type: 'hogql', key: 'x', value: 1 }] },
    { ...leaf, value: 'performed_event', explicit_datetime: 'long ago' },
    { ...leaf, value: 'stopped_performing_event', seq_time_value: 31, seq_time_interval: 'day' },
    regularly('gte', 1, 4, 3),
    times('constructor', 2),
    { ...leaf, value: 'performed_event', time_interval: 'fortnight' },
    { ...leaf, value: 'performed_event', time_value: 'a while' },
    { ...leaf, value: 'performed_event', time_value: 999_999, time_interval: 'year' },
    { ...leaf, value: 'performed_event', explicit_datetime: '-999999y' },
    { ...leaf, value: 'performed_event', event_filters: [{ key: 'x' }] },
    times('about', 2),
    times('gte', 'twice'),
  ];
  for (const properties of unknowable) {
    it(`cannot be calculated: ${JSON.stringify(properties)}`, () => {
      fill();
      assert.equal(memory.calculate({ filters: JSON.stringify({ properties }) }, nowMs), undefined);
    });
  }
});

describe('legacy groups', () => {
  const memory = createMemory();
  after(() => memory.close());
  const plans = ['free', 'growth', 'growth', 'starter'];
  const isGrowth = { key: 'plan', type: 'person', value: 'growth', operator: 'exact' };
  const ordered = { event_id: 'order placed', days: 30, count: 2, count_operator: 'gte' };
  const invited = { action_id: '2', days: 3 };
  const groupRows: readonly (readonly [string, unknown, readonly number[] | undefined])[] = [
    ['properties as a list', [{ properties: [isGrowth] }], [1, 2]],
    ['properties as a map', [{ properties: { plan: 'growth' } }], [1, 2]],
    ['properties as a group', [{ properties: { type: 'OR', values: [isGrowth] } }], [1, 2]],
    ['an event and how often', [ordered], [3]],
    ['several, any of which is enough', [{ properties: [isGrowth] }, ordered], [1, 2, 3]],
    ['one that is no list', { properties: [isGrowth] }, [1, 2]],
    ['none', [], []],
    ['nothing to read', ['all', null, {}], []],
    ['a count of 0 or none, which means at least once', [{ ...ordered, count: 0 }], [2, 3]],
    ['a count that is a text', [{ ...ordered, count: '2' }], [3]],
    ['no number of days, which means a year', [{ ...ordered, days: null, count: null }], [2, 3]],
    [
      'a property of the type event, which is one of the person',
      [{ properties: [{ ...isGrowth, type: 'event' }] }],
      [1, 2],
    ],
    ['an action', [invited], [0]],
    ['an unknown action', [{ action_id: 5, days: 3 }], undefined],
  ];
  for (const [what, groups, expected] of groupRows) {
    it(`match ${what}`, () => {
      const persons = plans.map((plan, id) => ({
        id,
        properties: { plan },
        events: [[ago(1, 'invite sent')], [], [ago(1)], [ago(1), ago(2)]][id] ?? [],
      }));
      memory.fill(persons, { nowMs, cohorts: new Map(), actions });
      assert.deepEqual(memory.calculate({ groups: JSON.stringify(groups) }, nowMs), expected);
    });
  }
});
