// Reads the rows of a view one after the other, in constant memory.
import type { Table, View } from './openTable.ts';

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
