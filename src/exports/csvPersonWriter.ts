// A CSV of all persons. Its columns are those of all of them, so they are known at the end only: until then, the part holds the
// persons' JSON, one a line, and the CSV is written from that.
import type { PartFile } from '#exports/files/partFile.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { JsonPersonWriter, ndjsonFrame, readWrittenPersons } from './jsonPersonWriter.ts';
import { printCell } from '#exports/csv/csvCell.ts';
import { CsvColumns } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';

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
      const append = (texts: readonly string[]): void =>
        table.append(Buffer.from(`${texts.map(printCell).join(',')}\r\n`));
      if (order.length > 0) append(order.map((column) => this.#columns.names[column] ?? ''));
      const appendRow = (person: Uint8Array): void => {
        const cells = flattenPerson(person, this.#columns);
        append(order.map((column) => cells.get(column)?.text ?? ''));
      };
      await readWrittenPersons(lines.partPath, ndjsonFrame, appendRow, async () => {
        signal.throwIfAborted();
        onChunk();
        if (table.isFull) await table.drained();
      });
      return table;
    } catch (error) {
      await table.discard();
      throw error;
    }
  }
}
