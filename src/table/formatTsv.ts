// Rows as tab-separated text, which spreadsheets accept from the clipboard.
import type { Table, View } from './openTable.ts';

export interface TsvRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
  readonly hasHeader: boolean;
}

const rowsAtOnce = 1000;

/** Undefined where the text would be longer than `maxLength` UTF-16 units. */
export async function formatTsv(
  table: Table,
  view: View,
  { from, to, columns, hasHeader }: TsvRange,
  maxLength: number,
): Promise<string | undefined> {
  const last = Math.min(to, table.rowsOf(view));
  const lines = hasHeader ? [columns.map((column) => tsvCell(table.columns[column] ?? '')).join('\t')] : [];
  let length = lines[0]?.length ?? 0;
  for (let at = from; at < last; at += rowsAtOnce) {
    const cells = await table.cells(view, at, Math.min(at + rowsAtOnce, last), columns);
    const count = cells[0]?.length ?? 0;
    for (let row = 0; row < count; row++) {
      const line = cells.map((texts) => tsvCell(texts[row] ?? '')).join('\t');
      length += line.length + 1;
      if (length > maxLength) return undefined;
      lines.push(line);
    }
  }
  return lines.join('\n');
}

function tsvCell(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
