import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { hasMostDistinctIds } from '#exports/scan/personIds.ts';
import { testLaws } from '../laws.ts';
import { cases } from '../../cases.ts';

const ids = fc.array(fc.constantFrom('a', '"', '],', 'distinct_ids'), { minLength: 9, maxLength: 11 });
/** Keys and texts that look like the member, at any place and depth. */
const key = fc.constantFrom('distinct_ids', 'distinct_id', 'properties', '"distinct_ids":', 'a');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    ids,
    fc.constantFrom(null, 1, 'distinct_ids', '"distinct_ids":['),
    fc.dictionary(key, tie('value')),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
const persons = fc.record({
  person: fc.dictionary(key, fc.oneof(ids, value)),
  indent: fc.constantFrom(0, 1),
});

testLaws(
  persons,
  {
    'a person has the most distinct ids if its own list has ten, whatever else it has': {
      atLeast: 100,
      holds({ person, indent }, found) {
        const { distinct_ids: own } = person;
        const hasTen = Array.isArray(own) && own.length === 10;
        if (hasTen) found();
        assert.equal(hasMostDistinctIds(Buffer.from(JSON.stringify(person, null, indent))), hasTen);
      },
    },
  },
  cases(3000),
);
