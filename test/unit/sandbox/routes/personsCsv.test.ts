import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatCsv } from '../../../personsCsv.ts';

describe('CSV of records', () => {
  const csv = (...records: unknown[]): string => formatCsv(records);
  const rows = [
    ['nothing at all', [], ''],
    ['columns in alphabetical order', [{ b: 1, a: 2 }], 'a,b\r\n2,1\r\n'],
    ['the columns of all records', [{ a: 1 }, { b: 2 }], 'a,b\r\n1,\r\n,2\r\n'],
    ['nested values by dots', [{ a: { b: [1, { c: 2 }] } }], 'a.b.0,a.b.1.c\r\n1,2\r\n'],
    ['no column for an empty list or object', [{ a: [], b: {}, c: 1 }], 'c\r\n1\r\n'],
    [
      'null as empty, and words for true and false',
      [{ a: null, b: true, c: false }],
      'a,b,c\r\n,True,False\r\n',
    ],
    [
      'quotes where they are needed',
      [{ a: 'x,y', b: 'say "hi"', c: '1\n2', d: ' z ' }],
      'a,b,c,d\r\n"x,y","say ""hi""","1\n2", z \r\n',
    ],
    ['columns that need quotes', [{ 'a,b': 1 }], '"a,b"\r\n1\r\n'],
    [
      'dates with a space',
      [{ created_at: '2022-11-16T12:00:00.000000Z' }],
      'created_at\r\n2022-11-16 12:00:00+00:00\r\n',
    ],
    [
      'fractions of a second where there are any',
      [{ created_at: '2022-11-16T12:00:00.250000Z' }],
      'created_at\r\n2022-11-16 12:00:00.250000+00:00\r\n',
    ],
    [
      'dates in properties as they are',
      [{ p: { created_at: '2022-11-16T12:00:00Z' } }],
      'p.created_at\r\n2022-11-16T12:00:00Z\r\n',
    ],
    [
      'names beyond the BMP after those within it',
      [{ '\uffee': 1, '\u{1f35e}': 2 }],
      '\uffee,\u{1f35e}\r\n1,2\r\n',
    ],
  ] as const;
  for (const [what, records, expected] of rows) {
    it(`has ${what}`, () => assert.equal(csv(...records), expected));
  }

  it('has a line for each of many records', () => {
    const records = Array.from({ length: 1234 }, (_, id) => ({ id }));
    assert.equal(csv(...records).split('\r\n').length, 1 + 1234 + 1);
  });
});
