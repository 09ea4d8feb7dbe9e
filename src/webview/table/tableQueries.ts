// What is asked of the table, and which answer the page shows. The view with all rows in the file's order is 0.
import type { TableFilter, TableQuery } from '#protocol/table.ts';

const everything: TableQuery = { search: '', filters: [] };

export interface Narrowing {
  readonly search?: string;
  readonly filters?: readonly TableFilter[];
}

export class TableQueries {
  readonly #send: (view: number, query: TableQuery) => void;
  #query = everything;
  #asked = 0;
  #shown = 0;
  /** Of the view that shows. */
  #isNarrowed = false;

  constructor(send: (view: number, query: TableQuery) => void) {
    this.#send = send;
  }

  /** What was asked last. */
  get query(): TableQuery {
    return this.#query;
  }

  /** The view whose rows the page shows. */
  get shown(): number {
    return this.#shown;
  }

  /** Not all rows show. */
  get isNarrowed(): boolean {
    return this.#isNarrowed;
  }

  reset(): void {
    this.#query = everything;
    this.#shown = 0;
    this.#asked = 0;
    this.#isNarrowed = false;
  }

  narrow({ search = this.#query.search, filters = this.#query.filters }: Narrowing): void {
    this.#ask({ ...this.#query, search, filters: [...filters] });
  }

  /** Undefined for the file's order. */
  sort(sort: TableQuery['sort']): void {
    const { search, filters } = this.#query;
    this.#ask({ search, filters, ...(sort ? { sort } : {}) });
  }

  /** False where another question has been asked since. */
  arrived(view: number): boolean {
    if (view !== this.#asked) return false;
    this.#shown = view;
    this.#isNarrowed = this.#query.search !== '' || this.#query.filters.length > 0;
    return true;
  }

  /** Ascending, then descending, then as in the file. */
  nextSort(column: number): TableQuery['sort'] {
    const { sort } = this.#query;
    if (sort?.column !== column) return { column, isDescending: false };
    return sort.isDescending ? undefined : { column, isDescending: true };
  }

  #ask(query: TableQuery): void {
    this.#query = query;
    this.#send(++this.#asked, query);
  }
}
