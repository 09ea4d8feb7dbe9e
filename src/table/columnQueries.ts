// Answers queries over whole columns: loads the columns that a query needs into the store, and caches the last results.
import { type Group, groupRows, maxGroups, RowSet } from './groupRows.ts';
import { foldText } from '#text/foldText.ts';
import type { ColumnStore } from './columnStore.ts';
import type { RowParser } from './rowParser.ts';
import { scanRows, type Source } from './scanRows.ts';
import { tableFormats } from './tableFormat.ts';
import type { ColumnSummary, Filter, Query } from './tableQuery.ts';

export interface QueryContext {
  readonly signal: AbortSignal;
  /** How much of the file is read, 0 to 1. */
  readonly onShare: (share: number) => void;
}

type Sort = NonNullable<Query['sort']>;

/** The rows that a query finds. */
export interface FoundRows {
  /** Undefined for all in the order of the file. */
  readonly order: Uint32Array<ArrayBuffer> | undefined;
  /** Undefined if the rows are not grouped, or would be too many groups. */
  readonly groups: readonly Group[] | undefined;
}

export class ColumnQueries {
  readonly #source: Source;
  readonly #parser: RowParser;
  readonly #rows: number;
  readonly #openStore: () => ColumnStore;
  #searched: { readonly text: string; readonly found: RowSet } | undefined;
  #sorted: (Sort & { readonly order: Uint32Array }) | undefined;
  #shown: RowSet | undefined;

  constructor(source: Source, parser: RowParser, rows: number, openStore: () => ColumnStore) {
    this.#source = source;
    this.#parser = parser;
    this.#rows = rows;
    this.#openStore = openStore;
  }

  /** The rows in the query's order. Empty cells come last in both orders, and equal ones keep the order of the file. */
  async view(query: Query, context: QueryContext): Promise<FoundRows> {
    const { shown, order } = await this.#find(query, context);
    const view = await this.#group(query, order, context);
    this.#shown = shown; // not earlier: where a query fails, the rows of the last one stay shown
    return view;
  }

  async #group({ group, sort }: Query, order: FoundRows['order'], context: QueryContext): Promise<FoundRows> {
    if (group === undefined) return { order, groups: undefined };
    await this.#fill(group, context);
    const grouping = this.#openStore().groupsOf(group, maxGroups);
    if (!grouping) return { order, groups: undefined };
    const rows = order ?? Uint32Array.from({ length: this.#rows }, (_, row) => row);
    return groupRows(rows, grouping, sort?.column !== group);
  }

  async #find(
    { search, filters, sort }: Query,
    context: QueryContext,
  ): Promise<Pick<FoundRows, 'order'> & { readonly shown: RowSet | undefined }> {
    let shown = search === '' ? undefined : await this.#search(search, context);
    for (const filter of filters) {
      const found = await this.#filter(filter, context);
      shown = shown ? shown.and(found) : found;
    }
    const order = sort && (await this.#sort(sort, context));
    if (!order) return { shown, order: shown && Uint32Array.from(shown) };
    return { shown, order: arrange(order, shown ?? new RowSet(this.#rows, true)) };
  }

  async summarize(column: number, context: QueryContext): Promise<ColumnSummary> {
    await this.#fill(column, context);
    return this.#openStore().summarize(column, this.#shown);
  }

  async #search(text: string, context: QueryContext): Promise<RowSet> {
    if (this.#searched?.text !== text) {
      const onPiece = this.#shareOf(context);
      const found = await searchRows(this.#source, this.#parser, this.#rows, text, onPiece, context.signal);
      this.#searched = { text, found };
    }
    return this.#searched.found;
  }

  async #filter(filter: Filter, context: QueryContext): Promise<RowSet> {
    await this.#fill(filter.column, context);
    return this.#openStore().match(filter);
  }

  async #sort({ column, isDescending }: Sort, context: QueryContext): Promise<Uint32Array> {
    await this.#fill(column, context);
    if (this.#sorted?.column !== column || this.#sorted.isDescending !== isDescending)
      this.#sorted = { column, isDescending, order: this.#openStore().sortRows(column, isDescending) };
    return this.#sorted.order;
  }

  async #fill(column: number, context: QueryContext): Promise<void> {
    const store = this.#openStore();
    if (store.has(column)) return;
    const fill = store.fill(column);
    try {
      await this.#readColumn(column, (row, text) => fill.add(row, text), context);
      fill.end();
    } catch (error) {
      fill.drop();
      throw error;
    }
  }

  async #readColumn(
    column: number,
    add: (row: number, text: string) => void,
    context: QueryContext,
  ): Promise<void> {
    let row = firstRowOf(this.#source);
    let text = '';
    const take = (_column: number, cell: string) => (text = cell);
    await scanRows(
      this.#source,
      {
        row: (bytes, start, end) => {
          if (end === start) return;
          const current = row++;
          if (current < 0 || current >= this.#rows) return;
          text = '';
          this.#parser.cells(bytes, start, end, take, column);
          if (text !== '') add(current, text);
        },
        piece: this.#shareOf(context),
      },
      context.signal,
    );
  }

  #shareOf({ onShare }: QueryContext): (doneBytes: number) => void {
    return (doneBytes) => onShare(doneBytes / Math.max(1, this.#source.bytes));
  }
}

/** The number of what comes first: −1 for a header. */
function firstRowOf({ dialect }: Source): number {
  return dialect.hasHeader ? -1 : 0;
}

/** `order`: the rows whose cell is not empty. */
function arrange(order: Uint32Array, shown: RowSet): Uint32Array<ArrayBuffer> {
  const arranged = new Uint32Array(shown.count());
  const rest = shown.and(new RowSet(shown.rows, true));
  let at = 0;
  for (const row of order) {
    if (!shown.has(row)) continue;
    arranged[at++] = row;
    rest.delete(row);
  }
  for (const row of rest) arranged[at++] = row;
  return arranged;
}

// Finds the rows that contain a text.
/** With these letters, only the folded text finds all rows. */
const needsFolding = /[\u0080-\u{10FFFF}]/u;
const plainQuery = /^[^"\\\u0080-\u{10FFFF}]*$/u;
/** Tables show times with other digits and signs than JSON has, but never with other letters. */
const plainJsonQuery = /^(?=.*[a-z])[^"\\ \u0080-\u{10FFFF}]*$/u;

async function searchRows(
  source: Source,
  parser: RowParser,
  rows: number,
  search: string,
  onPiece: (doneBytes: number) => void,
  signal?: AbortSignal,
): Promise<RowSet> {
  const wanted = foldText(search);
  const isCsv = tableFormats[source.format].cells === 'csv';
  const isQuoted = isCsv && source.dialect.quote === "'" && wanted.includes("'"); // doubled in the file
  const isPlain = !isQuoted && (isCsv ? plainQuery : plainJsonQuery).test(wanted);
  const found = new RowSet(rows);
  let row = firstRowOf(source);
  await scanRows(
    source,
    {
      row(bytes, start, end) {
        if (end === start) return;
        const current = row++;
        if (current < 0 || current >= rows) return;
        // Most rows can be ruled out by their text as a whole, without parsing their cells.
        if (isPlain && !mayHold(parser.text(bytes, start, end), wanted)) return;
        let isFound = false;
        parser.cells(bytes, start, end, (_column, text) => {
          isFound ||= foldText(text).includes(wanted);
        });
        if (isFound) found.add(current);
      },
      piece: onPiece,
    },
    signal,
  );
  return found;
}

function mayHold(row: string, wanted: string): boolean {
  if (row.toLowerCase().includes(wanted) || row.includes('\\')) return true;
  return needsFolding.test(row) && foldText(row).includes(wanted);
}
