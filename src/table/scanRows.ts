// Reads a file's rows from start to end, in constant memory.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { byteOrderMark } from '#exports/scan/byteCodes.ts';
import { createSplitter, longestRowBytes, type Flaw } from './rowSplitter.ts';
import type { TableFormat } from './tableFormat.ts';

export const readAt = promisify(read);

/** The first piece is small, so that its rows show immediately. */
const firstBytes = 128 * 1024;
const pieceBytes = 1024 * 1024;

export interface Source {
  readonly fd: number;
  /** The size when the file was opened; bytes added later are ignored. */
  readonly bytes: number;
  readonly format: TableFormat;
}

export interface ScanListener {
  /** The row is `bytes[start, end)`, valid until the next call; `offset`: of `start` in the file. */
  row(bytes: Buffer, start: number, end: number, offset: number, cells: number, flaw: Flaw | undefined): void;
  /** Called after each piece with how much of the file is done. */
  piece?(doneBytes: number): void;
}

/** Rejects with the signal's reason between two pieces. */
export async function scanRows(source: Source, listener: ScanListener, signal?: AbortSignal): Promise<void> {
  const splitter = createSplitter(source.format, false);
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
  const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 2, longestRowBytes + 2 * pieceBytes));
  buffer.copy(larger);
  return larger;
}
