import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { findPersonId, readPersonId } from '#exports/scan/personIds.ts';
import { anyCharacter } from '../../../anyCharacter.ts';

function idOf(text: string): string | undefined {
  const bytes = Buffer.from(text);
  const id = findPersonId(bytes);
  return id === undefined ? undefined : bytes.toString('utf8', id.start, id.end);
}

test('the outermost id is found after any other fields, never a nested one', () => {
  const fields = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  fc.assert(
    fc.property(
      fields,
      fc.oneof(fc.uuid(), fc.string(), fc.integer()),
      fc.constantFrom(undefined, 2),
      (extra, id, indent) => {
        const { id: _, ...others } = extra;
        const person = { properties: { id: 'inner' }, ...others, id, list: [{ id: 'later' }] };
        assert.equal(idOf(JSON.stringify(person, null, indent)), JSON.stringify(id));
      },
    ),
  );
});

test('a person without an id, or with null or an object in its place, has none', () => {
  for (const text of ['{}', '{"uuid":"a"}', '{"id":null}', '{"id":{"a":1}}', '{"a":"id"}', '7', '"id"']) {
    assert.equal(idOf(text), undefined, text);
  }
});

test('an id is the same however it is escaped, and an empty one is none', () => {
  const read = (text: string) => {
    const id = readPersonId(Buffer.from(text));
    return id && Buffer.from(id.bytes.subarray(id.start, id.end)).toString();
  };
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (id) => {
      const escaped = Array.from(
        { length: id.length },
        (_, at) => String.raw`\u${id.charCodeAt(at).toString(16).padStart(4, '0')}`,
      );
      assert.equal(read(`{"a":1,"id":"${escaped.join('')}"}`), read(JSON.stringify({ id })));
    }),
  );
  assert.deepEqual([read('{"id":7}'), read('{"id":""}'), read('{"id":"x"}')], ['7', undefined, 'x']);
});
