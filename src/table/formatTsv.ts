// Rows as tab-separated text, as spreadsheets take it from the clipboard.
import type { Table, View } from './openTable.ts';

export interface TsvRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
  readonly hasHeader: boolean;
}

const rowsAtOnce = 1000;

/** Undefined where it would have more than `mostLetters`. */
export async function formatTsv(
  table: Table,
  view: View,
  { from, to, columns, hasHeader }: TsvRange,
  mostLetters: number,
): Promise<string | undefined> {
  const last = Math.min(to, table.rowsOf(view));
  const lines = hasHeader ? [columns.map((column) => tsvCell(table.columns[column] ?? '')).join('\t')] : [];
  let letters = lines[0]?.length ?? 0;
  for (let at = from; at < last; at += rowsAtOnce) {
    const cells = await table.cells(view, at, Math.min(at + rowsAtOnce, last), columns);
    const count = cells[0]?.length ?? 0;
    for (let row = 0; row < count; row++) {
      const line = cells.map((texts) => tsvCell(texts[row] ?? '')).join('\t');
      letters += line.length + 1;
      if (letters > mostLetters) return undefined;
      lines.push(line);
    }
  }
  return lines.join('\n');
}

function tsvCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
