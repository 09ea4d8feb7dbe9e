// Rows as tab-separated text, which spreadsheets accept from the clipboard.
import { neutralText } from '#exports/csv/csvFormulas.ts';
import type { Table, View } from './openTable.ts';
import { readViewTexts, requireDecoded, type ViewTextRange } from './writeRows.ts';

export interface TsvRange extends ViewTextRange {
  readonly hasHeader: boolean;
}

export interface Tsv {
  readonly text: string;
  /** The same with an apostrophe before each cell that a spreadsheet would run; undefined if there is none. */
  readonly neutralText: string | undefined;
}

/** Undefined if the text would be longer than `maxLength` UTF-16 units. */
export async function formatTsv(
  table: Table,
  view: View,
  range: TsvRange,
  maxLength: number,
): Promise<Tsv | undefined> {
  const header = range.columns.map((column) => table.columns[column] ?? '');
  if (range.hasHeader) requireDecoded(table, header);
  const rows: (readonly string[])[] = range.hasHeader ? [header] : [];
  let length = range.hasHeader ? printLine(header).length : 0;
  for await (const texts of readViewTexts(table, view, range)) {
    length += printLine(texts).length + 1;
    if (length > maxLength) return undefined;
    rows.push(texts);
  }
  return toTsv(rows);
}

/** A cell with a line end or a tab is quoted. */
export function toTsv(rows: readonly (readonly string[])[]): Tsv {
  const text = printLines(rows);
  const neutral = printLines(rows.map((texts) => texts.map((one) => neutralText(one))));
  return { text, neutralText: neutral === text ? undefined : neutral };
}

function printLines(rows: readonly (readonly string[])[]): string {
  return rows.map(printLine).join('\n');
}

function printLine(texts: readonly string[]): string {
  return texts.map(printCell).join('\t');
}

function printCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
