// The persons of an export as NDJSON, or as JSON with a person a line, each with its place in the file.
import { closeBracket, comma, lineFeed, openBracket } from '#exports/scan/bytes.ts';
import { createReadStream } from 'node:fs';
import { toExportError } from '#exports/files/exportError.ts';

/** So many persons take about 10 ms to compare; whatever else the process does waits for it. */
const readBytes = 256 * 1024;

export interface PersonLine {
  /** Without the line's end. */
  readonly bytes: Buffer;
  readonly start: number;
}

/** Lines of many persons at a time; empty lines are left out. Throws ExportError. */
export async function* readPersonLines(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<readonly PersonLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: readBytes, signal });
    for await (const chunk of chunks) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const lines: PersonLine[] = [];
      let from = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
        addLine(lines, bytes, { from, end, start });
        from = end + 1;
      }
      rest = bytes.subarray(from);
      start += from;
      yield lines;
    }
  } catch (error) {
    throw toExportError(error, file);
  }
  const last: PersonLine[] = [];
  addLine(last, rest, { from: 0, end: rest.length, start });
  if (last.length > 0) yield last;
}

/** Without the brackets and commas around the persons of a JSON list. */
function addLine(
  lines: PersonLine[],
  bytes: Buffer,
  { from, end, start }: { readonly from: number; readonly end: number; readonly start: number },
): void {
  const length = Math.max(0, bytes[end - 1] === comma ? end - from - 1 : end - from);
  const line = bytes.subarray(from, from + length);
  // `[`, `]`, and `[]` where there are no persons.
  const isFrame = length <= 2 && line.every((byte) => byte === openBracket || byte === closeBracket);
  if (!isFrame) lines.push({ bytes: line, start: start + from });
}
