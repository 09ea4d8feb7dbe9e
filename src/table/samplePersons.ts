// The first persons of an export, for suggestions: a bounded read of any size of file.
import { open } from 'node:fs/promises';
import { readHeader } from './indexRows.ts';
import { createRowParser } from './rowParser.ts';
import { scanRows } from './scanRows.ts';
import { knownTableFormat, tableFormats } from './tableFormat.ts';

const maxBytes = 256 * 1024;
const prefix = 'properties.';

/**
 * The properties of each, as texts; those that are nested are left out. Empty where the file has no persons. Rejects where
 * it cannot be read.
 */
export async function samplePersons(file: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const format = knownTableFormat(file);
  if (!format) return [];
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const parser = createRowParser(format);
    const persons: Record<string, string>[] = [];
    let isHeader = tableFormats[format].hasHeader;
    const source = { fd: handle.fd, bytes: Math.min(size, maxBytes), format };
    await scanRows(source, {
      row(bytes, start, end, _offset, cells, flaw) {
        if (flaw) return;
        if (isHeader) {
          isHeader = false;
          return readHeader(parser, bytes, start, end, cells);
        }
        const person: Record<string, string> = {};
        parser.cells(bytes, start, end, (column, text) => {
          const name = parser.columns[column] ?? '';
          const property = name.slice(prefix.length);
          if (name.startsWith(prefix) && !property.includes('.')) person[property] = text;
        });
        persons.push(person);
      },
    });
    if (size > maxBytes) persons.pop(); // it is cut off
    return persons.filter((person) => Object.keys(person).length > 0);
  } finally {
    await handle.close();
  }
}
