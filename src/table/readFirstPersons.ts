// The first persons of an export, for suggestions: a bounded read of any size of file.
import { open } from 'node:fs/promises';
import { readHeader } from './indexRows.ts';
import { createRowParser, type RowParser } from './rowParser.ts';
import { openSource, scanRows } from './scanRows.ts';
import { knownTableFormat, tableFormats } from './tableFormat.ts';

const maxBytes = 256 * 1024;
const prefix = 'properties.';

/**
 * The properties of each, as JSON has them; of a CSV all are texts but booleans, without those that are nested. Empty if
 * the file has no persons. Rejects if it cannot be read.
 */
export async function readFirstPersons(file: string): Promise<readonly unknown[]> {
  const format = knownTableFormat(file);
  if (!format) return [];
  const { hasHeader, cells: cellFormat } = tableFormats[format];
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const persons: unknown[] = [];
    let isHeader = hasHeader;
    const source = await openSource(handle.fd, Math.min(size, maxBytes), format);
    const parser = createRowParser(source);
    await scanRows(source, {
      row(bytes, start, end, offset, cells, flaw) {
        if (flaw || (offset + end - start === maxBytes && size > maxBytes)) return; // maybe cut off
        if (isHeader) {
          isHeader = false;
          return readHeader(parser, bytes, start, end, cells);
        }
        const row = bytes.subarray(start, end);
        persons.push(cellFormat === 'json' ? propertiesOf(row) : propertiesInCells(row, parser));
      },
    });
    return persons.filter((properties) => properties !== undefined);
  } finally {
    await handle.close();
  }
}

/** Undefined if the row is no person in JSON. */
function propertiesOf(row: Buffer): unknown {
  try {
    const person: unknown = JSON.parse(row.toString());
    return typeof person === 'object' && person !== null && 'properties' in person
      ? person.properties
      : undefined;
  } catch {
    return undefined; // cut off, or with NaN
  }
}

function propertiesInCells(row: Buffer, parser: RowParser): Readonly<Record<string, unknown>> | undefined {
  const found: [string, unknown][] = [];
  parser.cells(row, 0, row.length, (column, text) => {
    const name = parser.columns[column] ?? '';
    const property = name.slice(prefix.length);
    if (name.startsWith(prefix) && !property.includes('.'))
      found.push([property, booleans.get(text) ?? text]);
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Booleans as services write them in a CSV. A condition with such a text matches nobody. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['True', true],
  ['False', false],
]);
