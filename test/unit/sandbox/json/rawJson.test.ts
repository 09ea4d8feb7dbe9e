import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { compactJson, itemTexts, memberTexts } from '#sandbox/json/rawJson.ts';

describe('JSON text', () => {
  it('is compact after any indentation, and the same value', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, '\t', ' \n'), (text, indent) => {
        const spaced = JSON.stringify(JSON.parse(text), undefined, indent);
        assert.equal(compactJson(` ${spaced}\r\n`), JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('returns each member of an object unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 3), (members, indent) => {
        const found = memberTexts(JSON.stringify(members, undefined, indent));
        const expected = Object.entries(members).map(([key, value]) => [key, JSON.stringify(value)]);
        assert.deepEqual([...found], expected);
      }),
    );
  });

  it('returns each item of a list unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(0, 3), (items, indent) => {
        const found = itemTexts(JSON.stringify(items, undefined, indent));
        assert.deepEqual(
          found,
          items.map((item) => JSON.stringify(item)),
        );
      }),
    );
  });

  const rows = [
    ['{"a":12345678901234567890,"b":1.0,"c":1E5}', { a: '12345678901234567890', b: '1.0', c: '1E5' }],
    ['{"a":{"z":1, "a":[ 1 , 2 ]} , "b" : "x , }" }', { a: '{"z":1,"a":[1,2]}', b: '"x , }"' }],
    ['{"a":1,"a":2}', { a: '2' }],
    ['{"\\u0061":"\\u00e9\\"" }', { a: '"\\u00e9\\""' }],
    ['{}', {}],
    [' { } ', {}],
    ['{"a":null,"b":true,"c":""}', { a: 'null', b: 'true', c: '""' }],
  ] as const;
  for (const [text, expected] of rows) {
    it(`gives the members of ${text}`, () => {
      assert.deepEqual(Object.fromEntries(memberTexts(text)), expected);
    });
  }
});
