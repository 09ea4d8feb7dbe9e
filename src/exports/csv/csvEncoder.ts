// A CSV of everyone. Its columns are known only at the end, but nearly all of them from the first page: that one is held
// back, and rows are written under its columns in order. What is found later takes its place in the rows from there on, and
// those before get their empty cells at the end.
import { Cells, createRowWriter } from './cells.ts';
import { CsvColumns } from './columns.ts';
import { cellText, quotedCell, readCsvRows } from './csvFile.ts';
import type { CsvRow } from './csvFile.ts';
import { joinSegments } from './segments.ts';
import type { Encoder } from '#exports/encoders.ts';
import { flattenPerson, flattenPersonAt } from './flattenPerson.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import type { ExportOptions } from '#exports/types.ts';

/** A first page of more than that is not held back to its end. */
const mostHeldBytes = 4 * 1024 * 1024;

export function createCsvEncoder(options: ExportOptions, part: PartFile): Encoder {
  /** As columns stand in the row that is written next. */
  const order: number[] = [];
  const segments: { readonly from: number; readonly names: string[] }[] = [];
  let held: Uint8Array[] | undefined = [];
  let heldBytes = 0;
  const columns = new CsvColumns((column, name) => {
    if (held !== undefined) return;
    columns.insert(column, order);
    const last = segments.at(-1);
    if (last?.from === part.bytes) last.names.push(name);
    else segments.push({ from: part.bytes, names: [name] });
  });
  const cells = new Cells();
  const writeRow = createRowWriter(order);
  /** The end of the person whose cells are there already. */
  let measuredEnd = -1;

  function flatten(person: Uint8Array): void {
    const isMeasured =
      measuredEnd >= 0 &&
      cells.bytes.buffer === person.buffer &&
      cells.bytes.byteOffset + measuredEnd === person.byteOffset + person.length;
    if (!isMeasured) flattenPerson(person, columns, cells);
    measuredEnd = -1;
  }

  /** The columns so far are the header's. */
  function release(): void {
    if (held === undefined || columns.names.length === 0) return;
    const persons = held;
    held = undefined;
    order.push(...columns.sorted());
    part.append(headerOf(columns, order));
    segments.push({ from: part.bytes, names: [...columns.names] });
    for (const person of persons) {
      flattenPerson(person, columns, cells);
      part.appendCopy(writeRow(cells, person.length));
    }
  }

  return {
    get segments() {
      return segments.map(({ from, names }) => ({ from, names: [...names] }));
    },
    measure(bytes, start) {
      const end = flattenPersonAt(bytes, start, columns, cells);
      measuredEnd = end;
      return end;
    },
    write(person) {
      flatten(person);
      if (held === undefined) {
        part.appendCopy(writeRow(cells, person.length));
        return;
      }
      held.push(person);
      heldBytes += person.length;
      if (heldBytes > mostHeldBytes) release();
    },
    endPage: release,
    async replay(written, onPerson) {
      for (const [index, { from, names }] of written.entries()) {
        for (const name of names) columns.add(name);
        const idPlace = columns.sorted().indexOf(columns.names.indexOf('id'));
        const to = written[index + 1]?.from ?? part.bytes;
        await readCsvRows(part.partPath, from, to, (row) => onPerson(readRowId(row, idPlace)));
        segments.push({ from, names: [...names] });
      }
      if (segments.length === 0) return;
      held = undefined;
      order.push(...columns.sorted());
    },
    async end(onPiece) {
      release();
      await part.flush();
      if (segments.length <= 1) return part;
      const joined = await createPartFile(options.directory, options.fileName);
      try {
        joined.append(headerOf(columns, order));
        await joinSegments(part, joined, { segments, order, signal: options.signal, onPiece });
        return joined;
      } catch (error) {
        await joined.discard();
        throw error;
      }
    },
  };
}

function headerOf({ names }: CsvColumns, order: readonly number[]): Buffer {
  return Buffer.from(`${order.map((column) => quotedCell(names[column] ?? '')).join(',')}\r\n`);
}

function readRowId({ bytes, starts, ends, count }: CsvRow, place: number): PersonId | undefined {
  const start = starts[place] ?? 0;
  const end = ends[place] ?? 0;
  if (place < 0 || place >= count || end === start) return undefined;
  if (bytes[start] !== 0x22) return { bytes, start, end };
  const text = Buffer.from(cellText(bytes, start, end));
  return { bytes: text, start: 0, end: text.length };
}
