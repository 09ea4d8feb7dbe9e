import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSameParsed, toJsonText } from '#json/parsedValue.ts';
import { cases } from '../../cases.ts';

const levels = 5000;
const deep = (core: string): unknown => JSON.parse(`${'{"a":['.repeat(levels)}${core}${']}'.repeat(levels)}`);

describe('parsed JSON', () => {
  it('is equal if its values are, in any order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        assert.equal(isSameParsed(a, b), isDeepStrictEqual(a, b));
        assert.ok(isSameParsed(a, structuredClone(a)));
      }),
      cases(5000),
    );
    assert.ok(isSameParsed({ a: 1, b: [2] }, { b: [2], a: 1 }));
    assert.ok(!isSameParsed({ a: 1 }, { b: 1 }));
    assert.ok(!isSameParsed([], {}));
    assert.ok(!isSameParsed(JSON.parse('{"__proto__":{"a":1}}'), { a: 1 }));
  });

  it('is compared at any depth, and is text up to 256 levels', () => {
    assert.ok(isSameParsed(deep('1'), deep('1')));
    assert.ok(!isSameParsed(deep('1'), deep('2')));
    assert.equal(toJsonText(deep('1')), undefined);
    assert.equal(
      toJsonText(JSON.parse('['.repeat(256) + ']'.repeat(256))),
      '['.repeat(256) + ']'.repeat(256),
    );
    assert.equal(toJsonText(JSON.parse('['.repeat(257) + ']'.repeat(257))), undefined);
    assert.equal(toJsonText('a'), '"a"');
  });

  it('may have a million items', () => {
    const wide = Array.from({ length: 1_000_000 }, (_, index) => index);
    assert.ok(isSameParsed(wide, [...wide]));
    assert.ok(toJsonText(wide)?.startsWith('[0,1,'));
  });
});
