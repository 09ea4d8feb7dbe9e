// The tables that are open in this window, with what each shows: some rows, some columns, in some order.

export interface ShownTable {
  readonly rows: number;
  readonly allRows: number;
  readonly columns: number;
  readonly allColumns: number;
  /** Writes what is shown as a CSV file of its own. Rejects with an ExportError, or with the signal's reason. */
  readonly writeCsv: (path: string, signal: AbortSignal) => Promise<void>;
}

/** Undefined while the table shows all rows and columns as the file has them. */
type ReadShownTable = () => ShownTable | undefined;

export class ShownTables {
  readonly #readers = new Map<string, ReadShownTable[]>();

  /** @returns ends it; a file may be shown by several tables */
  add(path: string, read: ReadShownTable): { dispose(): void } {
    this.#readers.set(path, [...(this.#readers.get(path) ?? []), read]);
    return {
      dispose: () => {
        const others = (this.#readers.get(path) ?? []).filter((other) => other !== read);
        if (others.length > 0) this.#readers.set(path, others);
        else this.#readers.delete(path);
      },
    };
  }

  /** The table that was opened last for the path. */
  get(path: string): ShownTable | undefined {
    return this.#readers.get(path)?.at(-1)?.();
  }
}
