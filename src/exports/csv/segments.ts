// A CSV whose columns turn up while it is written consists of segments: the rows of each have the columns that were known
// by then, in their final order. At the end, all that the earlier rows lack is empty cells, and the last ones lack none.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { CsvWidener } from './widener.ts';
import { ExportError, toExportError } from '#exports/files/exportError.ts';
import type { PartFile } from '#exports/files/partFile.ts';

export interface CsvSegment {
  /** Where its first row begins, in bytes from the file's start. */
  readonly from: number;
  /** The columns that its rows have besides those of the segments before. */
  readonly names: readonly string[];
}

export interface Joining {
  readonly segments: readonly CsvSegment[];
  /** All columns, by the order in which they are named in `segments`, as they are to stand. */
  readonly order: readonly number[];
  readonly signal: AbortSignal;
  /** After each piece. */
  readonly onPiece: () => void;
}

/** Appends the rows of `source`, which must be flushed, to `target`, each with all columns. Throws ExportError. */
export async function joinSegments(source: PartFile, target: PartFile, joining: Joining): Promise<void> {
  const { segments, order } = joining;
  const widener = new CsvWidener(order.length - (segments[0]?.names.length ?? 0));
  try {
    const handle = await open(source.partPath, 'r');
    try {
      let known = 0;
      for (const [index, { from, names }] of segments.entries()) {
        known += names.length;
        const to = segments[index + 1]?.from ?? source.bytes;
        if (to > from)
          await joinRows(handle, { from, to }, gapsOf(order, known), { target, widener, joining });
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toExportError(error, source.partPath);
  }
}

/** How many columns from `known` on stand before each of those below it, and behind the last one. */
function gapsOf(order: readonly number[], known: number): readonly number[] {
  const gaps = [0];
  for (const column of order) {
    if (column < known) gaps.push(0);
    else gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1;
  }
  return gaps;
}

interface Tools {
  readonly target: PartFile;
  readonly widener: CsvWidener;
  readonly joining: Joining;
}

async function joinRows(
  handle: FileHandle,
  { from, to }: { readonly from: number; readonly to: number },
  gaps: readonly number[],
  { target, widener, joining: { signal, onPiece } }: Tools,
): Promise<void> {
  const { input } = widener;
  const isWhole = gaps.every((gap) => gap === 0);
  if (!isWhole) {
    widener.begin(gaps);
    target.appendCopy(widener.head);
  }
  for (let position = from; position < to;) {
    const { bytesRead } = await handle.read(input, 0, Math.min(input.length, to - position), position);
    if (bytesRead === 0) throw new ExportError('disk', target.partPath, undefined);
    position += bytesRead;
    if (isWhole) target.appendCopy(input.subarray(0, bytesRead));
    else widener.widen(bytesRead, position === to, (piece) => target.appendCopy(piece));
    signal.throwIfAborted();
    onPiece();
    if (target.isFull) await target.drained();
  }
}
