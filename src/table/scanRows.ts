// Reads a file's rows from start to end, in constant memory.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import {
  byteOrderMark,
  carriageReturn,
  comma,
  lineFeed,
  pipe,
  quote,
  semicolon,
  tab,
} from '#exports/scan/byteCodes.ts';
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
  /** Where the rows begin: after a byte order mark, and after a line such as `sep=;`. */
  readonly firstByte: number;
}

const headBytes = 64 * 1024;

export async function openSource(fd: number, bytes: number, format: TableFormat): Promise<Source> {
  const buffer = Buffer.alloc(Math.min(bytes, headBytes));
  const { bytesRead } = buffer.length > 0 ? await readAt(fd, buffer, 0, buffer.length, 0) : { bytesRead: 0 };
  const head = buffer.subarray(0, bytesRead);
  const afterMark = head.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const rowEnd = rowEndOf(head, format);
  const named = format === 'csv' ? namedSeparator(head, afterMark, rowEnd) : undefined;
  const isWhole = bytesRead === bytes;
  return {
    ...{ fd, bytes, format, rowEnd, isText: isText(head) },
    firstByte: named?.end ?? afterMark,
    separator: named?.separator ?? separatorOf(head.subarray(afterMark), { format, rowEnd }, isWhole),
  };
}

/** Spreadsheets obey and write a first line such as `sep=;`. */
function namedSeparator(head: Buffer, start: number, rowEnd: number) {
  const lineEnd = head.indexOf(rowEnd, start);
  const line = head.toString('latin1', start, lineEnd < 0 ? head.length : lineEnd);
  const [, character] = /^"?sep=([^"\r\n])"?\r?$/i.exec(line) ?? [];
  if (character === undefined) return undefined;
  return { separator: character.charCodeAt(0), end: lineEnd < 0 ? head.length : lineEnd + 1 };
}

/** What separates cells, the likeliest first. */
const separators = [comma, semicolon, tab, pipe];
/** Rows that are looked at. */
const maxSampleRows = 100;

/**
 * The separator that splits the header and the most rows into equally many cells. A comma, if none splits the header: then
 * there is one column.
 */
function separatorOf(
  head: Buffer,
  { format, rowEnd }: Pick<RowFormat, 'format' | 'rowEnd'>,
  isWhole: boolean,
): number {
  let best = { separator: comma, equal: 0, cells: 1 };
  for (const separator of format === 'csv' ? separators : []) {
    const counts: number[] = [];
    createSplitter({ format, rowEnd, separator }, false).split(
      head,
      0,
      head.length,
      isWhole,
      (start, end, cells) => {
        if (end > start && counts.length < maxSampleRows) counts.push(cells);
      },
    );
    const [header = 0, ...rows] = counts;
    if (header < 2) continue;
    const equal = rows.length === 0 ? 1 : rows.filter((cells) => cells === header).length / rows.length;
    const isBetter =
      equal > best.equal || (equal === best.equal && header > best.cells && best.separator !== comma);
    if (best.cells < 2 || isBetter) best = { separator, equal, cells: header };
  }
  return best.separator;
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
