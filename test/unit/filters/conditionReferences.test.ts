import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { referencesIn, renumber } from '#filters/conditionReferences.ts';

const named = (text: string) => referencesIn(text).map(({ kind, id }) => `${kind} ${id}`);

describe('the ids that conditions name', () => {
  for (const [title, text, expected] of [
    ['of a cohort', '{"type": "cohort", "key": "id", "value": 12}', ['cohort 12']],
    ['of a cohort as text', '{"value": "12", "type": "static-cohort"}', ['cohort 12']],
    ['of several cohorts', '[{"type": "cohort", "value": [3, "4", null, {}]}]', ['cohort 3', 'cohort 4']],
    ['of an action', '{"type": "behavioral", "key": 7, "event_type": "actions"}', ['action 7']],
    [
      'of two actions of a sequence',
      '{"key": 7, "event_type": "actions", "seq_event_type": "actions", "seq_event": "8"}',
      ['action 7', 'action 8'],
    ],
    ['of an older group', '[{"action_id": "9", "days": 30}]', ['action 9']],
    ['in nested groups', '{"values": [{"values": [{"type": "cohort", "value": 5}]}]}', ['cohort 5']],
    ['of nothing in a property called id', '{"type": "person", "key": "id", "value": 12}', []],
    ['of nothing in an event', '{"type": "behavioral", "key": "7", "event_type": "events"}', []],
    [
      'of nothing that is no id',
      '[{"type": "cohort", "value": 1.5}, {"type": "cohort", "value": 0}, {"type": "cohort", "value": true}]',
      [],
    ],
    ['of nothing in a text that is no JSON', '{"type": "cohort", "value": 12', []],
  ] as const) {
    it(`are those ${title}`, () => {
      assert.deepEqual(named(text), expected);
    });
  }

  it('are replaced where they stand, and nothing else is', () => {
    const text = '{ "big": 12345678901234567890,\n"type":"cohort", "value" : ["3", 4,5], "n": 1.0 }';
    const ids = new Map([
      [3, 300],
      [5, 1],
    ]);
    assert.equal(
      renumber(text, ({ id }) => ids.get(id)),
      '{ "big": 12345678901234567890,\n"type":"cohort", "value" : ["300", 4,1], "n": 1.0 }',
    );
  });
});
