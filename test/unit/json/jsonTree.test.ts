import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { JsonTextError, memberBody } from '#json/checkJsonObject.ts';
import { sliceMember } from '#json/jsonTree.ts';
import { jsonObjectText } from './jsonArbitrary.ts';
import { cases } from '../../cases.ts';

test('a member is read byte for byte', () => {
  const filters = String.raw`{ "a":12345678901234567890, "b" :[1.0, "}\"{"],"a":1e400}`;
  assert.equal(sliceMember(`{"id":1,\n"filters" : ${filters} , "x":{"filters":2}}`, 'filters'), filters);
});

test('a value of any kind is read', () => {
  const text = '{"a":"x\\"","b":-1.0,"c":[[]],"d":null,"e":{}}';
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => sliceMember(text, name)),
    ['"x\\""', '-1.0', '[[]]', 'null', '{}'],
  );
});

test('a name written with escapes is found, and one inside another object is not', () => {
  assert.equal(sliceMember(String.raw`{"f\u0069lters":1}`, 'filters'), '1');
  assert.equal(sliceMember('{"x":{"filters":1},"y":["filters",2]}', 'filters'), undefined);
});

test('of duplicate keys the last one counts, as with JSON.parse', () => {
  assert.equal(sliceMember('{"filters":1,"filters":{"a":2}}', 'filters'), '{"a":2}');
});

test('keys of Object.prototype are ordinary keys', () => {
  assert.equal(sliceMember('{"__proto__":{"x":1}}', '__proto__'), '{"x":1}');
  assert.equal(sliceMember('{"a":1}', 'constructor'), undefined);
});

for (const text of [
  '',
  '[]',
  '[{"filters":1}]',
  '{"filters":',
  '{"filters":{"a":1',
  '{"filters" 1}',
  '{"filters":1',
  'null',
]) {
  test(`there is no member in ${JSON.stringify(text)}`, () => {
    assert.equal(sliceMember(text, 'filters'), undefined);
  });
}

test('a body contains the exact text', () => {
  const text = '{ "a": 1.0,\n "a": 12345678901234567890 }';
  assert.equal(memberBody('filters', text), `{"filters": ${text}}`);
});

for (const text of ['', '[]', '1', '{', '{},"deleted":true', '{"a":1}}', '{} // x']) {
  test(`throws for ${JSON.stringify(text)}`, () => {
    assert.throws(() => memberBody('filters', text), JsonTextError);
  });
}

test('a body returns the exact text', () => {
  fc.assert(
    fc.property(jsonObjectText, fc.string(), (text, name) => {
      const body = memberBody(name, text);
      assert.equal(sliceMember(body, name), text.trim());
      assert.deepEqual(JSON.parse(body)[name], JSON.parse(text)); // what the service will read
      assert.equal(Object.keys(JSON.parse(body)).length, 1);
    }),
    cases(10_000),
  );
});
