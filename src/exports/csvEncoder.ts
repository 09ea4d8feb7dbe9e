// A CSV of everyone. Its columns are known only at the end, but nearly all of them from the first page: that one is held
// back, rows are written under its columns in order, and what is found later stands behind them. Only where something was
// found later, a second pass puts the columns in order.
import { Cells, createRowWriter } from './cells.ts';
import { CsvColumns } from './csvColumns.ts';
import { cellText, quotedCell, readCsvRows } from './csvFile.ts';
import type { CsvRow } from './csvFile.ts';
import { createRowArranger } from './csvArranger.ts';
import type { Encoder } from './encoders.ts';
import { flattenPerson, flattenPersonAt } from './flattenPerson.ts';
import { createPartFile } from './partFile.ts';
import type { PartFile } from './partFile.ts';
import type { PersonId } from './personId.ts';
import type { ExportOptions } from './types.ts';

/** A first page of more than that is not held back to its end. */
const mostHeldBytes = 4 * 1024 * 1024;

export function createCsvEncoder(options: ExportOptions, part: PartFile): Encoder {
  /** As columns stand in the part. */
  const order: number[] = [];
  let headerColumns = 0;
  let held: Uint8Array[] | undefined = [];
  let heldBytes = 0;
  const columns = new CsvColumns((column) => {
    if (held === undefined) order.push(column);
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
    headerColumns = order.length;
    part.append(headerOf(columns, order));
    for (const person of persons) {
      flattenPerson(person, columns, cells);
      part.appendCopy(writeRow(cells, person.length));
    }
  }

  return {
    get lateColumns() {
      return order.slice(headerColumns).map((column) => columns.names[column] ?? '');
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
    async replay(lateColumns, onPerson) {
      await readCsvRows(part.partPath, part.bytes, {
        onHeader(names) {
          held = undefined;
          for (const name of names) columns.add(name);
          headerColumns = order.length;
          for (const name of lateColumns) columns.add(name);
        },
        onRow: (row) => onPerson(readRowId(row, columns.names.indexOf('id'))),
        onChunk: async () => undefined,
      });
    },
    async end(onRows) {
      release();
      await part.flush();
      if (order.length === headerColumns) return part;
      return sortColumns(options, part, columns, order, onRows);
    },
  };
}

/** Columns stand in the part in `order`; those that a row has no cell of are behind its last one. */
async function sortColumns(
  { directory, fileName, signal }: ExportOptions,
  unsorted: PartFile,
  columns: CsvColumns,
  order: readonly number[],
  onRows: (rows: number, bytes: number) => void,
): Promise<PartFile> {
  const part = await createPartFile(directory, fileName);
  try {
    const sorted = columns.sorted();
    const placeOf = new Map(order.map((column, place) => [column, place]));
    const arrange = createRowArranger(sorted.map((column) => placeOf.get(column) ?? 0));
    let rows = 0;
    part.append(headerOf(columns, sorted));
    await readCsvRows(unsorted.partPath, unsorted.bytes, {
      onHeader: () => undefined,
      onRow(row) {
        part.appendCopy(arrange(row));
        rows++;
      },
      async onChunk() {
        signal.throwIfAborted();
        onRows(rows, part.bytes);
        if (part.isFull) await part.drained();
      },
    });
    return part;
  } catch (error) {
    await part.discard();
    throw error;
  }
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
