import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatTags, parseTags } from '#text/parseTags.ts';

describe('tags as text', () => {
  it('are the same tags again, whatever they hold', () => {
    const tags = fc.uniqueArray(
      fc.oneof(fc.string(), fc.constantFrom('', ',', '"', ' ', 'a, b', '",', 'A', '\n')),
    );
    fc.assert(fc.property(tags, (some) => assert.deepEqual(parseTags(formatTags(some)), some)));
  });

  for (const [text, tags] of [
    ['', []],
    [' , ,', []],
    ['eu, Web,eu', ['eu', 'web']],
    ['"Sales, EU", web', ['Sales, EU', 'web']],
    ['5" screens, half "open', ['5" screens', 'half "open']],
    ['"a"b, c', ['"a"b', 'c']],
  ] as const) {
    it(`are read from ${JSON.stringify(text)}`, () => assert.deepEqual(parseTags(text), tags));
  }
});
