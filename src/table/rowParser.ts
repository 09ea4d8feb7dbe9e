// Parses a row's bytes into cells.
import { CsvColumns, utf8Text, maxColumns, readCell, restColumn } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';
import { atCellStart, type CellMarks, endOfCell } from '#exports/scan/csvScanner.ts';
import { decodeWindows1252, type Encoding } from './encodings.ts';
import type { RowFormat } from './rowSplitter.ts';
import { tableFormats } from './tableFormat.ts';

/** Called for each cell that holds anything. */
type CellListener = (column: number, text: string) => void;

export interface RowParser {
  /** Names by the columns' numbers, in the order in which they were found. A CSV's are those of its header. */
  readonly columns: readonly string[];
  /** Adds a column that another parser found; to be called in the order of their numbers. */
  addColumn(name: string): void;
  /** Finds the columns of a row. */
  findColumns(bytes: Buffer, start: number, end: number): void;
  /** A column may come twice; the later text counts. `only`: the one column wanted. */
  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only?: number): void;
  /** A row as text. */
  text(bytes: Buffer, start: number, end: number): string;
  /** From now on; to be called before a row with letters beyond ASCII. */
  decodeAs(encoding: Encoding): void;
}

export function createRowParser({ format, marks }: RowFormat, encoding: Encoding): RowParser {
  return tableFormats[format].cells === 'csv' ? new CsvParser(marks, encoding) : new JsonParser();
}

class CsvParser implements RowParser {
  readonly columns: string[] = [];
  readonly #marks: CellMarks;
  #decode = utf8Text;

  constructor(marks: CellMarks, encoding: Encoding) {
    this.#marks = { ...marks, rowEnd: -1 }; // a row has none in it
    this.decodeAs(encoding);
  }

  decodeAs(encoding: Encoding): void {
    this.#decode = encoding === 'windows1252' ? decodeWindows1252 : utf8Text;
  }

  addColumn(name: string): void {
    this.columns.push(name);
  }

  /** Those of its header, and one without a name for each filled cell beyond. */
  findColumns(bytes: Buffer, start: number, end: number): void {
    let last = -1;
    this.cells(bytes, start, end, (column) => (last = column));
    while (this.columns.length <= last)
      this.addColumn(this.columns.length === maxColumns - 1 ? restColumn : '');
  }

  /** Everything from the last possible column on is one cell, unparsed. */
  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    let from = start;
    for (let column = 0; from < end; column++) {
      const isRest = column === maxColumns - 1;
      if (isRest && isEmptyRest(bytes, from, end, this.#marks)) return;
      const cellEnd = isRest ? end : endOfCell(bytes, from, end, atCellStart, this.#marks);
      const to = cellEnd < 0 ? end : cellEnd;
      if (to > from && (only < 0 || only === column)) this.#emit(bytes, from, to, column, onCell);
      if (column === only) return;
      from = to + 1;
    }
  }

  text(bytes: Buffer, start: number, end: number): string {
    return this.#decode(bytes, start, end);
  }

  #emit(bytes: Buffer, from: number, to: number, column: number, onCell: CellListener): void {
    const text = readCell(bytes, from, to, this.#marks.quote, this.#decode);
    if (text !== '') onCell(column, text);
  }
}

/** Separators alone hold nothing. */
function isEmptyRest(bytes: Buffer, from: number, end: number, { separator }: CellMarks): boolean {
  let at = from;
  while (at < end && bytes[at] === separator) at++;
  return at >= end;
}

/** Flattened as in the CSV of all persons, so that a table has the same columns and texts in every format. */
class JsonParser implements RowParser {
  readonly #columns = new CsvColumns();

  get columns(): readonly string[] {
    return this.#columns.names;
  }

  addColumn(name: string): void {
    this.#columns.restore(name);
  }

  findColumns(bytes: Buffer, start: number, end: number): void {
    addColumnsOf(bytes.subarray(start, end), this.#columns);
  }

  text(bytes: Buffer, start: number, end: number): string {
    return utf8Text(bytes, start, end);
  }

  /** JSON is UTF-8, or was made so. */
  decodeAs(): void {}

  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    for (const [column, { text }] of flattenPerson(bytes.subarray(start, end), this.#columns)) {
      if (text !== '' && (only < 0 || only === column)) onCell(column, text);
    }
  }
}
