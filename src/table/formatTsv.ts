// Rows as tab-separated text, which spreadsheets accept from the clipboard.
import type { Table, View } from './openTable.ts';
import { readTexts, type TextRange } from './readTexts.ts';

export interface TsvRange extends TextRange {
  readonly hasHeader: boolean;
}

/** Undefined where the text would be longer than `maxLength` UTF-16 units. */
export async function formatTsv(
  table: Table,
  view: View,
  range: TsvRange,
  maxLength: number,
): Promise<string | undefined> {
  const header = range.columns.map((column) => table.columns[column] ?? '');
  const lines = range.hasHeader ? [printLine(header)] : [];
  let length = lines[0]?.length ?? 0;
  for await (const texts of readTexts(table, view, range)) {
    const line = printLine(texts);
    length += line.length + 1;
    if (length > maxLength) return undefined;
    lines.push(line);
  }
  return lines.join('\n');
}

function printLine(texts: readonly string[]): string {
  return texts.map(printCell).join('\t');
}

function printCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
