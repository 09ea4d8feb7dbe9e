import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceKeyRuns } from '#filters/serviceKeyRuns.ts';

const filters = (...leaves: string[]) => `{"properties": {"type": "AND", "values": [${leaves.join(', ')}]}}`;

function found(text: string): readonly string[] {
  return serviceKeyRuns(text).map(({ from, to }) => text.slice(from, to));
}

test('keys of the service are found where they stand side by side, each condition on its own', () => {
  const text = filters(
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
  assert.deepEqual(found(filters('{"type": "OR", "values": [{"key": "a", "conditionHash": "x"}]}')), [
    '"conditionHash": "x"',
  ]);
  assert.deepEqual(found(filters('{"event_filters": [{"key": "a", "bytecode": [1]}], "key": "b"}')), [
    '"bytecode": [1]',
  ]);
});

for (const [what, text] of [
  ['a negation in a condition that the service has not touched', filters('{"key": "a", "negation": false}')],
  ['a negation that is true', filters('{"key": "a", "negation": true, "note": "\\"bytecode\\""}')],
  ['such keys outside of conditions', '{"bytecode": [1], "properties": {}}'],
  ['a text that is no JSON', `${filters('{"bytecode": [1]}')}}`],
] as const) {
  test(`${what} is not the service’s`, () => assert.deepEqual(found(text), []));
}

test('why a condition could not be compiled is the service’s, too', () => {
  const run =
    '"negation": false, "bytecode": null, "bytecode_error": "unsupported operator", "conditionHash": "x"';
  assert.deepEqual(found(filters(`{"key": "a", ${run}}`)), [run]);
  assert.deepEqual(found(filters('{"key": "a", "bytecode_error": null}')), ['"bytecode_error": null']);
});
