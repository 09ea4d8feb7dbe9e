// Opens a file as rows: what its beginning says about it, and in UTF-8 if its bytes cannot be scanned as they are.
import { close, open, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { removeFile } from '#disk/moveFile.ts';
import {
  byteOrderMark,
  carriageReturn,
  lineFeed,
  openBrace,
  openBracket,
  space,
} from '#exports/scan/byteCodes.ts';
import { isText } from '#exports/scan/isText.ts';
import { endOfValue, unfinished } from '#exports/scan/jsonScanner.ts';
import { cellMarksOf, type ChosenDialect, recognizeDialect } from './dialect.ts';
import { decodeWindows1252, type Encoding, encodingOf, hasUtf8Mark } from './encodings.ts';
import { readAt, type Source } from './scanRows.ts';
import { createScratchFile } from './scratchFile.ts';
import { type TableFormat, tableFormats } from './tableFormat.ts';

export interface OpenSourceOptions {
  /** By the file's name; the file itself decides between the formats of JSON. */
  readonly format: TableFormat;
  /** What a person says about the file. */
  readonly chosen?: ChosenDialect | undefined;
  /** For a copy in UTF-8; a file that needs one is not read without. */
  readonly scratchDirectory?: string;
}

interface OpenedSource {
  readonly source: Source;
  /** Closes the source's file, and removes it if it is a copy. */
  readonly dispose: () => Promise<void>;
}

const headBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

/** Takes over `fd`, unless it rejects: the disk cannot be read or written. */
export async function openSource(
  fd: number,
  bytes: number,
  { format: named, chosen = {}, scratchDirectory }: OpenSourceOptions,
): Promise<OpenedSource> {
  const head = await readHead(fd, bytes);
  const isOwnChoice = chosen.encoding !== undefined;
  const encoding = chosen.encoding ?? encodingOf(head);
  const needsCopy =
    encoding.startsWith('utf16') || (encoding !== 'utf8' && tableFormats[named].cells === 'json');
  const copy =
    needsCopy && scratchDirectory !== undefined
      ? await copyDecoded(fd, bytes, encoding, scratchDirectory)
      : undefined;
  const text = copy ? await readHead(copy.fd, copy.bytes) : head;
  const whole = copy?.bytes ?? bytes;
  const format = formatOf(text, named);
  const { dialect, firstByte } = recognizeDialect(text, {
    format,
    encoding,
    isWhole: text.length === whole,
    chosen,
  });
  if (copy) await promisify(close)(fd);
  return {
    source: {
      fd: copy?.fd ?? fd,
      bytes: whole,
      format,
      dialect,
      firstByte,
      isText: isText(encoding.startsWith('utf16') ? text : head),
      isEncodingOpen: !isOwnChoice && encoding === 'utf8' && text.every((byte) => byte < 0x80),
      textEncoding: copy ? 'utf8' : encoding,
      marks: cellMarksOf(dialect),
    },
    dispose: copy?.dispose ?? (() => promisify(close)(fd)),
  };
}

async function readHead(fd: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(bytes, headBytes));
  if (buffer.length === 0) return buffer;
  const { bytesRead } = await readAt(fd, buffer, 0, buffer.length, 0);
  return buffer.subarray(0, bytesRead);
}

/** An object a line in a `.json` file, which many programs write, is NDJSON; a list in an `.ndjson` file is JSON. */
function formatOf(head: Buffer, named: TableFormat): TableFormat {
  if (named === 'csv') return named;
  const at = skipSpaces(head, hasUtf8Mark(head) ? byteOrderMark.length : 0);
  const end = endOfValue(head, at, head.length);
  if (head[at] === openBracket) {
    const isAlone = end === unfinished || (end > 0 && skipSpaces(head, end) === head.length);
    return isAlone ? 'json' : named;
  }
  if (head[at] !== openBrace || end < 0) return named;
  const next = skipSpaces(head, end);
  const isLine = !hasLineEnd(head.subarray(at, end)) && hasLineEnd(head.subarray(end, next));
  return isLine && head[next] === openBrace ? 'ndjson' : named;
}

function skipSpaces(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= space) at++;
  return at;
}

function hasLineEnd(bytes: Buffer): boolean {
  return bytes.includes(lineFeed) || bytes.includes(carriageReturn);
}

/** A byte that no UTF-8 text has stands for what is no letter in the file, so that its row is found and named. */
const noLetter = Buffer.from([0xff]);
const loneSurrogates = /([\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF])/;

/** A temporary file with the same text in UTF-8. */
async function copyDecoded(fd: number, bytes: number, encoding: Encoding, directory: string) {
  const path = await createScratchFile(directory, 'utf8');
  const copy = await promisify(open)(path, 'wx+', 0o600);
  const dispose = async (): Promise<void> => {
    await promisify(close)(copy);
    await removeFile(path);
  };
  try {
    let written = 0;
    for await (const text of readTexts(fd, bytes, encoding)) {
      for (let done = 0; done < text.length;) {
        const { bytesWritten } = await promisify(write)(copy, text, done, text.length - done, written);
        done += bytesWritten;
        written += bytesWritten;
      }
    }
    return { fd: copy, bytes: written, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function* readTexts(fd: number, bytes: number, encoding: Encoding): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let kept = 0; // bytes of a letter that goes on in the next piece
  for (let at = 0; at < bytes;) {
    const { bytesRead } = await promisify(read)(
      fd,
      piece,
      kept,
      Math.min(piece.length - kept, bytes - at),
      at,
    );
    if (bytesRead === 0) break; // the file has become shorter
    at += bytesRead;
    const length = kept + bytesRead;
    const end = at < bytes ? wholeLetters(piece, length, encoding) : length;
    yield toUtf8(piece, end, encoding);
    piece.copyWithin(0, end, length);
    kept = length - end;
  }
}

/** How much of a piece ends with a letter. */
function wholeLetters(piece: Buffer, length: number, encoding: Encoding): number {
  if (!encoding.startsWith('utf16')) return length;
  const even = length - (length % 2);
  if (even < 2) return even;
  const last = encoding === 'utf16le' ? piece.readUInt16LE(even - 2) : piece.readUInt16BE(even - 2);
  return last >= 0xd800 && last < 0xdc00 ? even - 2 : even;
}

function toUtf8(piece: Buffer, end: number, encoding: Encoding): Buffer {
  if (encoding === 'windows1252') return Buffer.from(decodeWindows1252(piece, 0, end));
  const even = end - (end % 2);
  const units = Buffer.from(piece.subarray(0, even));
  const text = (encoding === 'utf16be' ? units.swap16() : units).toString('utf16le');
  const isWhole = even === end;
  if (isWhole && text.isWellFormed()) return Buffer.from(text);
  const parts = text
    .split(loneSurrogates)
    .map((part) => (part.isWellFormed() ? Buffer.from(part) : noLetter));
  return Buffer.concat(isWhole ? parts : [...parts, noLetter]);
}
