// A CSV whose columns are found while it is written consists of segments: the rows of each have the columns known by then,
// in their final order. The rows of earlier segments lack nothing but empty cells.
import { carriageReturn, comma, lineFeed } from '#exports/scan/byteCodes.ts';
import type { CsvSegment } from '#exports/files/checkpointFile.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { ByteBuffer, copyBytes } from '#exports/scan/byteBuffer.ts';
import { type CsvRow, readCsvRows, readRange } from './readCsvRows.ts';

export interface Filling {
  readonly segments: readonly CsvSegment[];
  /** All columns in their final order, numbered as they are named in `segments`. */
  readonly order: readonly number[];
  readonly signal: AbortSignal;
  /** Called after each chunk. */
  readonly onChunk: () => void;
}

/** Appends the rows of `source`, which must be flushed, to `target`, each with all columns. Throws ExportError. */
export async function fillLateColumns(source: PartFile, target: PartFile, filling: Filling): Promise<void> {
  const { segments, order, signal, onChunk } = filling;
  const onFilled = async (): Promise<void> => {
    signal.throwIfAborted();
    onChunk();
    if (target.isFull) await target.drained();
  };
  let known = 0;
  for (const [index, { from, names }] of segments.entries()) {
    known += names.length;
    const range = { from, to: segments[index + 1]?.from ?? source.bytes };
    if (known === order.length) {
      // Rows that lack nothing are copied.
      for await (const chunk of readRange(source.partPath, range)) {
        target.append(chunk);
        await onFilled();
      }
      continue;
    }
    const print = createRowFiller(gapsOf(order, known));
    await readCsvRows(source.partPath, range, (row) => target.appendCopy(print(row)), onFilled);
  }
}

/** How many columns from number `known` on come before each of the columns below it, and after the last of them. */
function gapsOf(order: readonly number[], known: number): readonly number[] {
  const gaps = [0];
  for (const column of order) {
    if (column < known) gaps.push(0);
    else gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1;
  }
  return gaps;
}

/** Prints a row with `gaps[place]` empty cells before the cell at `place`. The row is valid until the next call. */
export function createRowFiller(gaps: readonly number[]): (row: CsvRow) => Uint8Array {
  const cells = gaps.length - 1;
  const emptyCells = gaps.reduce((sum, gap) => sum + gap, 0);
  const filled = new ByteBuffer();
  return ({ bytes, starts, ends }) => {
    const rowStart = starts[0] ?? 0;
    const rowEnd = ends[cells - 1] ?? 0;
    filled.clear();
    const out = filled.reserve(rowEnd - rowStart + emptyCells + 2);
    let used = 0;
    let copied = rowStart;
    for (let place = 0; place < cells; place++) {
      const gap = gaps[place] ?? 0;
      if (gap === 0) continue;
      const start = starts[place] ?? 0;
      used = copyBytes(bytes, copied, start, out, used);
      out.fill(comma, used, used + gap);
      used += gap;
      copied = start;
    }
    used = copyBytes(bytes, copied, rowEnd, out, used);
    const last = gaps[cells] ?? 0;
    out.fill(comma, used, used + last);
    used += last;
    out[used++] = carriageReturn;
    out[used++] = lineFeed;
    return out.subarray(0, used);
  };
}
