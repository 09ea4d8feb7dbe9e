// Parses a row's bytes into cells.
import { CsvColumns, maxColumns, readCell } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';
import { atCellStart, endOfCell } from '#exports/scan/csvScanner.ts';
import type { RowFormat } from './rowSplitter.ts';
import { tableFormats } from './tableFormat.ts';

/** A row has none in it. */
const noRowEnd = -1;

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
}

export function createRowParser({ format, separator }: Pick<RowFormat, 'format' | 'separator'>): RowParser {
  return tableFormats[format].cells === 'csv' ? new CsvParser(separator) : new JsonParser();
}

class CsvParser implements RowParser {
  readonly columns: string[] = [];
  readonly #separator: number;

  constructor(separator: number) {
    this.#separator = separator;
  }

  addColumn(name: string): void {
    this.columns.push(name);
  }

  /** A CSV's columns are those of its header. */
  findColumns(): void {}

  /** Everything from the header's last column on is one cell, unparsed; without a header, from the last possible column on. */
  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    const last = (this.columns.length || maxColumns) - 1;
    let from = start;
    for (let column = 0; from < end; column++) {
      const cellEnd =
        column === last ? end : endOfCell(bytes, from, end, atCellStart, noRowEnd, this.#separator);
      const to = cellEnd < 0 ? end : cellEnd;
      if (to > from && (only < 0 || only === column)) emit(bytes, from, to, column, onCell);
      if (column === only) return;
      from = to + 1;
    }
  }
}

function emit(bytes: Uint8Array, from: number, to: number, column: number, onCell: CellListener): void {
  const text = readCell(bytes, from, to);
  if (text !== '') onCell(column, text);
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

  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    for (const [column, { text }] of flattenPerson(bytes.subarray(start, end), this.#columns)) {
      if (text !== '' && (only < 0 || only === column)) onCell(column, text);
    }
  }
}
