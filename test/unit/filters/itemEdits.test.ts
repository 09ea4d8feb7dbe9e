import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FilterShape } from '#filters/filterShape.ts';
import { flattenGroups, groupsOf } from '#filters/itemEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';

function read(properties: string, kind: FilterShape['kind'] = 'dashboard'): FilterShape {
  const text = `{"date_from":"-7d","properties":${properties},"x":1.0}`;
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return shape;
}

const [a, b, c] = ['a', 'b', 'c'].map((key) => `{"key":"${key}","value":1.0,"operator":"exact"}`);

describe('flattening the groups of a dashboard', () => {
  const cases: readonly (readonly [groups: string, before: string, after: string | undefined])[] = [
    ['none', `[${a},${b}]`, undefined],
    ['none', '[]', undefined],
    ['none', '{}', undefined],
    ['all', `{"type":"AND","values":[${a},${b}]}`, `[${a},${b}]`],
    ['all', `{"type":"OR","values":[${a}]}`, `[${a}]`],
    ['any', `{"type":"OR","values":[${a},${b}]}`, `[${a},${b}]`],
    ['any', `[${a},{"type":"OR","values":[${b},${c}]}]`, `[${a},${b},${c}]`],
    [
      'any',
      `{"type":"AND","values":[{"type":"OR","values":[${c},{"type":"hogql","key":"x > 1"}]},{},${a}]}`,
      `[${c},{"type":"hogql","key":"x > 1"},${a}]`,
    ],
    ['all', `{"type":"AND","values":[]}`, '[]'],
    ['any', `{"type":"OR","values":[${a},${b}],"note":"keep me"}`, undefined],
  ];
  for (const [groups, before, after] of cases) {
    test(`makes ${after ?? 'nothing'} of ${before}`, () => {
      const shape = read(before);
      assert.equal(groupsOf(shape), groups);
      assert.equal(flattenGroups(shape)?.text, after && shape.text.replace(before, after));
    });
  }

  test('is not for cohorts: they keep their groups', () => {
    const shape = read(`{"type":"OR","values":[${a},${b}]}`, 'cohort');
    assert.equal(groupsOf(shape), 'none');
    assert.equal(flattenGroups(shape), undefined);
  });
});
