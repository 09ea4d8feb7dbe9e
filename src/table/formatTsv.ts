// Rows as tab-separated text, which spreadsheets accept from the clipboard.
import { isFormulaText } from '#exports/csv/csvFormulas.ts';
import type { Table, View } from './openTable.ts';
import { readViewTexts, type TextRange } from './readViewTexts.ts';

export interface TsvRange extends TextRange {
  readonly hasHeader: boolean;
}

export interface Tsv {
  readonly text: string;
  /** The same with an apostrophe before each cell that a spreadsheet would run; undefined where there is none. */
  readonly neutralText: string | undefined;
}

/** Undefined where the text would be longer than `maxLength` UTF-16 units. */
export async function formatTsv(
  table: Table,
  view: View,
  range: TsvRange,
  maxLength: number,
): Promise<Tsv | undefined> {
  const header = range.columns.map((column) => table.columns[column] ?? '');
  const rows: (readonly string[])[] = range.hasHeader ? [header] : [];
  let length = range.hasHeader ? printLine(header).length : 0;
  for await (const texts of readViewTexts(table, view, range)) {
    length += printLine(texts).length + 1;
    if (length > maxLength) return undefined;
    rows.push(texts);
  }
  const hasFormulas = rows.some((texts) => texts.some(isFormulaText));
  const neutral = hasFormulas ? rows.map((texts) => texts.map(toNeutral)) : undefined;
  return { text: printLines(rows), neutralText: neutral && printLines(neutral) };
}

function toNeutral(text: string): string {
  return isFormulaText(text) ? `'${text}` : text;
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
