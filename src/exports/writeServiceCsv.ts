// The service's own CSV: one request, straight from the socket to the disk.
import { ApiError } from '#api/apiError.ts';
import type { StreamedResponse } from '#api/clientTypes.ts';
import { isUnbounded } from '#api/http/responseHeaders.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { byteOrderMark, carriageReturn } from '#exports/scan/byteCodes.ts';
import {
  atCellStart,
  countCells,
  endOfRow,
  unfinishedCell,
  unfinishedInQuotes,
} from '#exports/scan/csvScanner.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { ExportOptions } from './exportOptions.ts';
import type { ProgressReporter } from './exportProgress.ts';
import { emptyTally, type WrittenExport } from './exportResult.ts';

export async function writeServiceCsv(
  options: ExportOptions,
  progress: ProgressReporter,
): Promise<WrittenExport> {
  const { cohorts, cohortId, signal } = options;
  const part = await createPartFile(options.directory, options.fileName);
  try {
    const response = await cohorts.openPersons(cohortId, {
      format: 'csv',
      signal,
      onWait: (wait) => progress.wait(wait),
    });
    return { part, ...(await writeBody(response, part, progress)) };
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

/** Counts the rows of a CSV as its bytes pass by, and finds whether it ends where a row does. */
export class CsvRowCounter {
  /** Whole rows so far, the header included. */
  rows = 0;
  #headerCells: number | undefined;
  /** Cells of the current row in the chunks read so far. */
  #cells = 1;
  /** What the chunks read so far ended with. */
  #state = atCellStart;
  /** Bytes of a byte order mark so far; undefined once the file's start is over. */
  #markBytes: number | undefined = 0;
  /** Bytes of the running row so far, and whether the last one is a carriage return. */
  #length = 0;
  #endsInReturn = false;

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    let start = this.#skipMark(chunk);
    while (start < length) {
      const end = endOfRow(chunk, start, length, this.#state);
      const stop = end < 0 ? length : end;
      // Only the header's cells count, and the last row's, which may be this one.
      if (end < 0 || this.#headerCells === undefined)
        this.#cells += countCells(chunk, start, stop, this.#state) - 1;
      if (stop > start) this.#endsInReturn = chunk[stop - 1] === carriageReturn;
      this.#length += stop - start;
      this.#state = end < 0 ? end : atCellStart;
      if (end >= 0) this.#endRow();
      start = stop + 1;
    }
  }

  /** Returns the index after what `chunk` has of a mark. */
  #skipMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#markBytes !== undefined && at < chunk.length) {
      if (chunk[at] === byteOrderMark[this.#markBytes]) {
        at++;
        this.#length++;
        this.#markBytes++;
        if (this.#markBytes === byteOrderMark.length) this.#markBytes = undefined;
      } else {
        if (this.#markBytes > 0) this.#state = unfinishedCell; // it was a letter
        this.#markBytes = undefined;
      }
    }
    return at;
  }

  end(): CsvEnd {
    const isWholeRow =
      this.#state !== unfinishedInQuotes && this.#cells === (this.#headerCells ?? this.#cells);
    const isOpen = !this.#isEmptyLine;
    return {
      rows: this.rows + (isOpen && isWholeRow ? 1 : 0),
      hasFinalLineEnd: !isOpen,
      endsAtRow: !isOpen || isWholeRow,
    };
  }

  /** A line with nothing on it is not a row. */
  #endRow(): void {
    if (!this.#isEmptyLine) {
      this.rows++;
      this.#headerCells ??= this.#cells;
    }
    this.#cells = 1;
    this.#length = 0;
    this.#endsInReturn = false;
  }

  get #isEmptyLine(): boolean {
    return this.#length === 0 || (this.#length === 1 && this.#endsInReturn);
  }
}
