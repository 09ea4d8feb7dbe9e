import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createMemory } from './memory.ts';

const nowMs = Date.UTC(2026, 2, 31, 12);
const ago = (days: number, name = 'order placed') => ({ name, atMs: nowMs - days * 86_400_000 });

// By id: never, today, long ago, three times, another event, both windows, in the future.
const histories = [
  [],
  [ago(0)],
  [ago(100)],
  [ago(1), ago(2), ago(3)],
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
    [1],
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
      { nowMs, cohorts: new Map() },
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
    { ...leaf, value: 'performed_event', time_interval: 'fortnight' },
    { ...leaf, value: 'performed_event', time_value: 'a while' },
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
  const groupRows: readonly (readonly [string, unknown, readonly number[] | undefined])[] = [
    ['properties as a list', [{ properties: [isGrowth] }], [1, 2]],
    ['properties as a map', [{ properties: { plan: 'growth' } }], [1, 2]],
    ['properties as a group', [{ properties: { type: 'OR', values: [isGrowth] } }], [1, 2]],
    ['an event and how often', [ordered], [3]],
    ['several, any of which is enough', [{ properties: [isGrowth] }, ordered], [1, 2, 3]],
    ['one that is no list', { properties: [isGrowth] }, [1, 2]],
    ['none', [], []],
    ['nothing to read', ['all', null, {}], []],
    ['an action', [{ action_id: 5, days: 3 }], undefined],
  ];
  for (const [what, groups, expected] of groupRows) {
    it(`match ${what}`, () => {
      const persons = plans.map((plan, id) => ({
        id,
        properties: { plan },
        events: id === 3 ? [ago(1), ago(2)] : [],
      }));
      memory.fill(persons, { nowMs, cohorts: new Map() });
      assert.deepEqual(memory.calculate({ groups: JSON.stringify(groups) }, nowMs), expected);
    });
  }
});
