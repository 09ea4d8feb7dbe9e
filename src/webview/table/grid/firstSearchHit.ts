// Scrolls to the first hit of a new search, which may be in a column that is out of view.
import type { TableHostMessage } from '#protocol/tableMessages.ts';
import { foldText } from '#text/foldText.ts';

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
