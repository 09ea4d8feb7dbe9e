// Writes the rows and columns that a table shows as a CSV file.
import { type FileHandle, open } from 'node:fs/promises';
import { printCell } from '#exports/csv/csvColumns.ts';
import { toExportError } from '#exports/files/exportError.ts';
import type { Table, View } from './openTable.ts';

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

// Reads the rows of a view one after the other, in constant memory.
const rowsAtOnce = 1000;

/** The file is not UTF-8, and what is written of it would have other letters. */
class UndecodableText extends Error {
  override readonly name = 'UndecodableText';
  readonly kind = 'notUtf8';
}

export interface ViewTextRange {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
}

/** The texts of each row of the view's `[from, to)`. */
export async function* readViewTexts(table: Table, view: View, { from, to, columns }: ViewTextRange) {
  const last = Math.min(to, table.rowsOf(view));
  for (let at = from; at < last; at += rowsAtOnce) {
    const end = Math.min(at + rowsAtOnce, last);
    const cells = await table.cells(view, at, end, columns);
    for (let row = 0; row < end - at; row++) {
      const rowTexts = cells.map((texts) => texts[row] ?? '');
      requireDecoded(table, rowTexts);
      yield rowTexts;
    }
  }
}

/** Throws for texts that are not the bytes of the file: nothing is written of them. */
export function requireDecoded(table: Table, texts: readonly string[]): void {
  if (!table.isUtf8 && texts.some((text) => text.includes('\uFFFD')))
    throw new UndecodableText('The file is not UTF-8.');
}
