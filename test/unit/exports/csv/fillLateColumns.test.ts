import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import * as fc from 'fast-check';
import { createRowFiller } from '#exports/csv/fillLateColumns.ts';
import { readCsvRows } from '#exports/csv/readCsvRows.ts';
import { volatileDir } from '../../../volatile.ts';

const cell = fc.oneof(
  fc.constant(''),
  fc.nat({ max: 200 }).map((length) => 'a'.repeat(length)),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[",\r\n]{1,6}$/),
);
const row = (width: number) => fc.array(cell, { minLength: width, maxLength: width });

const table = fc.integer({ min: 1, max: 9 }).chain((width) =>
  fc.record({
    rows: fc.array(row(width), { minLength: 1, maxLength: 12 }),
    gaps: fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 3 })), {
      minLength: width + 1,
      maxLength: width + 1,
    }),
  }),
);

function print(rows: readonly (readonly string[])[]): string {
  const printCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');
}

async function fill(file: string, csv: string, gaps: readonly number[]): Promise<string> {
  await writeFile(file, `a header\r\n${csv}`);
  const printRow = createRowFiller(gaps);
  const rows: Buffer[] = [];
  const range = { from: 'a header\r\n'.length, to: 'a header\r\n'.length + Buffer.byteLength(csv) };
  await readCsvRows(file, range, (one) => rows.push(Buffer.from(printRow(one))));
  return Buffer.concat(rows).toString();
}

test('rows get their empty cells at the right places, whatever their cells hold', async (context) => {
  const directory = await mkdtemp(path.join(volatileDir, 'late-'));
  context.after(async () => rm(directory, { recursive: true }));
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, gaps }) => {
      const empty = (index: number) => Array.from({ length: gaps[index] ?? 0 }, () => '');
      const wider = rows.map((cells) => [
        ...cells.flatMap((one, index) => [...empty(index), one]),
        ...empty(cells.length),
      ]);
      assert.equal(await fill(path.join(directory, 'a.csv'), print(rows), gaps), print(wider));
    }),
    { numRuns: 500 },
  );
});

test('a row may get more empty cells than it has bytes', async (context) => {
  const directory = await mkdtemp(path.join(volatileDir, 'late-'));
  context.after(async () => rm(directory, { recursive: true }));
  const most = 300_000;
  const rows = Array.from({ length: 3 }, (_, at) => [`row ${at}`, 'b']);
  for (const gaps of [
    [most, 0, 0],
    [0, most, 0],
    [0, 0, most],
    [100_000, 100_000, 100_000],
  ]) {
    const wider = rows.map((cells) =>
      [0, 1, 2].map((at) => ','.repeat(gaps[at] ?? 0) + (cells[at] ?? '') + (at === 0 ? ',' : '')).join(''),
    );
    const filled = await fill(path.join(directory, 'a.csv'), print(rows), gaps);
    assert.ok(filled === `${wider.join('\r\n')}\r\n`, 'a row differs');
  }
});

test('rows stay whole however large the file is and wherever its chunks end', async (context) => {
  const directory = await mkdtemp(path.join(volatileDir, 'late-'));
  context.after(async () => rm(directory, { recursive: true }));
  const rows = Array.from({ length: 20_000 }, (_, at) => [String(at), 'x'.repeat(at % 300), '"\r\n,']);
  const filled = await fill(path.join(directory, 'a.csv'), print(rows), [0, 1, 0, 0]);
  assert.ok(filled === print(rows.map(([id = '', ...rest]) => [id, '', ...rest])), 'a row differs');
});
