import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as edit from '#json/editValue.ts';
import { applyEdits } from '#json/formatJson.ts';
import { maxDepth } from '#json/tokenizer.ts';

const text = `{
  "properties": {
    "type": "AND",
    "values": [
      {
        "key": "email"
      },
      {
        "key": "plan"
      }
    ]
  },
  "tags": [ "a",  "b" ],
  "empty": {}
}`;

const cases: readonly [name: string, from: string, edits: edit.JsonEdits, to: string][] = [
  [
    'a new item stands like the others',
    text,
    edit.insertItem(text, ['properties', 'values'], 1, '{"key":1.0}'),
    text.replace('},\n      {', '},\n      {\n        "key": 1.0\n      },\n      {'),
  ],
  [
    'a list on one line stays there, with its own spaces',
    text,
    edit.insertItem(text, ['tags'], 1, '"x"'),
    text.replace('"a",  "b"', '"a",  "x",  "b"'),
  ],
  [
    'an empty object opens',
    text,
    edit.setMember(text, ['empty'], '__proto__', '[]'),
    text.replace('{}', '{\n    "__proto__": []\n  }'),
  ],
  [
    'the last one takes its comma along',
    text,
    edit.removeAt(text, ['empty']),
    text.replace(',\n  "empty": {}', ''),
  ],
  [
    'an item moves out of its list with its indentation',
    '{\n  "a": [\n    [\n      {\n        "x": 1\n      }\n    ]\n  ]\n}',
    edit.moveItem(
      '{\n  "a": [\n    [\n      {\n        "x": 1\n      }\n    ]\n  ]\n}',
      ['a', 0, 0],
      ['a'],
      1,
    ),
    '{\n  "a": [\n    [],\n    {\n      "x": 1\n    }\n  ]\n}',
  ],
  [
    'minified stays minified',
    '{"a":[{}]}',
    edit.setMember('{"a":[{}]}', ['a', 0], 'b', '[1, 2]'),
    '{"a":[{"b":[1,2]}]}',
  ],
  [
    'nothing is known of {}',
    '{}',
    edit.setMember('{}', [], 'a', '{"b":1}'),
    '{\n  "a": {\n    "b": 1\n  }\n}',
  ],
  [
    'tabs and \\r\\n are taken over',
    '{\r\n\t"a": 1\r\n}',
    edit.setMember('{\r\n\t"a": 1\r\n}', [], 'b', '[2]'),
    '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}',
  ],
  [
    'of two members of one name the last one is set',
    '{"a":1,"a":2}',
    edit.setValue('{"a":1,"a":2}', ['a'], '3'),
    '{"a":1,"a":3}',
  ],
  [
    'own lines are kept when asked for',
    '{\n  "a": 1\n}',
    edit.setValue('{\n  "a": 1\n}', ['a'], '[1, 2,\n 3]', { keepsLines: true }),
    '{\n  "a": [1, 2,\n   3]\n}',
  ],
];
for (const [name, from, edits, to] of cases) {
  test(name, () => {
    assert.ok(edits);
    assert.equal(applyEdits(from, edits), to);
  });
}

const refusals: readonly [name: string, edits: edit.JsonEdits][] = [
  ['a text that is no JSON', edit.setValue('{', [], '1')],
  ['a value that is no JSON', edit.setValue('{"a":1}', ['a'], 'x')],
  ['a path that leads nowhere', edit.setValue('{"a":1}', ['b'], '1')],
  ['a name where a list has numbers', edit.setValue('[1]', ['0'], '1')],
  ['an index behind the end', edit.insertItem('[1]', [], 2, '1')],
  ['the root cannot be removed', edit.removeAt('{}', [])],
  ['an item into itself', edit.moveItem('[[1]]', [0], [0], 0)],
  ['what is no item cannot be duplicated', edit.duplicateItem('{"a":1}', ['a'])],
  [
    'a value that would be nested too deep',
    edit.insertItem('[]', [], 0, '['.repeat(maxDepth) + ']'.repeat(maxDepth)),
  ],
];
for (const [name, edits] of refusals) test(`no edit: ${name}`, () => assert.equal(edits, undefined));

test('a value as deep as a text may be is taken', () => {
  const deep = '['.repeat(maxDepth - 1) + ']'.repeat(maxDepth - 1);
  assert.ok(edit.insertItem('[]', [], 0, deep));
});
