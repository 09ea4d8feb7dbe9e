import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutServiceKeys } from '#filters/serviceKeys.ts';

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
