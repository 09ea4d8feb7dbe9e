// The persons of an NDJSON export, each with its place in the file.
import { lineFeed } from '#exports/scan/bytes.ts';
import { createReadStream } from 'node:fs';
import { toExportError } from '#exports/files/exportError.ts';

/** So many persons take about 10 ms to compare; whatever else the process does waits for it. */
const readBytes = 256 * 1024;

/** `length` without the line's end. */
export interface PersonLine {
  readonly bytes: Buffer;
  readonly start: number;
  readonly length: number;
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
        if (end > from)
          lines.push({ bytes: bytes.subarray(from, end), start: start + from, length: end - from });
        from = end + 1;
      }
      rest = bytes.subarray(from);
      start += from;
      yield lines;
    }
  } catch (error) {
    throw toExportError(error, file);
  }
  if (rest.length > 0) yield [{ bytes: rest, start, length: rest.length }];
}
