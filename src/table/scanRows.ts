// Reads a file's rows from start to end, in constant memory.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { Dialect } from './dialect.ts';
import type { Encoding } from './encodings.ts';
import { createSplitter, maxRowBytes, type Flaw, type RowFormat } from './rowSplitter.ts';

export const readAt = promisify(read);

/** The first piece is small, so that its rows show immediately. */
const firstBytes = 128 * 1024;
const pieceBytes = 1024 * 1024;

export interface Source extends RowFormat {
  readonly fd: number;
  /** The size when the file was opened; bytes added later are ignored. */
  readonly bytes: number;
  readonly dialect: Dialect;
  /** That of the bytes that are read: a copy in UTF-8 has another one than its file. */
  readonly textEncoding: Encoding;
  /** The beginning is ASCII, so that a later row decides between UTF-8 and Windows-1252. */
  readonly isEncodingOpen: boolean;
  /** Otherwise nothing of it can be read. */
  readonly isText: boolean;
  /** Where the rows begin: after a byte order mark, and after a line such as `sep=;`. */
  readonly firstByte: number;
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
    const skipped = base === 0 ? Math.min(source.firstByte, length) : 0;
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
