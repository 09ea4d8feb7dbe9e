// The first persons of an export, for suggestions: a bounded read of any size of file.
import { close, fstat, open } from 'node:fs';
import { promisify } from 'node:util';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { readHeader } from './indexRows.ts';
import { createRowParser, type RowParser } from './rowParser.ts';
import { openSource } from './openSource.ts';
import { scanRows } from './scanRows.ts';
import { knownTableFormat } from './tableFormat.ts';

const maxBytes = 256 * 1024;
const prefix = 'properties.';

/**
 * The properties of each, as JSON has them; of a CSV all are texts but booleans, without those that are nested. Empty if
 * the file has no persons. Rejects if it cannot be read.
 */
export async function readFirstPersons(file: string): Promise<readonly unknown[]> {
  const format = knownTableFormat(file);
  if (!format) return [];
  const fd = await promisify(open)(file, 'r');
  let dispose = () => promisify(close)(fd);
  try {
    const { size } = await promisify(fstat)(fd);
    const persons: unknown[] = [];
    const opened = await openSource(fd, Math.min(size, maxBytes), { format });
    const { source } = opened;
    ({ dispose } = opened);
    const parser = createRowParser(source, source.textEncoding);
    let isHeader = source.dialect.hasHeader;
    await scanRows(source, {
      row(bytes, start, end, offset, cells, flaw) {
        if (flaw || (offset + end - start === maxBytes && size > maxBytes)) return; // maybe cut off
        if (isHeader) {
          isHeader = false;
          return readHeader(parser, bytes, start, end, cells, true);
        }
        const row = bytes.subarray(start, end);
        persons.push(format === 'csv' ? propertiesInCells(row, parser) : propertiesOf(row));
      },
    });
    return persons.filter((properties) => properties !== undefined);
  } finally {
    await dispose();
  }
}

/** Undefined if the row is no person in JSON. */
function propertiesOf(row: Buffer): unknown {
  try {
    const person: unknown = parseKeepingLong(row.toString());
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
