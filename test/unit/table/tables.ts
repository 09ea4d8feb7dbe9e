// Random tables, written as files and opened.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import type { ChosenDialect, Dialect } from '#table/dialect.ts';
import { openTable, type IndexState, type Table, type View, wholeFile } from '#table/openTable.ts';
import { writeRows } from '#table/writeRows.ts';
import { volatileDir } from '../../volatile.ts';

export interface Opened {
  readonly table: Table;
  readonly index: IndexState;
  readonly file: string;
  readonly scratchDirectory: string;
}

export const workerUrl = new URL('../../../src/table/tableWorker.ts', import.meta.url);

/** Gives a table to `use` once its index is whole; everything is gone afterwards. */
export async function withTable<T>(
  fileName: string,
  content: string | Buffer,
  use: (opened: Opened) => Promise<T>,
  chosen?: ChosenDialect,
): Promise<T> {
  const directory = await mkdtemp(path.join(volatileDir, 'table-'));
  const file = path.join(directory, fileName);
  const scratchDirectory = path.join(directory, 'scratch');
  await writeFile(file, content);
  const { promise: indexed, resolve, reject } = Promise.withResolvers<IndexState>();
  const table = await openTable({
    path: file,
    scratchDirectory,
    chosen,
    workerUrl,
    onIndex: (state) => state.isDone && resolve(state),
    onBroken: reject,
  });
  try {
    return await use({ table, index: await indexed, file, scratchDirectory });
  } finally {
    await table.close();
    await rm(directory, { recursive: true });
  }
}

/** All texts, row by row. */
export async function rowsOf(table: Table): Promise<string[][]> {
  const columns = await table.cells(wholeFile, 0, table.rowsOf(wholeFile), [...table.columns.keys()]);
  return Array.from({ length: table.rowsOf(wholeFile) }, (_, row) =>
    columns.map((cells) => cells[row] ?? ''),
  );
}

/** What a file shows; each problem with its line. */
export const readTable = (name: string, content: string | Buffer, chosen?: ChosenDialect) =>
  withTable(
    name,
    content,
    async ({ table, index }) => ({
      columns: index.columns,
      rows: await rowsOf(table),
      flaws: index.problems.map(({ flaw, line }) => `${flaw} ${line}`),
    }),
    chosen,
  );

export const noSignal = new AbortController().signal;

/** Commas and CRLF in UTF-8, as exports have. */
export const plainDialect: Dialect = {
  encoding: 'utf8',
  hasMark: false,
  hasSeparatorLine: false,
  delimiter: ',',
  quote: '"',
  hasHeader: true,
  decimal: '.',
  lineEnd: '\r\n',
};

export const writePlainCsv = (
  table: Table,
  view: View,
  columns: readonly number[],
  target: string,
  signal = noSignal,
) => writeRows(table, { view, columns }, target, { kind: 'csv', dialect: plainDialect }, signal);

export const ignore = (): void => undefined;

/** Texts that are hard on a CSV, on comparing, and on numbers. */
export const cellText = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'Zürich',
    'ZURICH',
    'straße',
    '007',
    '10',
    '9',
    '-1.5',
    '.5',
    '1e3',
    '=1+1',
    'True',
  ),
  fc.constantFrom('12345678901234567', '12345678901234568', '2916334247900527532', '2916334247900527533'),
  fc.constantFrom(
    '18446744073709551614',
    '18446744073709551615',
    '-18446744073709551615',
    '340282366920938463463374607431768211454',
    '340282366920938463463374607431768211455',
    '-340282366920938463463374607431768211455',
    '2024-01-31',
    '2023-12-01 08:00:00+00:00',
  ),
  fc.stringMatching(/^[",\r\na ]{1,6}$/),
  fc.integer({ min: -50, max: 50 }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

export interface RandomTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** At least two columns: a row of one empty cell is an empty line, which is no row. */
export const randomTable: fc.Arbitrary<RandomTable> = fc.integer({ min: 2, max: 4 }).chain((width) =>
  fc.record({
    columns: fc.constant(['id', 'properties.$os', 'name', 'plan'].slice(0, width)),
    rows: fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { maxLength: 60 }),
  }),
);

export function printCsv({ columns, rows }: RandomTable, lineEnd: string): string {
  const line = (cells: readonly string[]) => `${cells.map(printCell).join(',')}${lineEnd}`;
  return [columns, ...rows].map(line).join('');
}

function printCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
