import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { droppedConflicts } from '#json/merge/droppedConflicts.ts';
import { mergeJson } from '#json/merge/mergeJson.ts';

const base = '{"name": "old", "values": ["DE", "AT"]}';
const mine = '{"name": "mine", "values": ["DE", "AT", "NL"]}';
const theirs = '{"name": "theirs", "values": ["DE", "AT", "LI"]}';
const merge = mergeJson(base, mine, theirs);
assert.equal(merge.kind, 'conflict');
const paths = merge.kind === 'conflict' ? merge.paths : [];

describe('conflicts of which a merge by hand took neither change', () => {
  for (const [result, dropped] of [
    [base, paths],
    ['{"values": ["DE", "AT"], "name": "old"}', paths],
    [mine, []],
    [theirs, []],
    ['{"name": "mine", "values": ["DE", "AT"]}', paths.filter(([key]) => key === 'values')],
    ['{"name": "old", "values": ["DE", "AT", "NL", "LI"]}', [['name']]],
    ['{"name": "another", "values": ["DE", "AT", "CH"]}', []],
    ['no JSON', []],
  ] as const) {
    it(`${result}: ${dropped.length}`, () => {
      assert.deepEqual(droppedConflicts({ base, mine, theirs, result }, paths), dropped);
    });
  }

  it('one conflict of the whole text', () => {
    const found = droppedConflicts({ base: '1', mine: '2', theirs: '3', result: '1' }, [[]]);
    assert.deepEqual(found, [[]]);
  });
});
