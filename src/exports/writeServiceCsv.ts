// The service's own CSV: one request, straight from the socket to the disk.
import { ApiError } from '#api/apiError.ts';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { isUnbounded } from '#api/http/responseHeaders.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { byteOrderMark, carriageReturn } from '#exports/scan/byteCodes.ts';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { countCells, endOfRow, unfinishedInQuotes } from '#exports/scan/csvScanner.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { ExportOptions } from './exportOptions.ts';
import type { ProgressReporter } from './exportProgress.ts';
import { emptyTally, type ExportResult, finishExport, type WrittenExport } from './exportResult.ts';

export async function writeServiceCsv(
  options: ExportOptions,
  progress: ProgressReporter,
): Promise<ExportResult> {
  const { cohorts, cohortId, signal } = options;
  const part = await createPartFile(options.directory, options.fileName);
  try {
    const response = await cohorts.openPersons(cohortId, {
      format: 'csv',
      signal,
      onWait: (wait) => progress.wait(wait),
    });
    return await finishExport(options, { part, ...(await writeBody(response, part, progress)) });
  } catch (error) {
    await part.discard();
    throw error;
  }
}

/** No request asks for compression, but some proxies compress anyway. */
const gzipStart = [0x1f, 0x8b];

type Body = Omit<WrittenExport, 'part'>;

async function writeBody(
  response: StreamedResponse,
  part: PartFile,
  progress: ProgressReporter,
): Promise<Body> {
  let reader: BodyReader | undefined;
  for await (const chunk of response.body) {
    reader ??= chooseReader(chunk, response.headers);
    reader?.push(chunk);
    part.append(chunk);
    progress.report(reader?.rows() ?? 0, part.bytes);
    if (part.isFull) await part.drained();
  }
  return reader === undefined ? { rows: 0, notes: [], tally: emptyTally, isCountable: true } : reader.end();
}

interface BodyReader {
  push(chunk: Uint8Array): void;
  rows(): number;
  /** Throws `incomplete` where the body stops in the middle. */
  end(): Body;
}

/** Undefined while there is only white space to go by. Throws if the response can be no persons. */
function chooseReader(first: Uint8Array, headers: StreamedResponse['headers']): BodyReader | undefined {
  const contentType = headers['content-type'] ?? '';
  if (gzipStart.every((byte, index) => first[index] === byte)) {
    throw new ApiError('unexpected', 'The response is compressed, which was not requested.', { status: 200 });
  }
  const start = Buffer.from(first.subarray(0, 256)).toString('latin1').trimStart();
  if (/\bhtml\b/i.test(contentType) || start.startsWith('<')) {
    throw new ApiError('notJson', 'The response is a web page, not CSV.', { status: 200 });
  }
  if (start === '') return undefined;
  const isJson = start.startsWith('{') || (start.startsWith('[') && /\bjson\b/i.test(contentType));
  return isJson ? readJson() : readCsv(isUnbounded(headers));
}

/** Where an early end cannot be seen, a last row without its line's end may be half a row. */
function readCsv(mayEndEarly: boolean): BodyReader {
  const counter = new CsvRowCounter();
  return {
    push: (chunk) => counter.push(chunk),
    rows: () => withoutHeader(counter.rows),
    end() {
      const { rows, endsAtRow, hasFinalLineEnd } = counter.end();
      if (!endsAtRow || (mayEndEarly && !hasFinalLineEnd))
        throw new ApiError('incomplete', 'The CSV ends in the middle of a row.', { status: 200 });
      return { rows: withoutHeader(rows), notes: [], tally: emptyTally, isCountable: true };
    },
  };
}

/** The interface shows a Cohort-shaped object as the response, and some deployments may not know CSV. */
function readJson(): BodyReader {
  let rows = 0;
  const scanner = new PageScanner(() => rows++);
  return {
    push: (chunk) => scanner.push(chunk),
    rows: () => rows,
    end() {
      const { kind, isWhole } = scanner.end();
      if (kind === 'other')
        throw new ApiError('notJson', 'The response is neither CSV nor JSON.', {
          status: 200,
          code: 'malformed',
        });
      if (!isWhole) throw new ApiError('incomplete', 'The response ended early.', { status: 200 });
      const note = kind === 'object' ? 'cohortShaped' : 'notCsv';
      return { rows, notes: [note], tally: emptyTally, isCountable: false, extension: 'json' };
    },
  };
}

function withoutHeader(rows: number): number {
  return Math.max(0, rows - 1);
}

interface CsvEnd {
  /** Rows that hold anything, the header included. */
  readonly rows: number;
  /** The last row has its line's end. Not every writer gives the very last one. */
  readonly hasFinalLineEnd: boolean;
  /** False when the body stops inside quotes, or in a last row without line's end that has fewer cells than the header. */
  readonly endsAtRow: boolean;
}

/** A longer row counts as broken: a quote that is never closed would keep the rest of the file in memory. */
const maxRowBytes = 16 * 1024 * 1024;

/** Counts the rows of a CSV as its bytes pass by, and finds whether it ends where a row does. */
export class CsvRowCounter {
  /** Whole rows so far, the header included. */
  rows = 0;
  #headerCells: number | undefined;
  #isStart = true;
  readonly #joiner = new ChunkJoiner((bytes) => this.#scan(bytes));

  /** Throws ApiError for a row without an end. */
  push(chunk: Uint8Array): void {
    this.#joiner.push(chunk);
    if (this.#joiner.length > maxRowBytes)
      throw new ApiError('unexpected', 'The CSV has more than 16 MB without the end of a row.', {
        status: 200,
      });
  }

  end(): CsvEnd {
    const last = this.#joiner.end();
    if (isEmptyLine(last, 0, last.length)) return { rows: this.rows, hasFinalLineEnd: true, endsAtRow: true };
    const start = this.#startIn(last);
    const cells = countCells(last, start, last.length);
    const endsAtRow =
      endOfRow(last, start, last.length) !== unfinishedInQuotes && cells === (this.#headerCells ?? cells);
    return { rows: this.rows + Number(endsAtRow), hasFinalLineEnd: false, endsAtRow };
  }

  /** Counts the rows that are whole. */
  #scan(bytes: Uint8Array): number {
    let start = 0;
    let cellStart = this.#startIn(bytes);
    for (;;) {
      const end = endOfRow(bytes, cellStart, bytes.length);
      if (end < 0) return start;
      if (!isEmptyLine(bytes, start, end)) {
        this.rows++;
        this.#headerCells ??= countCells(bytes, cellStart, end);
      }
      this.#isStart = false;
      start = end + 1;
      cellStart = start;
    }
  }

  /** Where the first cell begins: the mark at the file's start is none of it. */
  #startIn(bytes: Uint8Array): number {
    const isMarked = this.#isStart && byteOrderMark.every((byte, at) => bytes[at] === byte);
    return isMarked ? byteOrderMark.length : 0;
  }
}

/** A line with nothing on it is not a row. */
function isEmptyLine(bytes: Uint8Array, start: number, end: number): boolean {
  return start === end || (end - start === 1 && bytes[start] === carriageReturn);
}
