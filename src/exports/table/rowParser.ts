// From a row's bytes to its cells.
import { Bytes } from '../bytes.ts';
import { CsvColumns } from '../csvColumns.ts';
import { flattenPerson } from '../flattenPerson.ts';
import type { TableFormat } from './rows.ts';

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

function emit(bytes: Buffer, from: number, to: number, column: number, onCell: CellListener): void {
  const text = csvText(bytes, from, to);
  if (text !== '') onCell(column, text);
}

/** A cell's text without its quotes. */
export function csvText(bytes: Buffer, from: number, to: number): string {
  if (bytes[from] !== quote) return bytes.toString('utf8', from, to);
  const isClosed = to - from > 1 && bytes[to - 1] === quote;
  const inside = bytes.toString('utf8', from + 1, isClosed ? to - 1 : to);
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

/** Flattened as in the CSV of everyone, so that a table has the same columns and texts whatever the file's format. */
class JsonParser implements RowParser {
  readonly #found = new CsvColumns(() => undefined);
  readonly #row = new Bytes();

  get columns(): readonly string[] {
    return this.#found.names;
  }

  addColumn(name: string): void {
    this.#found.add(name);
  }

  findColumns(bytes: Buffer, start: number, end: number): void {
    this.#row.length = 0;
    flattenPerson(bytes.subarray(start, end), this.#found, this.#row);
  }

  cells(bytes: Buffer, start: number, end: number, onCell: CellListener, only = -1): void {
    this.findColumns(bytes, start, end);
    const row = this.#row;
    const { buffer, length } = row;
    let at = 0;
    const number = () => {
      let value = 0;
      for (let factor = 1; ; factor *= 0x80) {
        const byte = buffer[at++] ?? 0;
        value += (byte & 0x7f) * factor;
        if (byte < 0x80) return value;
      }
    };
    while (at < length) {
      const column = number();
      const count = number();
      if (count > 0 && (only < 0 || only === column)) emit(buffer, at, at + count, column, onCell);
      at += count;
    }
  }
}
