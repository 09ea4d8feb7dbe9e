import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editFiltersText, type FilterEdit } from '#agents/jsonPointerEdits.ts';
import { ToolError } from '#agents/toolError.ts';

const text = `{
  "properties": {
    "type": "AND",
    "values": [
      { "key": "email", "value": 12345678901234567890 },
      { "key": "a/b", "value": null }
    ]
  }
}`;
const run = (edits: readonly FilterEdit[], from = text) =>
  editFiltersText(from, edits, new AbortController().signal);

describe('edits of filters by place', () => {
  it('change one value, and leave every other character', async () => {
    const edited = await run([{ path: '/properties/values/1/value', value: '"x"' }]);
    assert.equal(edited, text.replace('null', '"x"'));
  });

  it('append, insert nothing else, and remove', async () => {
    const edited = await run([
      { path: '/properties/values/-', value: '{"key": "c"}' },
      { path: '/properties/values/0' },
      { path: '/properties/note', value: '1.0' },
    ]);
    assert.deepEqual(JSON.parse(edited).properties.values, [{ key: 'a/b', value: null }, { key: 'c' }]);
    assert.match(edited, /"note": 1\.0/);
  });

  it('find keys with a slash or a tilde by their escapes', async () => {
    assert.equal(await run([{ path: '/a~1b~0', value: '2' }], '{"a/b~": 1}'), '{"a/b~": 2}');
  });

  const refused: readonly (readonly [what: string, edit: FilterEdit, words: RegExp])[] = [
    ['a path that is not there', { path: '/properties/values/7/value', value: '1' }, /is a list of 2/],
    [
      'an index after the end',
      { path: '/properties/values/9', value: '{}' },
      /"\/properties\/values" is a list of 2; "\/properties\/values\/-" appends/,
    ],
    [
      'a key that is not there',
      { path: '/propertys/values/0', value: '1' },
      /is an object with "properties"/,
    ],
    ['a path without a slash', { path: 'properties', value: '1' }, /Begin with a slash/],
    ['a value that is no JSON', { path: '/properties/type', value: 'OR' }, /needs its quotation marks/],
    ['a removal of nothing', { path: '/properties/nothing' }, /cannot be changed/],
    ['an index with signs', { path: '/properties/values/-1', value: '1' }, /is a list of 2/],
    ['prototypes', { path: '/__proto__/x', value: '1' }, /There is no/],
  ];
  for (const [what, edit, words] of refused)
    it(`refuse ${what} with what there is`, async () => {
      await assert.rejects(run([edit]), (error) => error instanceof ToolError && words.test(error.message));
    });

  it('refuse what would hold up the window', async () => {
    const long = `{"a": "${'x'.repeat(900_000)}"}`;
    const edits = Array.from({ length: 40 }, () => ({ path: '/a', value: '1' }));
    await assert.rejects(run(edits, long), /too long/);
  });

  it('end with their call', async () => {
    const call = AbortSignal.abort();
    await assert.rejects(editFiltersText(text, [{ path: '/properties/type', value: '"OR"' }], call));
  });
});
