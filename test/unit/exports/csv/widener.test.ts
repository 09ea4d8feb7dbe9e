import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { CsvWidener } from '#exports/csv/widener.ts';
import { cuts, cutUp } from '../scan/chunks.ts';

const cell = fc.oneof(
  fc.constant(''),
  fc.nat({ max: 40 }).map((length) => 'a'.repeat(length)),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[",\r\n]{1,6}$/),
);
const row = (width: number) => fc.array(cell, { minLength: width, maxLength: width });

const table = fc.integer({ min: 1, max: 9 }).chain((width) =>
  fc.record({
    rows: fc.array(row(width), { minLength: 1, maxLength: 12 }),
    gaps: fc
      .array(fc.oneof(fc.constant(0), fc.nat({ max: 3 })), { minLength: width + 1, maxLength: width + 1 })
      .filter((gaps) => gaps.some((gap) => gap > 0)),
  }),
);

function print(rows: readonly (readonly string[])[]): string {
  const printCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');
}

function widen(widener: CsvWidener, gaps: readonly number[], chunks: readonly Uint8Array[]): string {
  widener.begin(gaps);
  const pieces = [Buffer.from(widener.head)];
  for (const [index, chunk] of chunks.entries()) {
    widener.input.set(chunk);
    widener.widen(chunk.length, index === chunks.length - 1, (piece) => pieces.push(Buffer.from(piece)));
  }
  return Buffer.concat(pieces).toString();
}

test('rows get empty cells where they are to be, whatever their cells hold and wherever the chunks are cut', () => {
  const widener = new CsvWidener(40);
  fc.assert(
    fc.property(table, cuts, ({ rows, gaps }, lengths) => {
      const empty = (index: number) => Array.from({ length: gaps[index] ?? 0 }, () => '');
      const wider = rows.map((cells) => [
        ...cells.flatMap((one, index) => [...empty(index), one]),
        ...empty(cells.length),
      ]);
      const chunks = cutUp(Buffer.from(print(rows)), lengths).filter(({ length }) => length > 0);
      assert.equal(widen(widener, gaps, chunks), print(wider));
    }),
    { numRuns: 3000 },
  );
});

test('more empty cells than there are bytes have room', () => {
  const most = 300_000;
  const rows = Array.from({ length: 3 }, (_, at) => [`row ${at}`, 'b']);
  const widener = new CsvWidener(most);
  for (const gaps of [
    [most, 0, 0],
    [0, most, 0],
    [0, 0, most],
    [100_000, 100_000, 100_000],
  ]) {
    const wider = rows.map((cells) =>
      [0, 1, 2].map((at) => ','.repeat(gaps[at] ?? 0) + (cells[at] ?? '') + (at === 0 ? ',' : '')).join(''),
    );
    assert.ok(widen(widener, gaps, [Buffer.from(print(rows))]) === `${wider.join('\r\n')}\r\n`);
  }
});
