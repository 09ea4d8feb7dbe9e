// The tables that are open in this window, with what each shows: some rows, some columns, in some order.
import type { Dialect } from './dialect.ts';
import type { TableFormat } from './tableFormat.ts';

/** What a file is written as. */
export type WrittenForm =
  /** `isNeutral`: with an apostrophe before each cell that a spreadsheet would run. */
  | { readonly kind: 'csv'; readonly dialect: Dialect; readonly isNeutral?: boolean }
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'xlsx' };

export interface ShownTable {
  readonly rows: number;
  readonly allRows: number;
  readonly columns: number;
  readonly allColumns: number;
  /** It shows all rows and columns as the file has them. */
  readonly isWhole: boolean;
  readonly format: TableFormat;
  readonly dialect: Dialect;
  /** Whether NDJSON of a part has the rows' own JSON; else each value is a text. */
  readonly keepsJson: Readonly<Record<'shown' | 'all', boolean>>;
  /**
   * Writes a file of its own, of what is shown or of all. Rejects as `writeRows` does.
   * @returns how many cells a spreadsheet would run
   */
  readonly write: (
    part: 'shown' | 'all',
    path: string,
    form: WrittenForm,
    signal: AbortSignal,
  ) => Promise<number>;
}

interface OpenTable {
  /** Undefined until its file is read to the end. */
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
