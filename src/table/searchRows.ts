// Finds the rows that contain a text.
import { foldText } from '#text/foldText.ts';
import type { RowParser } from './rowParser.ts';
import { RowSet } from './rowSet.ts';
import { scanRows, type Source } from './scanRows.ts';
import { tableFormats } from './tableFormat.ts';

/** With these letters, only the folded text finds all rows. */
const needsFolding = /[\u0080-\u{10FFFF}]/u;
const plainQuery = /^[^"\\\u0080-\u{10FFFF}]*$/u;
/** Tables show times with other digits and signs than JSON has, but never with other letters. */
const plainJsonQuery = /^(?=.*[a-z])[^"\\ \u0080-\u{10FFFF}]*$/u;

export async function searchRows(
  source: Source,
  parser: RowParser,
  rows: number,
  search: string,
  onPiece: (doneBytes: number) => void,
  signal?: AbortSignal,
): Promise<RowSet> {
  const wanted = foldText(search);
  const isPlain = (tableFormats[source.format].cells === 'csv' ? plainQuery : plainJsonQuery).test(wanted);
  const found = new RowSet(rows);
  let row = tableFormats[source.format].hasHeader ? -1 : 0;
  await scanRows(
    source,
    {
      row(bytes, start, end) {
        if (end === start) return;
        const current = row++;
        if (current < 0 || current >= rows) return;
        // Most rows can be ruled out by their text as a whole, without parsing their cells.
        if (isPlain && !mayHold(bytes.toString('utf8', start, end), wanted)) return;
        let isFound = false;
        parser.cells(bytes, start, end, (_column, text) => {
          isFound ||= foldText(text).includes(wanted);
        });
        if (isFound) found.add(current);
      },
      piece: onPiece,
    },
    signal,
  );
  return found;
}

function mayHold(row: string, wanted: string): boolean {
  if (row.toLowerCase().includes(wanted) || row.includes('\\')) return true;
  return needsFolding.test(row) && foldText(row).includes(wanted);
}
