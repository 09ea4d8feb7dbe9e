// The second pass of a CSV of everyone: from the spool to rows whose cells stand under the sorted columns.
import { Bytes } from './bytes.ts';
import type { CsvColumns } from './csvColumns.ts';
import { readNumber, readSpool } from './rowSpool.ts';
import type { PartFile } from './partFile.ts';

const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** Writes the header and every row of `spool`'s first `byteCount` bytes. `onRows` is told how many rows are written. */
export async function writeSortedCsv(
  spool: string,
  byteCount: number,
  columns: CsvColumns,
  part: PartFile,
  onRows: (rows: number) => void,
): Promise<void> {
  const order = columns.sorted();
  if (order.length === 0) return;
  part.append(Buffer.from(`${order.map((column) => quoted(columns.names[column] ?? '')).join(',')}\r\n`));
  const placeRow = createRowPlacer(order);
  let rows = 0;
  await readSpool(spool, byteCount, {
    onColumn: () => undefined,
    onRow(bytes, _id, start, end) {
      part.appendCopy(placeRow(bytes, start, end));
      rows++;
    },
    async onChunk() {
      onRows(rows);
      if (part.isFull) await part.drained();
    },
  });
}

/** Gives a row's CSV from its spooled cells; valid until the next call. */
function createRowPlacer(order: readonly number[]) {
  const columns = order.length;
  const rankOf = new Int32Array(columns);
  for (const [rank, column] of order.entries()) rankOf[column] = rank;
  const starts = new Int32Array(columns);
  const ends = new Int32Array(columns);
  const row = new Bytes();
  const cursor = { at: 0 };
  return (bytes: Uint8Array, start: number, end: number): Uint8Array => {
    ends.fill(0);
    cursor.at = start;
    while (cursor.at < end) {
      const rank = rankOf[readNumber(bytes, cursor) ?? 0] ?? 0;
      const length = readNumber(bytes, cursor) ?? 0;
      starts[rank] = cursor.at;
      cursor.at += length;
      ends[rank] = cursor.at;
    }
    const out = row.reserved(end - start + columns + 2);
    let used = 0;
    for (let rank = 0; rank < columns; rank++) {
      const cellEnd = ends[rank] ?? 0;
      for (let at = starts[rank] ?? 0; at < cellEnd; at++) out[used++] = bytes[at] ?? 0;
      out[used++] = comma;
    }
    out[used - 1] = carriageReturn;
    out[used++] = lineFeed;
    return out.subarray(0, used);
  };
}

function quoted(name: string): string {
  return /[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
