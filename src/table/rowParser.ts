// From a row's bytes to its cells.
import { Cells } from '#exports/csv/cells.ts';
import { CsvColumns } from '#exports/csv/columns.ts';
import { cellText } from '#exports/csv/csvFile.ts';
import { flattenPerson } from '#exports/csv/flattenPerson.ts';
import type { TableFormat } from './rowSplitter.ts';

/** Told of each cell that holds anything. */
export type CellListener = (column: number, text: string) => void;

export interface RowParser {
  /** By number, in the order in which they were found. A CSV's are those of its header. */
  readonly columns: readonly string[];
  /** A column that was found elsewhere; to be called in the order of their numbers. */
  addColumn(name: string): void;
  /** Finds the columns of a row without making texts of its cells. */
  findColumns(bytes: Buffer, start: number, end: number): void;
  /** A column may come twice; the later text counts. `only` leaves out all columns but one. */
  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only?: number): void;
}

export function createRowParser(format: TableFormat): RowParser {
  return format === 'csv' ? new CsvParser() : new JsonParser();
}

const quote = 0x22;
const comma = 0x2c;

class CsvParser implements RowParser {
  readonly columns: string[] = [];

  addColumn(name: string): void {
    this.columns.push(name);
  }

  /** A CSV's columns are those of its header. */
  findColumns(): void {}

  /** What stands behind the header's last column is one cell, as it came. */
  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    const last = this.columns.length - 1;
    let column = 0;
    let from = start;
    let isQuoted = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > comma) continue;
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === comma && !isQuoted && column !== last) {
        if (at > from && (only < 0 || only === column)) emit(bytes, from, at, column, onCell);
        if (column === only) return;
        column++;
        from = at + 1;
      }
    }
    if (end > from && (only < 0 || only === column)) emit(bytes, from, end, column, onCell);
  }
}

function emit(bytes: Uint8Array, from: number, to: number, column: number, onCell: CellListener): void {
  const text = cellText(bytes, from, to);
  if (text !== '') onCell(column, text);
}

/** Flattened as in the CSV of everyone, so that a table has the same columns and texts whatever the file's format. */
class JsonParser implements RowParser {
  readonly #found = new CsvColumns();
  readonly #cells = new Cells();

  get columns(): readonly string[] {
    return this.#found.names;
  }

  addColumn(name: string): void {
    this.#found.add(name);
  }

  findColumns(bytes: Buffer, start: number, end: number): void {
    flattenPerson(bytes.subarray(start, end), this.#found, this.#cells);
  }

  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    this.findColumns(bytes, start, end);
    this.#cells.each((column, cellBytes, from, to) => {
      if (only < 0 || only === column) emit(cellBytes, from, to, column, onCell);
    });
  }
}
