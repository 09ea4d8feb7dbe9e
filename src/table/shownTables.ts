// The tables that are open in this window, with what each shows: some rows, some columns, in some order.

export interface ShownTable {
  readonly rows: number;
  readonly allRows: number;
  readonly columns: number;
  readonly allColumns: number;
  /** Writes what is shown as a CSV file of its own. Rejects with an ExportError, or with the signal's reason. */
  readonly writeCsv: (path: string, signal: AbortSignal) => Promise<void>;
}

interface OpenTable {
  /** Undefined while it shows all rows and columns as the file has them. */
  readonly shown: () => ShownTable | undefined;
  /** Whether it is in the active editor. */
  readonly isActive: () => boolean;
}

export class ShownTables {
  readonly #tables = new Map<string, OpenTable[]>();

  /** @returns ends it; a file may be shown by several tables */
  add(path: string, table: OpenTable): { dispose(): void } {
    this.#tables.set(path, [...(this.#tables.get(path) ?? []), table]);
    return {
      dispose: () => {
        const others = (this.#tables.get(path) ?? []).filter((other) => other !== table);
        if (others.length > 0) this.#tables.set(path, others);
        else this.#tables.delete(path);
      },
    };
  }

  /** The active table for the path, else the one that was opened last. */
  get(path: string): ShownTable | undefined {
    const tables = this.#tables.get(path) ?? [];
    return (tables.find(({ isActive }) => isActive()) ?? tables.at(-1))?.shown();
  }
}
