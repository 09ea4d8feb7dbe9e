// The other end of a table's page: a file, read as editors/tables/tablePanel.ts reads it.
import path from 'node:path';
import { describeDialect } from '#table/dialect.ts';
import { formatTsv } from '#table/formatTsv.ts';
import { type IndexState, openTable, type Table, type View, wholeFile } from '#table/openTable.ts';
import {
  parseTableMessage,
  type TableHostMessage,
  type TableQuery,
  type TableWebviewMessage,
} from '#protocol/tableMessages.ts';
import { displayCell } from '#text/displayText.ts';
import { inEnglish } from '#text/translate.ts';
import type { PageHost } from '../driver/usePages.ts';
import { workerUrl } from '../../unit/table/tables.ts';

const maxCell = 300;
const maxCopied = 1_000_000;

type Message<T extends TableWebviewMessage['type']> = Extract<TableWebviewMessage, { readonly type: T }>;

export class TableHost implements PageHost {
  /** The text that was copied last. */
  copied = '';
  readonly #post: (message: TableHostMessage) => void;
  readonly #file: string;
  #table: Table | undefined;
  #view: { readonly id: number; readonly view: View } = { id: 0, view: wholeFile };
  #columnsSent = 0;
  #asking = new AbortController();

  constructor(post: (message: TableHostMessage) => void, file: string) {
    this.#post = post;
    this.#file = file;
  }

  async receive(value: unknown): Promise<void> {
    const message = parseTableMessage(value);
    if (!message) throw new Error(`not a message of a table: ${JSON.stringify(value)}`);
    switch (message.type) {
      case 'ready':
        return this.#open();
      case 'rows':
        return this.#sendRows(message);
      case 'view':
        return this.#makeView(message.view, message.query);
      case 'summary':
        return this.#sendSummary(message.column);
      case 'person':
        return this.#sendPerson(message);
      case 'copy':
        return this.#copy(message);
      case 'columns':
        return;
      case 'failure':
        throw new Error(message.message);
      case 'cellFilter':
      case 'changeCohort':
      case 'copyText':
      case 'persons':
      case 'reload':
      case 'reopenWith':
        throw new Error(`only the workbench answers “${message.type}”`);
    }
  }

  async close(): Promise<void> {
    this.#asking.abort();
    await this.#table?.close();
  }

  async #open(): Promise<void> {
    const indexed: IndexState[] = [];
    let isShown = false;
    this.#table = await openTable({
      path: this.#file,
      scratchDirectory: path.dirname(this.#file),
      workerUrl,
      onIndex: (state) => (isShown ? this.#sendIndex(state) : indexed.push(state)),
      onBroken: (error) => {
        throw error;
      },
    });
    isShown = true;
    const fileName = path.basename(this.#file);
    const init = { hasOwnOrder: true, isContinued: false, cohortPersons: undefined, words: {} };
    this.#post({ type: 'init', fileName, ...init });
    for (const state of indexed) this.#sendIndex(state);
  }

  #sendIndex({ rows, doneBytes, bytes, isDone, columns, dialect }: IndexState): void {
    const hasNew = columns.length > this.#columnsSent;
    this.#columnsSent = columns.length;
    this.#post({
      ...{ type: 'index', rows, doneBytes, bytes, isDone, unfit: undefined },
      columns: hasNew ? [...columns] : undefined,
      problems: { count: 0, sentences: [] },
      hasDecimalCommas: dialect.decimal !== '.',
      dialect: describeDialect(dialect, 'csv', inEnglish),
    });
  }

  async #sendRows({ view, from, to, columns }: Message<'rows'>): Promise<void> {
    if (view !== this.#view.id) return; // a newer one is on its way to the page
    const cells = await this.#present.cells(this.#view.view, from, to, columns);
    const shown = cells.map((texts) => texts.map((text) => displayCell(text, maxCell)));
    this.#post({ type: 'rows', view, from, columns, cells: shown, flaws: [] });
  }

  async #makeView(id: number, query: TableQuery): Promise<void> {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const table = this.#present;
    const view = await orAborted(table.view({ ...query, sort: query.sort }, signal, this.#showWork));
    if (!view || signal.aborted) return;
    this.#view = { id, view };
    this.#showWork(undefined);
    const groups = view.groups?.map(({ value, rows }) => ({ value: displayCell(value, maxCell), rows }));
    this.#post({ type: 'viewed', view: id, rows: table.rowsOf(view), groups, kept: undefined });
  }

  async #sendSummary(column: number): Promise<void> {
    const summary = await orAborted(this.#present.summarize(column, this.#asking.signal, this.#showWork));
    this.#showWork(undefined);
    if (summary) this.#post({ type: 'summary', summary });
  }

  async #sendPerson({ view, position }: Message<'person'>): Promise<void> {
    const found = await this.#present.row(this.#view.view, position);
    if (found && view === this.#view.id) this.#post({ type: 'person', view, position, ...found });
  }

  async #copy({ view, ...range }: Message<'copy'>): Promise<void> {
    if (view !== this.#view.id) throw new Error('the page copies rows of a view that it does not show');
    this.copied = (await formatTsv(this.#present, this.#view.view, range, maxCopied))?.text ?? '';
    const rows = range.to - range.from;
    this.#post({ type: 'copied', rows, cells: rows * range.columns.length });
  }

  readonly #showWork = (share: number | undefined): void => this.#post({ type: 'working', share });

  get #present(): Table {
    if (!this.#table) throw new Error('the page asks before it got `init`');
    return this.#table;
  }
}

/** Undefined if it was aborted, because the page asked for something else. */
async function orAborted<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  }
}
