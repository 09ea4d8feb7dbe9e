// Reads a file's rows from start to end, in constant memory.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { byteOrderMark, carriageReturn, lineFeed, quote } from '#exports/scan/byteCodes.ts';
import { atCellStart, endOfCell } from '#exports/scan/csvScanner.ts';
import { isText } from '#exports/scan/isText.ts';
import { createSplitter, maxRowBytes, type Flaw, type RowFormat } from './rowSplitter.ts';
import type { TableFormat } from './tableFormat.ts';

export const readAt = promisify(read);

/** The first piece is small, so that its rows show immediately. */
const firstBytes = 128 * 1024;
const pieceBytes = 1024 * 1024;

export interface Source extends RowFormat {
  readonly fd: number;
  /** The size when the file was opened; bytes added later are ignored. */
  readonly bytes: number;
  /** Otherwise it is UTF-16, or not text: nothing of it can be read. */
  readonly isText: boolean;
}

const headBytes = 64 * 1024;

export async function openSource(fd: number, bytes: number, format: TableFormat): Promise<Source> {
  const buffer = Buffer.alloc(Math.min(bytes, headBytes));
  const { bytesRead } = buffer.length > 0 ? await readAt(fd, buffer, 0, buffer.length, 0) : { bytesRead: 0 };
  const head = buffer.subarray(0, bytesRead);
  return { fd, bytes, format, rowEnd: rowEndOf(head, format), isText: isText(head) };
}

/** Old spreadsheets of the Mac end rows with a carriage return alone; then no cell without quotes holds a line feed. */
function rowEndOf(head: Buffer, format: TableFormat): number {
  if (!head.includes(carriageReturn)) return lineFeed;
  if (format !== 'csv') return head.includes(lineFeed) ? lineFeed : carriageReturn;
  let start = 0;
  for (let end = 0; end >= 0 && start < head.length; start = end + 1) {
    end = endOfCell(head, start, head.length, atCellStart, carriageReturn);
    const cell = head.subarray(start, end < 0 ? head.length : end);
    if (cell[0] !== quote && cell.includes(lineFeed)) return lineFeed;
    if (end < 0) break;
  }
  return carriageReturn;
}

export interface ScanListener {
  /** The row is `bytes[start, end)`, valid until the next call; `offset`: of `start` in the file. */
  row(bytes: Buffer, start: number, end: number, offset: number, cells: number, flaw: Flaw | undefined): void;
  /** Called after each piece with how much of the file is done. */
  piece?(doneBytes: number): void;
}

/** Rejects with the signal's reason between two pieces. */
export async function scanRows(source: Source, listener: ScanListener, signal?: AbortSignal): Promise<void> {
  const splitter = createSplitter(source, false);
  let buffer: Buffer = Buffer.allocUnsafeSlow(pieceBytes);
  let length = 0;
  /** The offset of the buffer's start in the file. */
  let base = 0;
  for (;;) {
    if (length === buffer.length) buffer = enlarge(buffer);
    const place = base + length;
    const wanted = place === 0 ? firstBytes : buffer.length - length;
    const count = Math.min(wanted, source.bytes - place);
    const { bytesRead } =
      count > 0 ? await readAt(source.fd, buffer, length, count, place) : { bytesRead: 0 };
    signal?.throwIfAborted();
    length += bytesRead;
    const isLast = bytesRead === 0 || base + length >= source.bytes;
    const skipped = base === 0 && buffer.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
    const next = splitter.split(buffer, skipped, length, isLast, (start, end, cells, flaw) =>
      listener.row(buffer, start, end, base + start, cells, flaw),
    );
    listener.piece?.(base + next);
    if (isLast) return;
    if (next > skipped) {
      buffer.copyWithin(0, next, length);
      base += next;
      length -= next;
    }
  }
}

function enlarge(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 2, maxRowBytes + 2 * pieceBytes));
  buffer.copy(larger);
  return larger;
}
