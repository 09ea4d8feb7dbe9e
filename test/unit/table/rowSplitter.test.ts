import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { createRowParser } from '#table/rowParser.ts';
import { createSplitter, type Flaw, maxRowBytes } from '#table/rowSplitter.ts';
import type { TableFormat } from '#table/tableFormat.ts';
import { cuts } from '../exports/scan/chunks.ts';
import { printCsv, randomTable } from './tables.ts';

const marks = { rowEnd: 0x0a, separator: 0x2c, quote: 0x22 };

/** The rows' texts when the bytes come in pieces of these lengths, as they come from a disk. */
function splitIn(format: TableFormat, text: string, lengths: readonly number[]): string[] {
  const bytes = Buffer.from(text);
  const splitter = createSplitter({ format, marks }, false);
  const rows: string[] = [];
  let from = 0;
  let to = 0;
  for (const length of [...lengths, bytes.length]) {
    to = Math.min(bytes.length, to + length);
    const isLast = to === bytes.length;
    from = splitter.split(bytes, from, to, isLast, (start, end) => {
      if (end > start) rows.push(bytes.toString('utf8', start, end));
    });
    if (isLast) break;
  }
  return rows;
}

test('a CSV has the same cells wherever its pieces are cut', () => {
  fc.assert(
    fc.property(randomTable, fc.constantFrom('\r\n', '\n'), cuts, (table, lineEnd, lengths) => {
      const [header = '', ...rows] = splitIn('csv', printCsv(table, lineEnd), lengths);
      assert.equal(header, table.columns.join(','));
      const parser = createRowParser({ format: 'csv', marks }, 'utf8');
      for (const column of table.columns) parser.addColumn(column);
      const cells = rows.map((row) => {
        const texts = table.columns.map(() => '');
        const bytes = Buffer.from(row);
        parser.cells(bytes, 0, bytes.length, (column, text) => (texts[column] = text));
        return texts;
      });
      assert.deepEqual(cells, table.rows);
    }),
    { numRuns: 500 },
  );
});

test('each of many lines is a row if its quote is never closed', () => {
  const count = 20_000;
  const bytes = Buffer.from(`a,b\n${'x"y,"z\n'.repeat(count)}1,2\n3,"4"`);
  const rows: string[] = [];
  const splitter = createSplitter({ format: 'csv', marks }, false);
  splitter.split(bytes, 0, bytes.length, true, (start, end, cells, flaw) =>
    rows.push(`${bytes.toString('utf8', start, end)} ${cells} ${flaw ?? ''}`),
  );
  const open = Array<string>(count).fill('x"y,"z 0 openQuote');
  assert.deepEqual(rows, ['a,b 2 ', ...open, '1,2 2 ', '3,"4" 2 ']);
});

test('each of many lines is a row if its quote is closed too far away', () => {
  const line = 'x"y,"z\n';
  const tooMany = 100_000;
  const fitting = Math.floor((maxRowBytes - 1) / line.length);
  const bytes = Buffer.from(`${line.repeat(tooMany + fitting)}"\n1,2\n`);
  const flaws: (Flaw | undefined)[] = [];
  const splitter = createSplitter({ format: 'csv', marks }, false);
  splitter.split(bytes, 0, bytes.length, true, (_start, _end, _cells, flaw) => flaws.push(flaw));
  assert.deepEqual(flaws, [...Array<Flaw>(tooMany).fill('openQuote'), undefined, undefined]);
});

const person = fc.dictionary(
  fc.oneof(fc.constantFrom('id', '__proto__', 'a"b', '{'), fc.string({ maxLength: 4 })),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
);

test('a JSON list has its elements wherever its pieces are cut, however it is printed', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 8 }), fc.nat({ max: 2 }), cuts, (persons, indent, lengths) => {
      const rows = splitIn('json', JSON.stringify(persons, null, indent), lengths);
      assert.deepEqual(
        rows.map(parse),
        persons.map((one) => parse(JSON.stringify(one))),
      );
    }),
    { numRuns: 500 },
  );
});

test('NDJSON has one row per line, without the empty ones', () => {
  fc.assert(
    fc.property(fc.array(person, { maxLength: 8 }), cuts, (persons, lengths) => {
      const text = persons.map((one) => `${JSON.stringify(one)}\r\n\n`).join('');
      assert.deepEqual(
        splitIn('ndjson', text, lengths),
        persons.map((one) => JSON.stringify(one)),
      );
    }),
  );
});

test('a list’s elements need not be objects', () => {
  assert.deepEqual(splitIn('json', ' [1, "a,]", [2, [3]], null , true]', []), [
    '1',
    '"a,]"',
    '[2, [3]]',
    'null',
    'true',
  ]);
});

test('an object that is no list is one row', () => {
  assert.deepEqual(splitIn('json', '{"id": 1, "filters": [{}]}\n', []), ['{"id": 1, "filters": [{}]}']);
});

function parse(text: string): unknown {
  return JSON.parse(text);
}
