import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { droppedConflicts, mergeJson } from '#json/merge/mergeJson.ts';

const merges: readonly [name: string, base: string, mine: string, theirs: string, result: string][] = [
  ['changes of different members', '{"a":1,"b":2}', '{"a":3,"b":2}', '{"a":1,"b":4.0}', '{"a":3,"b":4.0}'],
  ['additions of different members', '{"a":1}', '{"a":1,"m":1}', '{"t":2,"a":1}', '{"t":2,"a":1,"m":1}'],
  ['an addition and a removal', '{"a":1,"b":2}', '{"a":1,"b":2,"c":3}', '{"b":2}', '{"b":2,"c":3}'],
  [
    'different fields of one item',
    '[{"k":1,"v":1}]',
    '[{"k":2,"v":1}]',
    '[{"k":1,"v":2}]',
    '[{"k":2,"v":2}]',
  ],
  ['items at both ends', '[1,2]', '[0,1,2]', '[1,2,3]', '[0,1,2,3]'],
  ['the same on both sides', '{"a":1}', '{"a": 1e1}', '{"a":10}', '{"a": 1e1}'],
  ['another spelling of theirs', '{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":1.0,"b":1}', '{"a":1.0,"b":2}'],
  [
    'a large integer of theirs',
    '{"a":1,"b":1}',
    '{"a":2,"b":1}',
    '{"a":1,"b":9007199254740993}',
    '{"a":2,"b":9007199254740993}',
  ],
  [
    'a key twice where mine is unchanged',
    '{"x":{"a":1},"y":0}',
    '{"x":{"a":1},"y":1}',
    '{"x":{"a":1,"a":2},"y":0}',
    '{"x":{"a":1,"a":2},"y":1}',
  ],
];
for (const [name, base, mine, theirs, result] of merges) {
  test(`merges ${name}`, () => {
    const merged = mergeJson(base, mine, theirs);
    assert.equal(merged.kind === 'merged' ? merged.text : JSON.stringify(merged), result);
  });
}

const conflicts: readonly [name: string, base: string, mine: string, theirs: string, ...paths: string[]][] = [
  ['two values of one member', '{"a":1}', '{"a":2}', '{"a":3}', '/a'],
  ['a change of what the other side removed', '{"a":{"b":1}}', '{}', '{"a":{"b":2}}', '/a'],
  ['a removal of what this side changed', '{"a":{"b":1}}', '{"a":{"b":2}}', '{}', '/a'],
  ['one name added twice', '{}', '{"a":{}}', '{"a":[]}', '/a'],
  ['items put in at one place', '[]', '[1]', '[2]', '/0'],
  ['a key twice inside what both changed', '{"a":{"b":1}}', '{"a":{"b":1,"b":2}}', '{"a":{"b":3}}', '/a'],
  ['moves of one item to two places', '[1,2,3]', '[2,1,3]', '[2,3,1]', ''],
  ['a text that is no JSON', '{}', '{', '{}', ''],
];
for (const [name, base, mine, theirs, ...paths] of conflicts) {
  test(`is a conflict: ${name}`, () => {
    const merged = mergeJson(base, mine, theirs);
    const found = merged.kind === 'conflict' ? merged.paths : [];
    assert.equal(merged.kind, 'conflict');
    assert.deepEqual(
      found.map((path) => path.map((step) => `/${step}`).join('')),
      paths,
    );
  });
}

test('taken changes are reported by their path in the result', () => {
  const merged = mergeJson('{"a":[1,2],"b":1}', '{"a":[0,1,2],"b":1}', '{"a":[1,2,3],"c":1}');
  assert.deepEqual(merged, {
    kind: 'merged',
    text: '{"a":[0,1,2,3],"c":1}',
    taken: [['a', 3], ['b'], ['c']],
  });
});

test('an inserted value gets the layout of its surroundings', () => {
  const base = '{\n\t"a": [\n\t\t1\n\t]\n}';
  const merged = mergeJson(base, base.replace('1', '5'), '{"a":[1],"b":{"c":[2]}}');
  assert.deepEqual(
    merged.kind === 'merged' && merged.text,
    '{\n\t"a": [\n\t\t5\n\t],\n\t"b": {\n\t\t"c": [\n\t\t\t2\n\t\t]\n\t}\n}',
  );
});

test('a conflict is at its place in my text, also where their items before it shift its path', () => {
  const [base, mine, theirs] = ['["x","a","y"]', '["x","b","y"]', '["new","x","c","y"]'];
  const merged = mergeJson(base, mine, theirs);
  assert.ok(merged.kind === 'conflict');
  assert.deepEqual([merged.paths, merged.offsets], [[[2]], [mine.indexOf('"b"')]]);
});

test('a conflict of what my text lacks is at the object that lacks it', () => {
  const mine = '{"in":{}}';
  const merged = mergeJson('{"in":{"a":1}}', mine, '{"in":{"a":2}}');
  assert.ok(merged.kind === 'conflict');
  assert.deepEqual(merged.offsets, [mine.indexOf('{}')]);
});

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
