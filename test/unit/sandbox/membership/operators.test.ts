import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createMemory } from './memory.ts';

const nowMs = Date.UTC(2026, 4, 17, 13, 30);
const missing = Symbol('missing');

/** For each operator and what it compares with: values of the property that meet it, and values that do not. */
const rows: readonly (readonly [string, unknown, readonly unknown[], readonly unknown[]])[] = [
  ['exact', 'growth', ['growth'], ['Growth', 'growth ', ['growth'], missing, null, 5, true]],
  ['exact', ['a', 'b'], ['a', 'b'], ['c', 'ab', ['a', 'b'], missing]],
  ['exact', [], [], ['', 'a', missing]],
  ['exact', '', [''], [missing, null, 0]],
  ['exact', 5, [5, 5.0, '5'], ['5.0', 50, true, missing]],
  ['exact', '5.0', [5, '5.0'], ['5']],
  ['exact', '1', [1, '1'], [true, 10]],
  ['exact', true, [true, 'true'], [1, '1', 'True', false]],
  ['exact', 'null', ['null'], [null, missing]],
  ['exact', '["a"]', [['a'], '["a"]'], [['a', 'b'], 'a']],
  ['exact', { a: 1 }, [{ a: 1 }, '{"a":1}'], [{ a: 2 }]],
  ['exact', 1e21, [1e21, '1e+21'], ['1e21', 1e20]],
  ['is_not', 'growth', ['Growth', missing, null, 5, ['growth']], ['growth']],
  ['is_not', ['a', 'b'], ['c', missing], ['a', 'b']],
  ['icontains', 'ROW', ['growth', 'GROWTH', ['row']], ['g', missing, null]],
  ['icontains', 'köln', ['KÖLN', 'aus Köln.'], ['KOLN', missing]],
  ['icontains', 'k', ['\u212Aelvin', 'K'], ['c']],
  ['icontains', '%', ['100%'], ['100']],
  ['icontains', '', ['', 'x', 5], [missing, null]],
  ['icontains', 5, [15, '15', [5]], [1, missing]],
  ['not_icontains', 'row', ['g', missing, null], ['GROWTH']],
  ['regex', '^g.*h$', ['growth'], ['Growth', missing]],
  ['regex', '(?i)^G', ['growth', 'Growth'], ['x']],
  ['regex', '\\d{2}', [15, '115', [15]], [1, missing]],
  ['regex', 'a\\-b', ['a-b'], ['ab']],
  ['not_regex', '^g', ['x', missing, null], ['growth']],
  ['gt', 5, [6, '6', 5.1, '1e2'], [5, '5', 'many', true, missing, [6], '']],
  ['gte', '5', [5, '5'], [4.9, missing]],
  ['lt', [5], [4, -1, '-1'], [5, missing, null, 'a', false]],
  ['lte', 5, [5], [5.01, missing]],
  ['gt', 9_007_199_254_740_991, [9_007_199_254_740_992], [9_007_199_254_740_991]],
  ['between', [1, 5], [1, 5, '3', 4.5], [0.9, 6, 'many', missing, [3]]],
  ['not_between', [1, 5], [0, 6, 'many', missing], [1, '5']],
  ['min', 5, [5, 6], [4, missing]],
  ['max', 5, [5, 4], [6, missing]],
  ['in', ['a', 'b'], ['a'], ['c', missing]],
  ['not_in', ['a', 'b'], ['c', missing], ['a']],
  ['icontains_multi', ['ow', 'x'], ['growth', 'X'], ['g', missing]],
  ['not_icontains_multi', ['ow', 'x'], ['g', missing], ['growth', 'X']],
  ['is_cleaned_path_exact', '/menus/', ['/menus', '/menus/?a=1', '/menus#top'], ['/menus/4', missing]],
  ['semver_eq', '1.2.3', ['1.2.3', 'v1.2.3'], ['1.2.4', '1.2', 'one', missing]],
  ['semver_neq', '1.2.3', ['1.2.4', 'one', missing], ['1.2.3']],
  ['semver_gt', '1.2.3', ['1.10.0', '2.0.0'], ['1.2.3', '1.2.3-beta.1', missing]],
  ['semver_gte', '1.2.3', ['1.2.3', '1.10.0'], ['1.2.2', missing]],
  ['semver_lt', '1.10.0', ['1.9.0', '1.10.0-rc.1'], ['1.10.0', missing]],
  ['semver_lte', '1.10.0', ['1.10.0'], ['1.10.1', missing]],
  ['semver_tilde', '1.2.3', ['1.2.9'], ['1.3.0', '1.2.2', missing]],
  ['semver_caret', '1.2.3', ['1.9.0'], ['2.0.0', missing]],
  ['semver_wildcard', '1.2.*', ['1.2.0', '1.2.9'], ['1.3.0', missing]],
  ['is_set', undefined, ['', 0, false, [], {}], [missing, null]],
  ['is_not_set', undefined, [missing, null], ['', 0, false]],
  [
    'is_date_exact',
    '2026-05-17',
    ['2026-05-17', '2026-05-17T23:59:59.999Z', '2026-05-18T01:00:00+02:00'],
    ['2026-05-18', missing, 'today'],
  ],
  [
    'is_date_before',
    '2026-05-17',
    ['2026-05-16', '2026-05-16T23:59:59Z', 1_700_000_000, 1_700_000_000_000],
    ['2026-05-17', missing, true, 5],
  ],
  [
    'is_date_after',
    '2026-05-17',
    ['2026-05-18', '2026-05-18T00:00:00Z', '2026-05-18 00:00:00'],
    ['2026-05-17T23:59:59Z', missing],
  ],
  [
    'is_date_after',
    '2026-05-17T12:00:00Z',
    ['2026-05-17T12:00:01Z', '2026-05-17T12:00:00.001Z'],
    ['2026-05-17T12:00:00Z', '2026-05-17'],
  ],
  ['is_date_after', '-7d', ['2026-05-11'], ['2026-05-10T23:00:00Z', missing]],
  ['is_date_before', '-1m', ['2026-04-16'], ['2026-04-17']],
  ['is_date_before', '-1y', ['2025-05-16'], ['2025-05-17']],
  ['is_date_exact', '-2w', ['2026-05-03T01:00:00Z'], ['2026-05-04']],
];

describe('operators on person properties', () => {
  const memory = createMemory();
  after(() => memory.close());

  const matching = (properties: readonly object[], filters: object): readonly number[] | undefined => {
    const people = properties.map((one, id) => ({ id, properties: { ...one }, events: [] }));
    memory.fill(people, { nowMs, cohorts: new Map() });
    return memory.calculate({ filters: JSON.stringify({ properties: filters }) }, nowMs);
  };

  for (const [operator, value, met, unmet] of rows) {
    it(`${operator} ${JSON.stringify(value)} holds for ${shown(met)} and not for ${shown(unmet)}`, () => {
      const properties = [...met, ...unmet].map((one) => (one === missing ? {} : { p: one }));
      const found = matching(properties, { type: 'person', key: 'p', operator, value });
      assert.deepEqual(
        found,
        met.map((_, id) => id),
      );
    });
  }

  it('the default operator is exact', () => {
    assert.deepEqual(matching([{ p: 'a' }, { p: 'b' }], { type: 'person', key: 'p', value: 'b' }), [1]);
  });

  it('a list of leaves is one group of AND', () => {
    const leaves = [
      { key: 'p', value: 'a' },
      { key: 'q', operator: 'is_set' },
    ];
    assert.deepEqual(matching([{ p: 'a', q: 1 }, { p: 'a' }, { q: 1 }], leaves), [0]);
  });

  it('5,000 values and 3,000 leaves work', () => {
    const values = Array.from({ length: 5000 }, (_, index) => `value ${index}`);
    const leaves = values
      .slice(0, 3000)
      .map((value) => ({ type: 'person', key: 'p', operator: 'exact', value }));
    const properties = [{ p: 'value 7' }, { p: 'value 4999' }, { p: 'value 5000' }];
    assert.deepEqual(
      matching(properties, { type: 'person', key: 'p', operator: 'exact', value: values }),
      [0, 1],
    );
    assert.deepEqual(matching(properties, { type: 'OR', values: leaves }), [0]);
  });
});

function shown(values: readonly unknown[]): string {
  return (
    values.map((value) => (value === missing ? 'missing' : JSON.stringify(value))).join(' · ') || 'nothing'
  );
}
