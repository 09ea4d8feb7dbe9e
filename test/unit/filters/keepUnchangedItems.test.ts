import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepUnchangedItems } from '#filters/keepUnchangedItems.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import type { FilterItem, FilterShape } from '#filters/filterShape.ts';
import { itemWithin } from '#filters/filterShape.ts';
import { type JsonPath } from '#json/jsonTree.ts';

const read = (text: string, kind?: FilterShape['kind']): FilterShape => {
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
    test(`${name}, the items are as they are read`, () => {
      const changed = change(text);
      assert.notEqual(changed, text);
      assert.deepEqual(keepUnchangedItems(read(changed), read(text)), read(changed));
    });
});

test('conditions whose text is the same stay the same objects, at their new places', () => {
  const before = read(text);
  const [first, second, paid, last] = [
    at(before, 0),
    at(before, 1, 'values', 0),
    at(before, 1, 'values', 1),
    at(before, 2),
  ];
  const after = keepUnchangedItems(read(text.replace('"second"', '"the second"')), before);
  assert.equal(at(after, 0), first);
  assert.notEqual(at(after, 1, 'values', 0), second);
  assert.equal(at(after, 1, 'values', 1), paid);
  assert.equal(at(after, 2), last);
  assert.ok(after.text.slice(last.node.from, last.node.to).includes('"last"'));
});

test('conditions stay at their places over several changes', () => {
  const inGroup = text.replace('second', 'the second');
  const aboveIt = inGroup.replace('first', 'a longer first');
  const shape = keepUnchangedItems(read(aboveIt), keepUnchangedItems(read(inGroup), read(text)));
  assert.deepEqual(shape, read(aboveIt));
});

test('nothing is kept for another kind of record, whose conditions have other controls', () => {
  const before = read(text, 'cohort');
  const first = at(before, 0);
  assert.notEqual(at(keepUnchangedItems(read(text, 'dashboard'), before), 0), first);
});
