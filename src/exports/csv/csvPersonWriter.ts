// A CSV of all persons. Its columns are known only at the end, but nearly all of them after the first page: so the
// first page is held back, and rows are written under its columns in order. A column that is found later takes its
// place in the rows from there on, and those before get their empty cells at the end.
import { quote } from '#exports/scan/byteCodes.ts';
import type { CsvSegment } from '#exports/files/checkpointFile.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import { printCell, readCell } from './csvCell.ts';
import { CsvColumns } from './csvColumns.ts';
import { fillLateColumns } from './fillLateColumns.ts';
import { flattenPerson } from './flattenPerson.ts';
import { createRowPrinter, PersonCells } from './personCells.ts';
import { type CsvRow, readCsvRows } from './readCsvRows.ts';

/** A larger first page is not held back to its end, nor one of more cells: they are written in one go. */
const maxHeldBytes = 4 * 1024 * 1024;
const maxHeldCells = 4_000_000;

export interface CsvTarget {
  readonly part: PartFile;
  /** The folder for the finished file, if columns appeared late. */
  readonly directory: string;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** What the columns are sorted by; their names if absent. */
  readonly sortKeyOf?: ((name: string) => string) | undefined;
}

export class CsvPersonWriter {
  readonly #target: CsvTarget;
  readonly #part: PartFile;
  /** The columns of the next row, in their order. */
  readonly #order: number[] = [];
  readonly #segments: { readonly from: number; readonly names: string[] }[] = [];
  readonly #columns: CsvColumns;
  readonly #cells = new PersonCells();
  readonly #printRow = createRowPrinter(this.#order);
  /** Persons that wait for the header; undefined once that is written. */
  #held: Uint8Array[] | undefined = [];
  #heldBytes = 0;

  constructor(target: CsvTarget) {
    this.#target = target;
    this.#part = target.part;
    this.#columns = new CsvColumns((column, name) => this.#addColumn(column, name), target.sortKeyOf);
  }

  get isFull(): boolean {
    return this.#columns.hasRest;
  }

  /** What resuming needs besides the part. */
  get segments(): readonly CsvSegment[] {
    return this.#segments.map(({ from, names }) => ({ from, names: [...names] }));
  }

  write(person: Uint8Array): void {
    if (this.#held === undefined) {
      this.#writeRow(person);
      return;
    }
    flattenPerson(person, this.#columns, this.#cells); // finds its columns
    this.#held.push(person);
    this.#heldBytes += person.length;
    const cells = this.#held.length * this.#columns.names.length;
    if (this.#heldBytes > maxHeldBytes || cells > maxHeldCells) this.endPage();
  }

  /** Writes the header, if it is not there yet, and the persons that were held back for it. */
  endPage(): void {
    const held = this.#held;
    if (held === undefined || this.#columns.names.length === 0) return;
    this.#held = undefined;
    for (const column of this.#columns.sorted()) this.#order.push(column);
    this.#part.append(this.#header());
    this.#segments.push({ from: this.#part.bytes, names: [...this.#columns.names] });
    for (const person of held) this.#writeRow(person);
  }

  /** Takes up what the part holds already, and calls `onPerson` for each person in it. */
  async restore(
    segments: readonly CsvSegment[],
    onPerson: (id: PersonId | undefined) => void,
  ): Promise<void> {
    for (const [index, { from, names }] of segments.entries()) {
      for (const name of names) this.#columns.restore(name);
      const idPlace = this.#columns.sorted().indexOf(this.#columns.names.indexOf('id'));
      const range = { from, to: segments[index + 1]?.from ?? this.#part.bytes };
      await readCsvRows(this.#part.partPath, range, (row) => onPerson(readRowId(row, idPlace)));
      this.#segments.push({ from, names: [...names] });
    }
    if (segments.length === 0) return;
    this.#held = undefined;
    for (const column of this.#columns.sorted()) this.#order.push(column);
  }

  /** Resolves with the part that is the finished file: another than the one written to where columns turned up late. */
  async end(onChunk: () => void): Promise<PartFile> {
    this.endPage();
    const part = this.#part;
    await part.flush();
    if (this.#segments.length <= 1) return part;
    const { directory, fileName, signal } = this.#target;
    const filled = await createPartFile(directory, fileName);
    try {
      filled.append(this.#header());
      await fillLateColumns(part, filled, {
        segments: this.#segments,
        order: this.#order,
        signal,
        onChunk,
      });
      return filled;
    } catch (error) {
      await filled.discard();
      throw error;
    }
  }

  #writeRow(person: Uint8Array): void {
    flattenPerson(person, this.#columns, this.#cells);
    this.#part.appendCopy(this.#printRow(this.#cells));
  }

  #addColumn(column: number, name: string): void {
    if (this.#held !== undefined) return;
    this.#columns.insert(column, this.#order);
    const last = this.#segments.at(-1);
    if (last?.from === this.#part.bytes) last.names.push(name);
    else this.#segments.push({ from: this.#part.bytes, names: [name] });
  }

  #header(): Buffer {
    const { names } = this.#columns;
    const cells = this.#order.map((column) => printCell(names[column] ?? ''));
    return Buffer.from(`${cells.join(',')}\r\n`);
  }
}

function readRowId({ bytes, starts, ends }: CsvRow, place: number): PersonId | undefined {
  const start = starts[place];
  const end = ends[place];
  if (start === undefined || end === undefined || start === end) return undefined;
  if (bytes[start] !== quote) return { bytes, start, end };
  const text = Buffer.from(readCell(bytes, start, end));
  return { bytes: text, start: 0, end: text.length };
}
