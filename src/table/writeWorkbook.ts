// Writes rows as a workbook of Excel with one sheet, in constant memory. Only plain short numbers become numbers: whatever
// Excel would change, such as long IDs, is text, and no text runs as a formula.
import type { FileHandle } from 'node:fs/promises';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { commaNumber, withPoint } from './commaNumbers.ts';

/** Excel's own limits. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxCellLength = 32_767;
const maxDigits = 15;
/** With a sign, a decimal comma and points between thousands. */
const maxMarkedDigits = maxDigits + 6;

/** Excel could not show all of it. */
class TooMuchForExcel extends Error {
  override readonly name = 'TooMuchForExcel';
  readonly kind: 'rows' | 'columns' | 'cell';
  /** The most that there may be. */
  readonly limit: number;
  /** The row of the cell, from 1. */
  readonly row: number | undefined;

  constructor(kind: 'rows' | 'columns' | 'cell', limit: number, row?: number) {
    super(`Excel takes no more than ${limit} (${kind}).`);
    this.kind = kind;
    this.limit = limit;
    this.row = row;
  }
}

interface WorkbookFacts {
  readonly rows: number;
  /** Those whose numbers have decimal commas. */
  readonly commaColumns: ReadonlySet<number>;
}

/** @param header undefined if columns have no names. Throws TooMuchForExcel. */
export async function writeWorkbook(
  file: FileHandle,
  header: readonly string[] | undefined,
  rows: AsyncIterable<readonly string[]>,
  { rows: count, commaColumns }: WorkbookFacts,
): Promise<void> {
  if (count + (header ? 1 : 0) > maxRows) throw new TooMuchForExcel('rows', maxRows);
  const areIds = (header ?? []).map(isIdName);
  const frozen = header ? { freezePane: { rows: 1 } } : {}; // the names stay in view
  for await (const bytes of writeXlsxStream(printRows(), { name: 'Rows', ...frozen }))
    await file.appendFile(bytes);

  async function* printRows(): AsyncGenerator<CellValue[]> {
    let row = 0;
    for await (const texts of header ? withFirst(header, rows) : rows) {
      if (texts.length > maxColumns) throw new TooMuchForExcel('columns', maxColumns);
      row++;
      yield texts.map((text, at) => {
        if (text.length > maxCellLength) throw new TooMuchForExcel('cell', maxCellLength, row);
        const isText = areIds[at] === true || (header !== undefined && row === 1);
        const number = isText ? undefined : numberOf(text, commaColumns.has(at));
        return number ?? (text === '' ? null : text.replaceAll(needsEscape, escaped));
      });
    }
  }
}

async function* withFirst<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** Whether a column has IDs, whose digits are not an amount: `user_id` and `userId`, but not `paid`. */
function isIdName(name: string): boolean {
  return /(?:^|[^a-z])(?:uu)?ids?(?:\.\d+)?$/i.test(name) || /[a-z\d](?:Id|ID|Uuid|UUID)s?$/.test(name);
}

/** Undefined for what Excel would round, shorten or take for something else. */
function numberOf(text: string, hasCommas: boolean): number | undefined {
  if (text.length > maxMarkedDigits) return undefined;
  if (hasCommas && !commaNumber.test(text)) return undefined;
  const plain = hasCommas ? withPoint(text) : text;
  const isPlain = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(plain);
  return isPlain && plain.replaceAll(/\D/g, '').length <= maxDigits && plain !== '-0'
    ? Number(plain)
    : undefined;
}

/** What XML has no letters for beside those that the library escapes, and what Excel would read as the code of such a letter. */
const needsEscape =
  /[\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escaped(letter: string): string {
  return `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
