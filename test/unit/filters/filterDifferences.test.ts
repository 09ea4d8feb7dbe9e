import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFilterDifferences } from '#filters/filterDifferences.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { FilterItem, FilterShape } from '#filters/filterShape.ts';

/** A letter is a condition, and another case of it a changed one; a list is a group. */
type Conditions = readonly (string | Conditions)[];

function shapeOf(conditions: Conditions, more: object = {}): FilterShape {
  const valuesOf = (values: Conditions): unknown[] =>
    values.map((value) =>
      typeof value === 'string'
        ? { type: 'person', key: value, value: 'x' }
        : { type: 'OR', values: valuesOf(value) },
    );
  const text = JSON.stringify({ properties: { type: 'AND', values: valuesOf(conditions) }, ...more });
  const shape = parseFilterShape(text, 'cohort');
  assert.ok(shape);
  return shape;
}

const keyOf = (item: FilterItem) => (item.kind === 'property' ? item.key.text : item.kind);

function changesOf(before: Conditions, after: Conditions): string {
  const { changed, added, removed, movedCount } = findFilterDifferences(shapeOf(before), shapeOf(after));
  return [
    ...changed.map(([old, now]) => `${keyOf(old)}>${keyOf(now)}`),
    ...added.map((item) => `+${keyOf(item)}`),
    ...removed.map((item) => `-${keyOf(item)}`),
    ...(movedCount > 0 ? [`${movedCount} moved`] : []),
  ].join(' ');
}

describe('the changes of filters', () => {
  for (const [what, before, after, expected] of [
    ['nothing', ['a', 'b'], ['a', 'b'], ''],
    ['a condition in its place', ['a', 'b', 'c'], ['a', 'B', 'c'], 'b>B'],
    ['a condition behind a new one', ['a', 'b', 'c'], ['new', 'a', 'B', 'c'], 'b>B +new'],
    ['a new condition', ['a'], ['a', 'b'], '+b'],
    ['a condition less', ['a', 'b', 'c'], ['a', 'c'], '-b'],
    ['all conditions', ['a', 'b'], ['c', 'd', 'e'], 'a>c b>d +e'],
    ['an order', ['a', 'b', 'c'], ['c', 'a', 'b'], '1 moved'],
    ['a condition in a group', ['a', ['b', 'c']], ['a', ['b', 'C']], 'c>C'],
    ['one of two equal conditions', ['a', 'a'], ['a'], '-a'],
  ] as const) {
    it(`find ${what}`, () => assert.equal(changesOf(before, after), expected));
  }

  it('name other members of the filters, and no value that is only spelled in another way', () => {
    const before = shapeOf([], { date_from: '-7d', same: 1 });
    const after = shapeOf([], { date_from: '-30d', same: 1.0, extra: true });
    assert.deepEqual(findFilterDifferences(before, after).otherKeys, ['date_from', 'extra']);
  });
});
