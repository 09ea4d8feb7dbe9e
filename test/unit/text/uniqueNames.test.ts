import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { uniqueNames } from '#text/uniqueNames.ts';

const byPlace = (place: number) => `#${place + 1}`;

test('names that come again get a number, and those without one are called by their place', () => {
  assert.deepEqual(uniqueNames(['a', '', 'a', 'b', ''], byPlace), ['a', '#2', 'a (2)', 'b', '#5']);
  assert.deepEqual(uniqueNames(['a', 'a', 'a (2)', 'a'], byPlace), ['a', 'a (3)', 'a (2)', 'a (4)']);
});

test('all are different, and the first of each name keeps it', () => {
  const name = fc.constantFrom('', 'a', 'a (2)', 'a (3)', '#1', '#2', 'b');
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const unique = uniqueNames(names, byPlace);
      assert.equal(new Set(unique).size, names.length);
      for (const [at, one] of names.entries())
        if (one !== '' && names.indexOf(one) === at) assert.equal(unique[at], one);
    }),
  );
});
