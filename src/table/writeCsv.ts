// Writes the rows and columns that a table shows as a CSV file.
import { open, type FileHandle } from 'node:fs/promises';
import { printCell } from '#exports/csv/csvCell.ts';
import { toExportError } from '#exports/files/exportError.ts';
import type { Table, View } from './openTable.ts';
import { readViewTexts, requireDecoded } from './readViewTexts.ts';

const chunkLength = 256 * 1024;

/**
 * A new file, readable by its owner only. Rejects with an ExportError, or with the signal's reason; what was written is
 * then still there.
 */
export async function writeCsv(
  table: Table,
  view: View,
  columns: readonly number[],
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await writeLines(file, table, view, columns, signal);
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toExportError(error, path);
  }
}

async function writeLines(
  file: FileHandle,
  table: Table,
  view: View,
  columns: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const header = columns.map((column) => table.columns[column] ?? '');
  requireDecoded(table, header);
  let text = printLine(header);
  for await (const texts of readViewTexts(table, view, { from: 0, to: table.rowsOf(view), columns })) {
    signal.throwIfAborted();
    text += printLine(texts);
    if (text.length < chunkLength) continue;
    await file.appendFile(text);
    text = '';
  }
  await file.appendFile(text);
}

function printLine(texts: readonly string[]): string {
  return `${texts.map(printCell).join(',')}\r\n`;
}
