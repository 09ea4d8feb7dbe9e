import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { serviceKeyRuns, withoutServiceKeys } from '#filters/serviceKeys.ts';

const filters = (leaf: string) => `{"properties": {"type": "AND", "values": [${leaf}]}}`;

describe('filters without what the service adds to them', () => {
  for (const [what, leaf, expected] of [
    [
      'its own keys',
      '{"type": "person", "bytecode": ["_H", 1], "key": "a", "conditionHash": "b"}',
      '{"type": "person", "key": "a"}',
    ],
    [
      'why the service could not compile it',
      '{"type": "person", "bytecode": null, "bytecode_error": "unsupported operator", "key": "a"}',
      '{"type": "person", "key": "a"}',
    ],
    [
      'a negation that is false',
      '{"type": "person", "key": "a", "negation": false}',
      '{"type": "person", "key": "a"}',
    ],
    [
      'members that are null',
      '{"event_filters": null, "type": "behavioral", "key": "a"}',
      '{"type": "behavioral", "key": "a"}',
    ],
    [
      'numbers as text',
      '{"type": "behavioral", "time_value": "30"}',
      '{"type": "behavioral", "time_value": 30}',
    ],
    [
      'the id of a cohort as text',
      '{"type": "cohort", "key": "id", "value": "7"}',
      '{"type": "cohort", "key": "id", "value": 7}',
    ],
    [
      'its keys in an event’s conditions',
      '{"event_filters": [{"key": "a", "bytecode": [1]}]}',
      '{"event_filters": [{"key": "a"}]}',
    ],
    ['all members of an object', '{"conditionHash": "b"}', '{}'],
  ] as const) {
    it(`have lost ${what}`, () => {
      assert.equal(withoutServiceKeys(filters(leaf)), filters(expected));
    });
  }

  for (const [what, text] of [
    ['a negation that is true', filters('{"type": "cohort", "value": 7, "negation": true}')],
    ['the value of a person’s property', filters('{"type": "person", "key": "zip", "value": "30"}')],
    ['a number as text that has other digits', filters('{"time_value": "030"}')],
    ['what is not in a condition', '{"bytecode": 1, "note": null, "properties": {}}'],
    ['a text that is not JSON', '{"properties": {"bytecode": '],
    ['a layout of one’s own', '{ "properties" :\n\t{"values":[ {"key":"a"} ]}}'],
  ] as const) {
    it(`keep ${what}`, () => {
      assert.equal(withoutServiceKeys(text), text);
    });
  }

  it('keep the lines of what stays', () => {
    const leaf = { type: 'person', key: 'a', value: ['b'] };
    const text = (extra: object) =>
      JSON.stringify({ properties: { values: [{ ...leaf, ...extra }, leaf] } }, null, 2);
    assert.equal(
      withoutServiceKeys(text({ bytecode: [1, 2], conditionHash: 'c', negation: false })),
      text({}),
    );
  });
});

const dashboardFilters = (...leaves: string[]) =>
  `{"properties": {"type": "AND", "values": [${leaves.join(', ')}]}}`;

function found(text: string): readonly string[] {
  return serviceKeyRuns(text).map(({ from, to }) => text.slice(from, to));
}

test('keys of the service are found where they stand side by side, each condition on its own', () => {
  const text = dashboardFilters(
    '{"key": "a", "bytecode": ["_H", 1], "conditionHash": "x", "negation": false}',
    '{"key": "b", "bytecode": [], "type": "person", "negation": false, "conditionHash": "y"}',
  );
  assert.deepEqual(found(text), [
    '"bytecode": ["_H", 1], "conditionHash": "x", "negation": false',
    '"bytecode": []',
    '"negation": false, "conditionHash": "y"',
  ]);
  assert.deepEqual(
    serviceKeyRuns(text).map(({ path, keys }) => [path.at(-1), keys.length]),
    [
      [0, 3],
      [1, 1],
      [1, 2],
    ],
  );
});

test('they are found in conditions on events and in groups within groups', () => {
  assert.deepEqual(
    found(dashboardFilters('{"type": "OR", "values": [{"key": "a", "conditionHash": "x"}]}')),
    ['"conditionHash": "x"'],
  );
  assert.deepEqual(
    found(dashboardFilters('{"event_filters": [{"key": "a", "bytecode": [1]}], "key": "b"}')),
    ['"bytecode": [1]'],
  );
});

for (const [what, text] of [
  [
    'a negation in a condition that the service has not touched',
    dashboardFilters('{"key": "a", "negation": false}'),
  ],
  ['a negation that is true', dashboardFilters('{"key": "a", "negation": true, "note": "\\"bytecode\\""}')],
  ['such keys outside of conditions', '{"bytecode": [1], "properties": {}}'],
  ['a text that is no JSON', `${dashboardFilters('{"bytecode": [1]}')}}`],
] as const) {
  test(`${what} is not the service’s`, () => assert.deepEqual(found(text), []));
}

test('why a condition could not be compiled is the service’s, too', () => {
  const run =
    '"negation": false, "bytecode": null, "bytecode_error": "unsupported operator", "conditionHash": "x"';
  assert.deepEqual(found(dashboardFilters(`{"key": "a", ${run}}`)), [run]);
  assert.deepEqual(found(dashboardFilters('{"key": "a", "bytecode_error": null}')), [
    '"bytecode_error": null',
  ]);
});
