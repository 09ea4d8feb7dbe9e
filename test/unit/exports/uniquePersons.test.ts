import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMostDistinctIds } from '#exports/scan/personIds.ts';

const ids = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => `a,"]${id}`));
const ten = ids(10);

const cases: readonly (readonly [person: string, has: boolean])[] = [
  [`{"id":"a","distinct_ids":${ten},"name":"b"}`, true],
  [`{"distinct_ids":${JSON.stringify(Array(10).fill(''))}}`, true],
  [` {"distinct_ids":${ten}}`.trim().replaceAll(':', ' : ').replaceAll(',"', ' , "'), true],
  [`{"properties":{"distinct_ids":${ids(3)}},"distinct_ids":${ten}}`, true],
  [`{"properties":{"distinct_ids":${ten}},"distinct_ids":${ids(9)}}`, false],
  [`{"distinct_ids":${ten},"properties":{"distinct_ids":${ten}}}`, true],
  [
    `{"distinct_ids" : ${ten} , "properties" : { "a" : [ "distinct_ids" , {"distinct_ids":[1]} ] } , "value" : null }`,
    true,
  ],
  [`{"distinct_ids":${ids(9)},"others":[{"distinct_ids":${ten}}]}`, false],
  [`{"distinct_ids":${ids(9)},"note":${JSON.stringify(`"distinct_ids":${ten}}`)}}`, false],
  [`{"a":{"distinct_ids":${ten}}}`, false],
  [`distinct_ids":${ten}}`, false],
  [`{"distinct_ids":${ids(11)}}`, false],
  [`{"distinct_ids":${ids(0)}}`, false],
  [`{"distinct_ids":null}`, false],
  [`{"distinct_ids":"${'x'.repeat(40)}"}`, false],
  [`{"id":1}`, false],
  ['[]', false],
];
for (const [person, has] of cases)
  test(`${has ? 'exactly' : 'not'} ten distinct ids in ${person.slice(0, 60)}`, () =>
    assert.equal(hasMostDistinctIds(Buffer.from(person)), has));
