import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { findPersonId } from '../../../src/exports/personId.ts';

function idOf(text: string): string | undefined {
  const bytes = Buffer.from(text);
  const id = findPersonId(bytes);
  return id === undefined ? undefined : bytes.toString('utf8', id.start, id.end);
}

test('the outermost id is found behind any other fields, never one that lies deeper', () => {
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

test('a person without an id, or with one that names nobody, has none', () => {
  for (const text of ['{}', '{"uuid":"a"}', '{"id":null}', '{"id":{"a":1}}', '{"a":"id"}', '7', '"id"']) {
    assert.equal(idOf(text), undefined, text);
  }
});
