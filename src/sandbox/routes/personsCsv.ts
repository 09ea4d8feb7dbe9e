// Persons as CSV: nested values flattened with dots, columns in alphabetical order, CRLF, null as empty.

import { textOf } from '#sandbox/json/jsonValue.ts';

/** The column names of the records, unordered. */
export function findColumns(records: readonly unknown[]): Set<string> {
  return new Set(records.flatMap((record) => [...flatten(record).keys()]));
}

export function sortColumns(columns: Iterable<string>): string[] {
  return [...columns].toSorted(byCodePoint);
}

export function formatHeader(columns: readonly string[]): string {
  return line(columns);
}

export function formatRows(columns: readonly string[], records: readonly unknown[]): string {
  const rows = records.map((record) => {
    const cells = flatten(record);
    return line(columns.map((column) => cells.get(column) ?? ''));
  });
  return rows.join('');
}

function flatten(record: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const visit = (value: unknown, column: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) visit(part, column === '' ? key : `${column}.${key}`);
    } else {
      cells.set(column, column === 'created_at' ? spaced(String(value)) : cell(value));
    }
  };
  visit(record, '');
  return cells;
}

function cell(value: unknown): string {
  if (value === null) return '';
  if (value === true) return 'True';
  if (value === false) return 'False';
  return textOf(value);
}

/** `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`; keeps a fraction that is not zero. */
function spaced(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00');
}

function line(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Compares by code points, not by UTF-16 units. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
