import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { type FilterShape } from '#filters/filterShape.ts';
import { describeFilters, describeInLine, isTooLongForSentence } from '#filters/describeFilters.ts';
import { oppositeOperator, propertyOperators } from '#filters/operators.ts';
import { inEnglish } from '#text/translate.ts';

function sentence(filters: unknown, kind?: FilterShape['kind'], t = inEnglish): string {
  const text = JSON.stringify(filters);
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return describeFilters(shape, t);
}

const person = (key: string, operator: string, value?: unknown) => ({ type: 'person', key, operator, value });
const did = (key: string, more: object = {}) => ({
  type: 'behavioral',
  key,
  value: 'performed_event',
  ...more,
});
const group = (type: string, ...values: readonly unknown[]) => ({ type, values });
const month = { time_value: 30, time_interval: 'day' };
const threeDays = { seq_time_value: 3, seq_time_interval: 'day' };
const regularly = did('x', {
  value: 'performed_event_regularly',
  operator: 'lte',
  operator_value: 3,
  time_value: 1,
  time_interval: 'week',
  min_periods: 2,
  total_periods: 4,
});

test('names a cohort beside its id, where the name is known', () => {
  const text = JSON.stringify({
    properties: {
      type: 'AND',
      values: [7, '8', 9, ''].map((value) => ({ type: 'cohort', key: 'id', value })),
    },
  });
  const shape = parseFilterShape(text, 'cohort');
  assert.ok(shape);
  const names = new Map([
    ['7', 'Paying shops'],
    ['8', 'VIP, all'],
  ]);
  assert.equal(
    describeFilters(shape, inEnglish, (id) => names.get(id)),
    'Persons who match all of: in cohort “Paying shops” (7), in cohort “VIP, all” (8), in cohort 9, in cohort …',
  );
});

test('names an action beside its id, where the name is known', () => {
  const first = did('12', { event_type: 'actions' });
  const then = did('x', { value: 'performed_event_sequence', seq_event_type: 'actions', seq_event: 13 });
  const text = JSON.stringify({ properties: group('AND', first, { ...then, ...threeDays }) });
  const shape = parseFilterShape(text, 'cohort');
  assert.ok(shape);
  const names = new Map([['12', 'Ordered']]);
  assert.equal(
    describeFilters(shape, inEnglish, undefined, (id) => names.get(id)),
    'Persons who match all of: did action “Ordered” (12), did x and then action 13 within 3 days.',
  );
});

describe('the sentence about a cohort', () => {
  const cases: readonly (readonly [properties: unknown, expected: string])[] = [
    [{}, 'No conditions yet.'],
    [group('AND'), 'No conditions yet.'],
    [group('AND', {}), 'No conditions yet.'],
    [group('AND', person('email', 'icontains', '@acme.com')), 'Persons who match: email contains @acme.com.'],
    [
      group('AND', person('email', 'icontains', '@acme.com'), person('seats', 'gt', 100)),
      'Persons who match all of: email contains @acme.com, seats is greater than 100.',
    ],
    [
      group('OR', person('a', 'is_set'), person('b', 'is_not_set')),
      'Persons who match any of: a is set, b is not set.',
    ],
    [
      group('XOR', person('a', 'is_set'), person('b', 'is_set')),
      'Persons who match XOR of: a is set, b is set.',
    ],
    [group('AND', person('plan', 'exact', ['a', 'b', 'c'])), 'Persons who match: plan equals a, b or c.'],
    [group('AND', person('plan', 'exact', [])), 'Persons who match: plan equals …'],
    [group('AND', person('city', 'is_not', 'New York')), 'Persons who match: city doesn’t equal “New York”.'],
    [group('AND', person('city', 'exact', '')), 'Persons who match: city equals “”.'],
    [group('AND', person('city', 'odd_one', 5)), 'Persons who match: city odd_one 5.'],
    [
      group('AND', person('n', 'exact', [1, 2, 3, 4, 5, 6, 7])),
      'Persons who match: n equals 1, 2, 3, 4, 5 or 2 more.',
    ],
    [group('AND', person('d', 'is_date_after', '-90d')), 'Persons who match: d is after 90 days ago.'],
    [group('AND', person('d', 'is_date_before', '2025-01-31')), 'Persons who match: d is before 2025-01-31.'],
    [group('AND', person('d', 'is_date_before', '')), 'Persons who match: d is before …'],
    [group('AND', { ...person('a', 'is_set'), negation: true }), 'Persons who match: not (a is set).'],
    [group('AND', { type: 'cohort', key: 'id', value: 7 }), 'Persons who match: in cohort 7.'],
    [
      group('AND', { type: 'cohort', key: 'id', value: 7, negation: true }),
      'Persons who match: not in cohort 7.',
    ],
    [
      group('AND', { type: 'cohort', key: 'id', value: 7, operator: 'not_in' }),
      'Persons who match: not in cohort 7.',
    ],
    [
      group('AND', { type: 'cohort', key: 'id', value: 7, operator: 'in' }),
      'Persons who match: in cohort 7.',
    ],
    [
      group('AND', { type: 'cohort', key: 'id', value: 7, operator: 'not_in', negation: true }),
      'Persons who match: in cohort 7.',
    ],
    [group('AND', did('sign up', month)), 'Persons who match: did “sign up” in the last 30 days.'],
    [
      group('AND', did('sign up', { ...month, negation: true })),
      'Persons who match: did not do “sign up” in the last 30 days.',
    ],
    [
      group('AND', did('x', { value: 'performed_event_multiple', operator: 'gte', operator_value: 3 })),
      'Persons who match: did x at least 3 times.',
    ],
    [
      group('AND', did('x', { value: 'performed_event_first_time', explicit_datetime: '-2w' })),
      'Persons who match: did x for the first time since 2 weeks ago.',
    ],
    [
      group('AND', did('x', { ...month, explicit_datetime: '-2w', explicit_datetime_to: '2026-05-01' })),
      'Persons who match: did x from 2 weeks ago to 2026-05-01.',
    ],
    [group('AND', did('x', { explicit_datetime_to: '-1d' })), 'Persons who match: did x until 1 day ago.'],
    [
      group(
        'AND',
        did('order placed', {
          ...month,
          event_filters: [
            { type: 'event', key: 'amount', operator: 'gte', value: 50 },
            { type: 'event', key: 'currency', operator: 'exact', value: 'EUR' },
          ],
        }),
      ),
      'Persons who match: did “order placed” where (amount is at least 50, currency equals EUR) in the last 30 days.',
    ],
    [group('AND', person('seats', 'between', [5, 10])), 'Persons who match: seats is between 5 and 10.'],
    [group('AND', person('app', 'semver_gte', '1.2.0')), 'Persons who match: app is at least version 1.2.0.'],
    [
      group('AND', { type: 'group', key: 'industry', operator: 'exact', value: 'bakery' }),
      'Persons who match: group’s industry equals bakery.',
    ],
    [
      group('AND', { type: 'flag', key: 'new-menu', operator: 'flag_evaluates_to', value: true }),
      'Persons who match: feature flag new-menu evaluates to true.',
    ],
    [group('AND', { type: 'dynamic-cohort', key: 'id', value: 7 }), 'Persons who match: in cohort 7.'],
    [group('AND', did('12', { event_type: 'actions' })), 'Persons who match: did action 12.'],
    [
      group('AND', did('x', { time_value: 1, time_interval: 'day' })),
      'Persons who match: did x in the last day.',
    ],
    [
      group('AND', did('x', { value: 'performed_event_multiple', operator_value: 1 })),
      'Persons who match: did x at least once.',
    ],
    [
      group(
        'AND',
        did('order placed', { value: 'performed_event_multiple', operator: 'exact', operator_value: 1 }),
      ),
      'Persons who match: did “order placed” once.',
    ],
    [
      group('AND', { ...regularly, negation: true }),
      'Persons who match: not (did x at most 3 times per 1 week in at least 2 of the last 4 such periods).',
    ],
    [
      group('AND', did('x', { ...month, value: 'performed_event_sequence', seq_event: 'y', ...threeDays })),
      'Persons who match: did x and then y within 3 days in the last 30 days.',
    ],
    [
      group('AND', did('x', { ...month, value: 'stopped_performing_event', ...threeDays })),
      'Persons who match: did x in the last 30 days but not in the last 3 days.',
    ],
    [
      group('AND', did('x', { ...month, value: 'restarted_performing_event', ...threeDays })),
      'Persons who match: did x again in the last 3 days after a pause that began 30 days ago.',
    ],
    [
      group('AND', did('x', { value: 'performed_event_sequence', seq_event_type: 'actions', seq_event: 7 })),
      'Persons who match: did x and then action 7 within …',
    ],
    [
      group('AND', did('x', { value: 'performed_event_regularly' })),
      'Persons who match: did x at least … times per … in at least … of the last … such periods.',
    ],
    [
      group('AND', did('x', { ...month, value: 'new_one' })),
      'Persons who match: new_one x in the last 30 days.',
    ],
    [
      group('AND', did('x', { ...month, value: 'new_one', negation: true })),
      'Persons who match: not (new_one x in the last 30 days).',
    ],
    [
      group('AND', person('a', 'is_set'), group('OR', person('b', 'is_set'), did('c'))),
      'Persons who match all of: a is set, any of (b is set, did c).',
    ],
    [group('AND', person('a', 'is_set'), group('OR')), 'Persons who match all of: a is set, an empty group.'],
    [group('AND', { type: 'hogql', key: 'a > 1', value: null }), 'Persons who match: expression “a > 1”.'],
    [group('AND', { type: 'weather', key: '1' }), 'Persons who match: another condition (weather).'],
    [group('AND', { type: 'empty' }), 'No conditions yet.'],
    [group('AND', { value: 'x' }), 'Persons who match: (no property) equals x.'],
    [
      group('AND', did('x', { value: 'performed_event_multiple', operator: 'eq', operator_value: 2 })),
      'Persons who match: did x exactly 2 times.',
    ],
    [group('AND', 5, []), 'Persons who match all of: another condition, another condition.'],
  ];
  for (const [properties, expected] of cases)
    test(expected, () => assert.equal(sentence({ properties }, 'cohort'), expected));

  test('only counts conditions beyond the twelfth', () => {
    const many = Array.from({ length: 20 }, (_, index) => person(`p${index}`, 'is_set'));
    assert.match(sentence({ properties: group('AND', ...many) }), /p11 is set, 8 more\.$/);
    const inner = [...many.slice(0, 12), group('OR', ...many, group('AND', ...many))];
    assert.match(sentence({ properties: group('AND', ...inner) }), /p11 is set, 40 more\.$/);
  });
});

describe('the sentence about a dashboard', () => {
  const cases: readonly (readonly [filters: unknown, expected: string])[] = [
    [{}, 'No filters.'],
    [{ date_from: '-30d', date_to: null }, 'Last 30 days.'],
    [{ date_from: '2025-01-01', date_to: '2025-12-31' }, 'From 2025-01-01 to 2025-12-31.'],
    [{ date_from: '-90d', date_to: '-1d' }, 'From 90 days ago to 1 day ago.'],
    [{ date_from: 'dStart', date_to: '-1h' }, 'From today to 1 hour ago.'],
    [{ date_from: 'mStart', date_to: '-1d' }, 'From the start of this month to 1 day ago.'],
    [{ date_from: 'yStart', date_to: '2026-06-30' }, 'From the start of this year to 2026-06-30.'],
    [{ date_from: 'all', date_to: '2024-01-01' }, 'Until 2024-01-01.'],
    [{ date_from: 'all' }, 'All time.'],
    [{ date_to: '-1w' }, 'Until 1 week ago.'],
    [{ date_from: '-5d' }, 'From 5 days ago on.'],
    [{ date_from: '2025-01-01' }, 'From 2025-01-01 on.'],
    [
      { date_from: '-7d', properties: [person('plan', 'exact', ['growth', 'enterprise'])] },
      'Last 7 days. Only data that matches: plan equals growth or enterprise.',
    ],
    [
      { properties: [person('a', 'is_set'), person('b', 'is_set')] },
      'Only data that matches all of: a is set, b is set.',
    ],
  ];
  for (const [filters, expected] of cases)
    test(expected, () => assert.equal(sentence(filters, 'dashboard'), expected));
});

test('every word of the sentence is translated', () => {
  const shout = (message: string, ...args: (string | number)[]) => inEnglish(message.toUpperCase(), ...args);
  const properties = group('AND', person('x', 'icontains', 'y'), did('z', month));
  assert.equal(
    sentence({ properties }, 'cohort', shout),
    'PERSONS WHO MATCH ALL OF: x CONTAINS y, DID z IN THE LAST 30 DAYS.',
  );
});

for (const operator of [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex', 'gt', 'gte', 'lt', 'lte'],
  ...['is_set', 'is_not_set', 'is_date_exact', 'is_date_before', 'is_date_after', 'between', 'not_between'],
  ...['min', 'max', 'in', 'not_in', 'is_cleaned_path_exact', 'flag_evaluates_to', 'icontains_multi'],
  ...['not_icontains_multi', 'semver_eq', 'semver_neq', 'semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'],
  ...['semver_tilde', 'semver_caret', 'semver_wildcard'],
]) {
  test(`the operator ${operator} has words`, () => {
    const words = propertyOperators(inEnglish).get(operator);
    assert.ok(words !== undefined && !words.includes('_'), words);
  });
}

test('opposite operators are opposite both ways', () => {
  assert.equal(oppositeOperator('exact'), 'is_not');
  assert.equal(oppositeOperator('is_not'), 'exact');
  assert.equal(oppositeOperator('gt'), undefined);
});

describe('conditions that cannot be read', () => {
  const said = (text: string, kind: FilterShape['kind']) => {
    const shape = parseFilterShape(text, kind);
    assert.ok(shape);
    return describeFilters(shape, inEnglish);
  };
  const one = '{"type": "person", "key": "a", "operator": "exact", "value": "b"}';
  for (const properties of [
    `{"type": "AND", "type": "AND", "values": [${one}]}`,
    `{"type": "AND", "values": [], "values": [${one}]}`,
    one,
    '{"type": "AND", "values": {}}',
    '"a = b"',
  ])
    test(`are no missing ones: ${properties}`, () => {
      assert.equal(said(`{"properties": ${properties}}`, 'cohort'), 'Persons who match: another condition.');
      assert.equal(
        said(`{"properties": ${properties}}`, 'dashboard'),
        'Only data that matches: another condition.',
      );
    });
});

test('what a sentence would leave out has lines of its own, with all of its values', () => {
  const values = Array.from({ length: 8 }, (_, index) => `v${index}`);
  const shapeOf = (...leaves: readonly unknown[]) => {
    const shape = parseFilterShape(JSON.stringify({ properties: group('AND', ...leaves) }), 'cohort');
    assert.ok(shape?.group);
    return { shape, items: shape.group.items };
  };
  const few = shapeOf(person('plan', 'exact', values.slice(0, 5)), person('age', 'between', [1, 2]));
  assert.equal(isTooLongForSentence(few.shape), false);
  const { shape, items } = shapeOf(person('plan', 'exact', values));
  assert.equal(isTooLongForSentence(shape), true);
  assert.ok(items[0]);
  assert.equal(describeInLine(items[0], inEnglish), 'plan equals v0, v1, v2, v3, v4, v5, v6 or v7');
  const twelve = Array.from({ length: 12 }, () => person('plan', 'is_set'));
  assert.equal(isTooLongForSentence(shapeOf(...twelve).shape), false);
  assert.equal(isTooLongForSentence(shapeOf(group('OR', ...twelve), person('a', 'is_set')).shape), true);
});
