import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { CsvRowCounter } from '#exports/writeServiceCsv.ts';
import { cuts, cutUp } from '../scan/chunks.ts';
import { cases } from '../../../cases.ts';

const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\na ]{0,6}$/), fc.string({ unit: 'grapheme' }));
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }));

function printCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function print(rows: readonly (readonly string[])[], lineEnd: string): string {
  return rows.map((row) => row.map(printCell).join(',') + lineEnd).join('');
}

function count(chunks: readonly Uint8Array[]) {
  const counter = new CsvRowCounter();
  for (const chunk of chunks) counter.push(chunk);
  return counter.end();
}

test('every row is counted once, whatever its cells hold and wherever the chunks are cut', () => {
  fc.assert(
    fc.property(table, fc.constantFrom('\r\n', '\n'), cuts, (rows, lineEnd, lengths) => {
      const end = count(cutUp(Buffer.from(print(rows, lineEnd)), lengths));
      assert.deepEqual(end, { rows: rows.length, hasFinalLineEnd: true, endsAtRow: true });
    }),
    cases(1000),
  );
});

test('a last row without a line end counts when it has all its cells', () => {
  fc.assert(
    fc.property(table, cuts, (rows, lengths) => {
      fc.pre(rows.length > 0);
      const end = count(cutUp(Buffer.from(print(rows, '\r\n').slice(0, -2)), lengths));
      assert.deepEqual(end, { rows: rows.length, hasFinalLineEnd: false, endsAtRow: true });
    }),
  );
});

test('a body that ends inside quotes, or before the last cells of a row, is incomplete', () => {
  assert.equal(count([Buffer.from('a,b\r\n1,"two\r\n')]).endsAtRow, false);
  assert.equal(count([Buffer.from('a,b\r\n1,2\r\n3')]).endsAtRow, false);
  assert.equal(count([Buffer.from('a,b\r\n1,2\r\n3,')]).endsAtRow, true, 'an empty last cell looks the same');
});

test('empty lines are no rows, and an empty body has none', () => {
  assert.equal(count([Buffer.from('a,b\r\n\r'), Buffer.from('\n1,2\r\n\n')]).rows, 2);
  assert.deepEqual(count([]), { rows: 0, hasFinalLineEnd: true, endsAtRow: true });
});

test('a line of two carriage returns is a row, also where they come in two chunks', () => {
  const rows = (chunks: readonly string[]) => count(chunks.map((chunk) => Buffer.from(chunk))).rows;
  assert.deepEqual([rows(['\r\r\n\r\n']), rows(['\r', '\r', '\n\r', '\n'])], [1, 1]);
});

test('a byte order mark is none of the first cell, wherever the chunks are cut', () => {
  const bytes = Buffer.from('\uFEFF"a, b",c\r\n"1\n",2');
  fc.assert(
    fc.property(cuts, (lengths) => {
      const end = count(cutUp(bytes, lengths));
      assert.deepEqual(end, { rows: 2, hasFinalLineEnd: false, endsAtRow: true });
    }),
    cases(300),
  );
});
