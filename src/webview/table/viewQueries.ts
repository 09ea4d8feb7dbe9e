// The queries for views, and which view the page shows. View 0 has all rows in the order of the file.
import type {
  KeptRows,
  KeptRowsOfView,
  TableFilter,
  TableHostMessage,
  TableQuery,
} from '#protocol/tableMessages.ts';
import { foldText } from '#text/foldText.ts';

const wholeFile: TableQuery = { search: '', filters: [] };

export interface Narrowing {
  readonly search?: string;
  readonly filters?: readonly TableFilter[];
}

/** @param kept rows of the shown view */
type Send = (view: number, query: TableQuery, kept?: KeptRowsOfView) => void;

export class ViewQueries {
  readonly #send: Send;
  #query = wholeFile;
  /** The view of the last query. */
  #requested = 0;
  #shown = 0;
  #isNarrowed = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The last query. */
  get query(): TableQuery {
    return this.#query;
  }

  /** The view that the page shows. */
  get shown(): number {
    return this.#shown;
  }

  /** Whether the shown view has a search or filters. */
  get isNarrowed(): boolean {
    return this.#isNarrowed;
  }

  /** Whether the last query is for all rows in the order of the file. */
  get isWholeFile(): boolean {
    const { search, filters, sort, group } = this.#query;
    return search === '' && filters.length === 0 && sort === undefined && group === undefined;
  }

  /** Whether the page shows all rows in the order of the file; false while the rows of a query are awaited. */
  get showsWholeFile(): boolean {
    return this.isWholeFile && this.#shown === this.#requested;
  }

  reset(): void {
    this.#query = wholeFile;
    this.#shown = 0;
    this.#requested = 0;
    this.#isNarrowed = false;
  }

  narrow({ search = this.#query.search, filters = this.#query.filters }: Narrowing): void {
    this.#request({ ...this.#query, search, filters: [...filters] });
  }

  /** @param sort undefined for the order of the file */
  sort(sort: TableQuery['sort']): void {
    const { sort: _, ...rest } = this.#query;
    this.#request(sort ? { ...rest, sort } : rest);
  }

  /** @param column undefined for rows without groups */
  group(column: number | undefined): void {
    const { group: _, ...rest } = this.#query;
    this.#request(column === undefined ? rest : { ...rest, group: column });
  }

  /** The rows that arrived could not be grouped. */
  dropGroup(): void {
    const { group: _, ...rest } = this.#query;
    this.#query = rest;
  }

  /**
   * Asks again for the last view, of a file that has grown. False for the view of all rows, which grows by itself.
   * @param kept rows of the shown view whose new positions are asked for
   */
  repeat(kept: KeptRows): boolean {
    if (this.#requested > 0) this.#request(this.#query, { ...kept, view: this.#shown });
    return this.#requested > 0;
  }

  /** The response to a query has arrived. False if it is outdated. */
  arrived(view: number): boolean {
    if (view !== this.#requested) return false;
    this.#shown = view;
    this.#isNarrowed = this.#query.search !== '' || this.#query.filters.length > 0;
    return true;
  }

  /** Ascending, then descending, then the order of the file. */
  nextSort(column: number): TableQuery['sort'] {
    const { sort } = this.#query;
    if (sort?.column !== column) return { column, isDescending: false };
    return sort.isDescending ? undefined : { column, isDescending: true };
  }

  #request(query: TableQuery, kept?: KeptRowsOfView): void {
    this.#query = query;
    this.#send(++this.#requested, query, kept);
  }
}

// Scrolls to the first hit of a new search, which may be in a column that is out of view.
type RowMessage = Extract<TableHostMessage, { readonly type: 'person' }>;

export class FirstSearchHit {
  readonly #requestFirstRow: (view: number) => void;
  /** The view whose first row is asked for. */
  #view: number | undefined;
  /** The search whose first hit was gone to: another order of the rows is no reason to go there again. */
  #soughtText = '';

  constructor(requestFirstRow: (view: number) => void) {
    this.#requestFirstRow = requestFirstRow;
  }

  reset(): void {
    this.#soughtText = '';
  }

  /** A view with rows has arrived. */
  seek(search: string, view: number): void {
    const isNew = search !== this.#soughtText;
    this.#soughtText = search;
    if (!isNew || search === '') return;
    this.#view = view;
    this.#requestFirstRow(view);
  }

  /** The first of these columns with a hit; undefined if the row is not the one that was asked for. */
  columnIn({ view, position, cells }: RowMessage, columns: readonly number[]): number | undefined {
    if (view !== this.#view || position !== 0) return undefined;
    this.#view = undefined;
    const wanted = foldText(this.#soughtText);
    const hits = new Set(
      cells.filter(({ text }) => foldText(text).includes(wanted)).map(({ column }) => column),
    );
    return columns.find((column) => hits.has(column));
  }
}
