// Persons as CSV: nested values flattened with dots, columns in alphabetical order, CRLF, null as empty.

import { textOf } from '../jsonText.ts';

/** Records of JSON as CSV, a text for every so many rows; nothing at all, not even a header, where there are none. */
export function formatCsv(records: readonly unknown[]): string[] {
  const rows = records.map((record) => flatten(record));
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  const columns = [...names].toSorted(byCodePoint);
  if (columns.length === 0) return [];
  const parts = [line(columns)];
  for (let from = 0; from < rows.length; from += 500) {
    const lines = rows
      .slice(from, from + 500)
      .map((row) => line(columns.map((column) => row.get(column) ?? '')));
    parts.push(lines.join(''));
  }
  return parts;
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

/** `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`; a fraction stays where there is one. */
function spaced(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00');
}

function line(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** As strings of code points, not of UTF-16 units. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
