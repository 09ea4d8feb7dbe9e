import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateAttr, locatePath } from '#json/locateAttr.ts';

const filters =
  '{"properties": {"values": [{"key": "a"}, {"my__key": {"b": 1}, "my": {"key": 2}}], "0": "zero"}}';

const places: readonly [attr: string, text: string, isExact: boolean][] = [
  ['filters__properties__values__0__key', '"a"', true],
  ['filters__properties__values__1__my__key__b', '1', true],
  ['filters__properties__values__1__my__key', '{"b": 1}', true],
  ['filters__properties__values__1__my__other', '{"key": 2}', false],
  ['filters__properties__0', '"zero"', true],
  ['filters__properties__values__7__key', '[{"key": "a"}, {"my__key": {"b": 1}, "my": {"key": 2}}]', false],
  ['filters__properties__values__0__operator', '{"key": "a"}', false],
  ['filters', filters, true],
  ['filters__nothing', filters, false],
];
for (const [attr, expected, isExact] of places) {
  test(`${attr} is ${isExact ? '' : 'at most '}${expected.slice(0, 20)}`, () => {
    const place = locateAttr(filters, attr);
    assert.ok(place);
    assert.equal(filters.slice(place.from, place.to), expected);
    assert.equal(place.isExact, isExact);
  });
}

test('in a whole record the path begins with the field', () => {
  const record = `{"name": "x", "filters": ${filters}}`;
  const place = locateAttr(record, 'filters__properties__values__0__key', 'record');
  assert.ok(place);
  assert.equal(record.slice(place.from, place.to), '"a"');
});

test('a text that is no JSON has no place', () => {
  assert.equal(locateAttr('{', 'filters'), undefined);
});

test('a path of any length takes no time', () => {
  const text = `{${Array.from({ length: 200 }, (_, index) => `"${'a__'.repeat(index)}a": {"a": {}}`).join()}}`;
  assert.equal(locateAttr(text, `f${'__a'.repeat(100_000)}`)?.isExact, false);
});

const condition = '{"type": "behavioral", "event_filters": [{"type": "element", "key": "x"}]}';
const nested = `{"properties": {"type": "OR", "values": [{"type": "AND", "values": [${condition}]}]}}`;
const deepest = [
  'properties',
  'values',
  0,
  'AND',
  'values',
  0,
  'behavioral',
  'event_filters',
  0,
  'SomeModel',
];

for (const [path, expected, missing] of [
  [[...deepest, 'type'], '"element"', undefined],
  [['filters', ...deepest, 'type'], '"element"', undefined],
  [[...deepest, 'operator'], '{"type": "element", "key": "x"}', 'operator'],
  [[...deepest, 'value', 'list[str]'], '{"type": "element", "key": "x"}', undefined],
  [deepest, '{"type": "element", "key": "x"}', undefined],
  [['properties', 'values', 7, 'key'], `[{"type": "AND", "values": [${condition}]}]`, undefined],
  [['query'], nested, 'query'],
  [[], nested, undefined],
] as const)
  test(`the path ${path.join(' ')} leads to ${expected.slice(0, 30)}`, () => {
    const place = locatePath(nested, path);
    assert.ok(place);
    assert.equal(nested.slice(place.from, place.to), expected);
    assert.equal(place.missing, missing);
  });
