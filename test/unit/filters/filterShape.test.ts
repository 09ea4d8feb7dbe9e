import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { depthOf, itemAt, itemsOf, type FilterShape } from '#filters/filterShape.ts';
import { maxGroupDepth, parseFilterShape } from '#filters/parseFilterShape.ts';

function read(text: string, kind?: FilterShape['kind']): FilterShape {
  const shape = parseFilterShape(text, kind);
  assert.ok(shape);
  return shape;
}

/** The items as one word each, groups with what is in them. */
function outline(text: string): string {
  const { group } = read(text);
  const words = (item: ReturnType<typeof itemAt>): string => {
    if (!item) return '';
    if (item.kind === 'group') return `${item.join}(${item.items.map(words).join(' ')})`;
    return item.kind === 'other' ? item.reason : item.kind;
  };
  return words(group);
}

const inValues = (...values: readonly string[]) =>
  `{"properties":{"type":"AND","values":[${values.join(',')}]}}`;

describe('the items of filters', () => {
  const cases: Readonly<Record<string, readonly [text: string, expected: string]>> = {
    'are groups and conditions of the known kinds': [
      inValues(
        '{"type":"person","key":"email","operator":"is_set"}',
        '{"type":"OR","values":[{"type":"cohort","key":"id","value":3}]}',
        '{"type":"behavioral","key":"sign up","value":"performed_event"}',
      ),
      'AND(property OR(cohort) behavior)',
    ],
    'may have no type, as a property': [inValues('{"key":"email","value":"a"}'), 'AND(property)'],
    'may be empty': [inValues('{}', '{"type":"OR","values":[]}', '{"type":"OR"}'), 'AND(empty OR() OR())'],
    'may be a plain list': ['{"properties":[{"key":"plan","value":1}]}', 'AND(property)'],
    'are unknown where their type is': [
      inValues('{"type":"formula","key":"1"}', '1', 'null', '[]'),
      'AND(unknown unknown unknown unknown)',
    ],
    'do not fit where a member is of another type than its control': [
      inValues(
        '{"key":1,"value":"a"}',
        '{"key":"a","operator":["exact"]}',
        '{"key":"a","negation":"true"}',
        '{"type":"OR","values":{}}',
        '{"type":"cohort","key":"id","value":[1]}',
        '{"type":"behavioral","key":"a","value":1}',
      ),
      'AND(unfit unfit unfit unfit unfit unfit)',
    ],
    'say so where a text of them would not be shown whole': [
      inValues(
        '{"key":"a\\nb"}',
        '{"key":"a\u200bb"}',
        '{"key":"a\\u00adb"}',
        '{"type":"behavioral","key":"a\u202eb","value":"performed_event"}',
        '{"type":"per\u202eson","key":"a"}',
      ),
      'AND(unseen unseen unseen unseen unknown)',
    ],
    'are read though a key comes twice': [inValues('{"key":"a","key":"b"}'), 'AND(repeated)'],
    'join in ways that nobody knows yet': ['{"properties":{"type":"XOR","values":[]}}', 'XOR()'],
    'are none where there are no conditions': ['{"properties":{}}', ''],
  };
  for (const [name, [text, expected]] of Object.entries(cases))
    test(name, () => assert.equal(outline(text), expected));

  test('are shown down to a depth', () => {
    const deep = '{"type":"AND","values":['.repeat(20) + ']}'.repeat(20);
    const kinds = [...itemsOf(read(`{"properties":${deep}}`).group ?? assert.fail())].map(({ kind }) => kind);
    assert.deepEqual(kinds, [...Array<string>(maxGroupDepth).fill('group'), 'other']);
  });
});

test('a value has its exact JSON, a text its value', () => {
  const { group } = read(
    inValues('{"key":"\\u0061","value":1.0}', '{"key":"b","value":["x",12345678901234567890,null,true]}'),
  );
  const [first, second] = group?.items ?? [];
  assert.ok(first?.kind === 'property' && second?.kind === 'property');
  assert.equal(first.key.text, 'a');
  assert.deepEqual([first.value.kind, first.value.text], ['number', '1.0']);
  assert.deepEqual(
    second.value.items.map(({ kind, text }) => `${kind} ${text}`),
    ['text x', 'number 12345678901234567890', 'null null', 'boolean true'],
  );
});

test('keys without a control are reported', () => {
  const shape = read(
    '{"properties":{"type":"OR","values":[{"key":"a","label":1}],"note":2},"interval":"day"}',
  );
  assert.deepEqual(shape.otherKeys, ['interval']);
  assert.deepEqual(shape.group?.otherKeys, ['note']);
  const [leaf] = shape.group?.items ?? [];
  assert.ok(leaf?.kind === 'property');
  assert.deepEqual(leaf.otherKeys, ['label']);
});

describe('the members of a behavior', () => {
  const otherKeysOf = (members: string): readonly string[] | undefined => {
    const [item] = read(inValues(`{"type":"behavioral","key":"a",${members}}`)).group?.items ?? [];
    return item?.kind === 'behavior' ? item.otherKeys : undefined;
  };
  const cases: readonly (readonly [
    name: string,
    members: string,
    otherKeys: readonly string[] | undefined,
  ])[] = [
    ['have controls where it makes use of them', '"value":"performed_event_sequence","seq_event":"b"', []],
    ['have controls for conditions on the event', '"value":"performed_event","event_filters":[{}]', []],
    ['are left out where only the service writes them', '"value":"performed_event","bytecode":[1]', []],
    [
      'are left out where they are left over',
      '"value":"performed_event","operator_value":3,"seq_event":"b"',
      [],
    ],
    [
      'are told where they would mean something',
      '"value":"performed_event","event_filters":{}',
      ['event_filters'],
    ],
    [
      'are told where a list is true or false',
      '"value":"performed_event","event_filters":true',
      ['event_filters'],
    ],
    ['have controls where a list is null', '"value":"performed_event","event_filters":null', []],
    ['are all told where the behavior is unknown', '"value":"odd","operator_value":3', ['operator_value']],
    ['may be null', '"value":"performed_event_multiple","operator":null,"time_interval":null', []],
    [
      'have no controls where one could not keep its type',
      '"value":"performed_event","time_value":[1]',
      undefined,
    ],
    [
      'have no controls where a word is a number',
      '"value":"stopped_performing_event","seq_time_interval":1',
      undefined,
    ],
    [
      'are told where they are odd and not used',
      '"value":"performed_event","min_periods":{}',
      ['min_periods'],
    ],
    [
      'are told where a time is not looked at',
      '"value":"restarted_performing_event","explicit_datetime":"-30d"',
      ['explicit_datetime'],
    ],
  ];
  for (const [name, members, expected] of cases)
    test(name, () => assert.deepEqual(otherKeysOf(members), expected));

  test('have a number for an action', () => {
    const [item] =
      read(inValues('{"type":"behavioral","key":5,"value":"performed_event"}')).group?.items ?? [];
    assert.ok(item?.kind === 'behavior');
    assert.equal(item.key.kind, 'number');
  });
});

test('null counts as the default', () => {
  const [item] = read(inValues('{"type":null,"key":"a","operator":null}')).group?.items ?? [];
  assert.ok(item?.kind === 'property');
  assert.deepEqual([item.type, item.operator], ['', 'exact']);
});

test('properties that are no conditions are kept apart', () => {
  assert.equal(read('{"properties":"all"}').oddProperties?.reason, 'unknown');
  assert.equal(read('{"properties":{"plan":"free"}}').oddProperties?.reason, 'unknown');
  assert.equal(read('{"properties":{}}').oddProperties, undefined);
});

test('a dashboard has dates, with its kind given or guessed', () => {
  assert.equal(read('{"properties":{"type":"AND","values":[]}}').dates, undefined);
  assert.equal(read('{"properties":{"type":"AND","values":[]}}', 'dashboard').dates?.from.kind, 'absent');
  assert.equal(read('{"date_from":"-7d","date_to":null}').dates?.from.text, '-7d');
  assert.equal(read('{"date_from":"-7d","date_to":null}').dates?.to.kind, 'null');
});

test('a text that is no object has no shape', () => {
  for (const text of ['[]', '1', 'null', '{']) assert.equal(parseFilterShape(text), undefined);
});

test('the item at a place is the innermost one around it', () => {
  const text = inValues('{"key":"a"}', '{"type":"OR","values":[{"key":"b"}]}');
  const { group } = read(text);
  assert.ok(group);
  const at = (needle: string) => itemAt(group, text.indexOf(needle))?.path.join('.');
  assert.equal(at('"a"'), 'properties.values.0');
  assert.equal(at('"b"'), 'properties.values.1.values.0');
  assert.equal(at('"OR"'), 'properties.values.1');
  assert.equal(at('"AND"'), 'properties');
  assert.equal(itemAt(group, 0), undefined);
});

test('the depth of groups is that of the deepest one, of however many', () => {
  const group = (...values: readonly string[]) => `{"type":"OR","values":[${values.join(',')}]}`;
  const depth = (text: string) => depthOf(read(text).group ?? assert.fail());
  assert.equal(depth(inValues('{}', group(group()), group())), 3);
  assert.equal(depth(inValues(`{}${',{}'.repeat(200_000)}`)), 1);
});
