import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FilterItem, type FilterShape, itemWithin } from '#filters/filterShape.ts';
import { flattenGroups, groupsOf, keepUnchangedItems } from '#filters/itemEdits.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { JsonPath } from '#json/jsonTree.ts';

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

const readShape = (text: string, kind?: FilterShape['kind']): FilterShape => {
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return shape;
};

const at = ({ group }: FilterShape, ...path: JsonPath): FilterItem => {
  const item = group && itemWithin(group, ['properties', 'values', ...path]);
  assert.ok(item);
  return item;
};

const person = (key: string) => ({ type: 'person', key, value: ['a', 'b'], operator: 'exact' });
const event = {
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  event_filters: [person('plan')],
};
const text = JSON.stringify(
  {
    properties: {
      type: 'OR',
      values: [person('first'), { type: 'AND', values: [person('second'), event] }, person('last')],
    },
  },
  null,
  2,
);

describe('after a change of the text', () => {
  const changes: Readonly<Record<string, (before: string) => string>> = {
    'in a value': (before) => before.replace('first', 'a longer first'),
    'in a group': (before) => before.replace('second', '2'),
    'that adds a condition': (before) => before.replace('{\n        "type": "person"', '{}, $&'),
    'that removes a group': (before) => before.replace(/\{\s+"type": "AND"[^]*(?=\{[^{]*"last")/, ''),
    'that changes the indentation': (before) => before.replaceAll('  ', '\t'),
    'that puts all on one line': (before) => JSON.stringify(JSON.parse(before)),
    'that makes it a plain list': () => JSON.stringify({ properties: [person('first'), person('last')] }),
    'that leaves no conditions': () => '{}',
  };
  for (const [name, change] of Object.entries(changes))
    test(`${name}, the items are as they are readShape`, () => {
      const changed = change(text);
      assert.notEqual(changed, text);
      assert.deepEqual(keepUnchangedItems(readShape(changed), readShape(text)), readShape(changed));
    });
});

test('conditions whose text is the same stay the same objects, at their new places', () => {
  const before = readShape(text);
  const [first, second, paid, last] = [
    at(before, 0),
    at(before, 1, 'values', 0),
    at(before, 1, 'values', 1),
    at(before, 2),
  ];
  const after = keepUnchangedItems(readShape(text.replace('"second"', '"the second"')), before);
  assert.equal(at(after, 0), first);
  assert.notEqual(at(after, 1, 'values', 0), second);
  assert.equal(at(after, 1, 'values', 1), paid);
  assert.equal(at(after, 2), last);
  assert.ok(after.text.slice(last.node.from, last.node.to).includes('"last"'));
});

test('conditions stay at their places over several changes', () => {
  const inGroup = text.replace('second', 'the second');
  const aboveIt = inGroup.replace('first', 'a longer first');
  const shape = keepUnchangedItems(
    readShape(aboveIt),
    keepUnchangedItems(readShape(inGroup), readShape(text)),
  );
  assert.deepEqual(shape, readShape(aboveIt));
});

test('nothing is kept for another kind of record, whose conditions have other controls', () => {
  const before = readShape(text, 'cohort');
  const first = at(before, 0);
  assert.notEqual(at(keepUnchangedItems(readShape(text, 'dashboard'), before), 0), first);
});
