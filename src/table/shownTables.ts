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
type Look = () => ShownTable | undefined;

export class ShownTables {
  readonly #looks = new Map<string, Look[]>();

  /** @returns ends it; a file may be shown by several tables */
  add(path: string, look: Look): { dispose(): void } {
    this.#looks.set(path, [...(this.#looks.get(path) ?? []), look]);
    return {
      dispose: () => {
        const others = (this.#looks.get(path) ?? []).filter((other) => other !== look);
        if (others.length > 0) this.#looks.set(path, others);
        else this.#looks.delete(path);
      },
    };
  }

  /** Of the table that was opened last. */
  get(path: string): ShownTable | undefined {
    return this.#looks.get(path)?.at(-1)?.();
  }
}
