// A CSV of all persons. Its columns are those of all of them, so they are known at the end only: until then, the part holds the
// persons' JSON, one a line, and the CSV is written from that.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PartFile } from '#exports/files/partFile.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { JsonPersonWriter, ndjsonFrame, readWrittenPersons } from './jsonPersonWriter.ts';
import { CsvColumns, printCell } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';

/** Other work of the extension host waits no longer. */
const maxBlockMs = 20;

export interface CsvTarget {
  readonly part: PartFile;
  /** The folder for the CSV. */
  readonly directory: string;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** What the columns are sorted by; their names if absent. */
  readonly sortKeyOf?: ((name: string) => string) | undefined;
}

export class CsvPersonWriter {
  readonly #target: CsvTarget;
  readonly #lines: JsonPersonWriter;
  readonly #columns: CsvColumns;

  constructor(target: CsvTarget) {
    this.#target = target;
    this.#lines = new JsonPersonWriter(target.part, ndjsonFrame);
    this.#columns = new CsvColumns(target.sortKeyOf);
  }

  get isFull(): boolean {
    return this.#columns.hasRest;
  }

  write(person: Uint8Array, mayHaveLineEnds: boolean): void {
    addColumnsOf(person, this.#columns);
    this.#lines.write(person, mayHaveLineEnds);
  }

  async restore(onPerson: (person: Uint8Array) => void): Promise<void> {
    await this.#lines.restore((person) => {
      addColumnsOf(person, this.#columns);
      onPerson(person);
    });
  }

  /** Resolves with another part than was written to. Throws ExportError, and the signal's reason. */
  async end(onChunk: () => void): Promise<PartFile> {
    const { directory, fileName, signal } = this.#target;
    const lines = await this.#lines.end();
    await lines.flush();
    const table = await createPartFile(directory, fileName);
    try {
      const order = this.#columns.sorted();
      if (order.length > 0)
        table.append(
          rowOf(
            order.map((column, place) => [place, this.#columns.names[column] ?? '']),
            order.length,
          ),
        );
      const places = placesOf(order);
      let turnMs = performance.now();
      for await (const persons of readWrittenPersons(lines.partPath, ndjsonFrame)) {
        for (const person of persons) {
          const cells = [...flattenPerson(person, this.#columns)].map(
            ([column, { text }]) => [places[column] ?? 0, text] as const,
          );
          table.append(rowOf(cells, order.length));
          if (!table.isFull && performance.now() - turnMs < maxBlockMs) continue;
          signal.throwIfAborted();
          onChunk();
          await (table.isFull ? table.drained() : nextTurn());
          turnMs = performance.now();
        }
      }
      return table;
    } catch (error) {
      await table.discard();
      throw error;
    }
  }
}

/** The place of each column in a row. */
function placesOf(order: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, column] of order.entries()) places[column] = place;
  return places;
}

/** Only what is filled costs time: of thousands of columns, a person has few. */
function rowOf(cells: readonly (readonly [place: number, text: string])[], length: number): Buffer {
  let row = '';
  let at = 0;
  for (const [place, text] of cells.toSorted(([one], [other]) => one - other)) {
    row += ','.repeat(place - at) + printCell(text);
    at = place;
  }
  return Buffer.from(`${row}${','.repeat(Math.max(0, length - 1 - at))}\r\n`);
}
