// One webview that shows an export as a table: handles its messages.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import type { Log } from '#host/log.ts';
import type { Memory } from '#model/storage/memory.ts';
import { onPageMessage } from '#host/pages/pageFocus.ts';
import { openTable, wholeFile, type IndexState, type Table, type View } from '#table/openTable.ts';
import { encodingNames } from '#table/encodings.ts';
import { describeDialect } from '#table/dialect.ts';
import { tableFormatOf } from '#table/tableFormat.ts';
import type { ShownTable, ShownTables } from '#table/shownTables.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { shownTableOf } from '#table/writeRows.ts';
import { displayCell } from '#text/displayText.ts';
import { DisposableStore } from '#host/disposables.ts';
import {
  parseTableMessage,
  type TableFlaw,
  type ShownPersons,
  type TableHostMessage,
  type TableWebviewMessage,
} from '#protocol/tableMessages.ts';
import { changeCohortOfRows, copyOneText, copyRowsToClipboard } from './rowActions.ts';
import { askDialect, KeptDialects } from './reopenWith.ts';
import {
  describeFlaw,
  describeProblems,
  describeTableFailure,
  describeNoRows,
  tooManyGroups,
} from './tableProblemText.ts';
import { WatchedFile } from './watchedFile.ts';

const { t } = vscode.l10n;

/** Longer texts are cut in the grid; the person's details show all of them. */
const maxCell = 300;
/** They say which columns are filled, and so come first. */
const sampledRows = 200;

export interface TablePanelContext {
  readonly scratchDirectory: string;
  /** The built worker's path. */
  readonly worker: string;
  readonly shownTables: ShownTables;
  /** What people said about how their files are to be read. */
  readonly dialectMemory: Memory;
  /** The extension's own folder for exports. */
  readonly exportsFolder: string;
  readonly log: Log;
  /** How many persons the cohort had where the file is an export with fewer. */
  readonly cohortPersons?: number | undefined;
  /** Whose persons the rows are, if that is known. */
  readonly cohort?: RecordRef | undefined;
  readonly growing?: GrowingTable;
}

export type PersonsAction = Message<'persons'>['action'];

/** A table of a temporary file that grows when the person asks for more. */
interface GrowingTable {
  readonly title: string;
  /** The page is ready for messages. */
  readonly onOpened: () => void;
  readonly onAction: (action: PersonsAction) => Promise<void>;
}

type Message<T extends TableWebviewMessage['type']> = Extract<TableWebviewMessage, { readonly type: T }>;

export class TablePanel implements vscode.Disposable {
  #uri: vscode.Uri;
  readonly #panel: vscode.WebviewPanel;
  readonly #context: TablePanelContext;
  readonly #dialects: KeptDialects;
  readonly #store = new DisposableStore();
  #table: Table | undefined;
  /** Counts the openings, so that answers to an earlier one are dropped. */
  #opening = 0;
  #view: { readonly id: number; readonly view: View } = { id: 0, view: wholeFile };
  #index: IndexState | undefined;
  #columnsSent = 0;
  #isFilledSent = false;
  /** Undefined for all, as the file has them. */
  #shownColumns: readonly number[] | undefined;
  #asking = new AbortController();
  #summarizing = new AbortController();
  readonly #closing = new AbortController();
  /** Undefined for a table that grows: nobody else changes its file. */
  readonly #file: WatchedFile | undefined;

  constructor(uri: vscode.Uri, panel: vscode.WebviewPanel, context: TablePanelContext) {
    this.#uri = uri;
    this.#panel = panel;
    this.#context = context;
    this.#dialects = new KeptDialects(context.dialectMemory);
    if (!context.growing) {
      this.#file = this.#store.add(
        new WatchedFile(uri, panel, {
          read: async () => this.#table?.fileState(),
          show: (state) => this.#post({ type: 'file', state }),
        }),
      );
      const open = { shown: () => this.#shown(), isActive: () => panel.active };
      this.#store.add(context.shownTables.add(uri.fsPath, open));
    }
    this.#store.add(onPageMessage(panel, (value) => this.#receive(value)));
  }

  /** The file has grown, and what was in it is as before. */
  async grow(): Promise<void> {
    await this.#open(true);
  }

  /** Shows another file. */
  async reload(uri: vscode.Uri): Promise<void> {
    this.#uri = uri;
    await this.#open();
  }

  showPersons(persons: ShownPersons): void {
    this.#post({ type: 'persons', persons });
  }

  dispose(): void {
    this.#opening++;
    this.#closing.abort();
    this.#store.dispose();
    this.#close();
  }

  #receive(value: unknown): void {
    const message = parseTableMessage(value);
    if (!message) {
      this.#context.log.warn('Ignored an invalid message from a table.');
      const sentence = t('The table sent an invalid request. Close its tab, then open it again.');
      this.#post({ type: 'failed', message: sentence });
      return;
    }
    const handled = this.#handle(message);
    const opening = this.#opening; // that of the message itself, if it opens the file
    handled.then(undefined, (error: unknown) => {
      if (opening !== this.#opening || (error instanceof Error && error.name === 'AbortError')) return;
      this.#context.log.warn(`A table could not handle "${message.type}".`, error);
      this.#post({ type: 'failed', message: describeTableFailure(error) });
    });
  }

  async #handle(message: TableWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
      case 'reload':
        return this.#open();
      case 'reopenWith':
        return this.#reopenWith();
      case 'rows':
        return this.#sendRows(message);
      case 'view':
        return this.#makeView(message);
      case 'summary':
        return this.#sendSummary(message);
      case 'person':
        return this.#sendPerson(message);
      case 'copy':
        return this.#copy(message);
      case 'changeCohort':
        return this.#changeCohort(message);
      case 'cellFilter':
        return this.#sendCellFilter(message);
      case 'columns':
        this.#shownColumns = message.shown;
        return;
      case 'copyText':
        return copyOneText(message.text, this.#closing.signal);
      case 'persons':
        return this.#context.growing?.onAction(message.action);
      case 'failure':
        this.#context.log.warn(`A table failed: ${message.message}`);
    }
  }

  /** The choice is remembered for the file. */
  async #reopenWith(): Promise<void> {
    const table = this.#table;
    const { fsPath: file } = this.#uri;
    const chosen = table && (await askDialect(table.dialect, table.format, this.#dialects.of(file)));
    if (!chosen || this.#closing.signal.aborted) return; // the tab may have closed before the answer
    await this.#dialects.keep(file, chosen);
    if (this.#closing.signal.aborted) return;
    await this.#open();
  }

  async #open(isContinued = false): Promise<void> {
    const opening = ++this.#opening;
    this.#file?.reset();
    // Until the table of the grown file has as many rows, the one that is shown answers.
    const minRows = isContinued ? (this.#index?.rows ?? 0) : 0;
    if (!isContinued) this.#forget();
    let isShown = false;
    const isCurrent = () => opening === this.#opening;
    const table = await openTable({
      path: this.#uri.fsPath,
      scratchDirectory: this.#context.scratchDirectory,
      workerUrl: pathToFileURL(this.#context.worker),
      chosen: this.#dialects.of(this.#uri.fsPath),
      minRows,
      onIndex: (state) => {
        if (!isCurrent()) return;
        this.#index = state;
        if (isShown) this.#sendIndex(state);
      },
      onBroken: (error) => {
        if (!isCurrent()) return;
        this.#context.log.error('A table’s worker failed.', error);
        const { message } = describeError(error);
        this.#post({ type: 'failed', message: t('Could not read the whole file: {0}', message) });
        if (this.#file) this.#file.show('broken');
        else this.#post({ type: 'file', state: 'broken' });
      },
    });
    if (!isCurrent()) return table.close();
    this.#close();
    this.#columnsSent = 0;
    this.#table = table;
    isShown = true;
    this.#sendInit(table, isContinued);
    // The worker may already be done.
    if (this.#index) this.#sendIndex(this.#index);
    if (!isContinued) this.#context.growing?.onOpened();
  }

  /** Resets what belongs to the table shown before. */
  #forget(): void {
    this.#close();
    this.#view = { id: 0, view: wholeFile };
    this.#shownColumns = undefined;
    this.#isFilledSent = false;
    this.#index = undefined;
  }

  #sendInit(table: Table, isContinued: boolean): void {
    this.#post({
      type: 'init',
      fileName: this.#context.growing?.title ?? path.basename(this.#uri.fsPath),
      hasOwnOrder: this.#hasOwnOrder(table),
      isContinued,
      cohortPersons: this.#context.cohortPersons,
      words: vscode.l10n.bundle ?? {},
    });
    this.#file?.repeat();
  }

  #sendIndex(state: IndexState): void {
    const { rows, doneBytes, bytes, isDone, columns, dialect } = state;
    const format = tableFormatOf(this.#uri.fsPath);
    const hasNew = columns.length > this.#columnsSent;
    this.#columnsSent = columns.length;
    this.#post({
      type: 'index',
      rows,
      doneBytes,
      bytes,
      isDone,
      columns: hasNew ? [...columns] : undefined,
      problems: describeProblems(state),
      hasDecimalCommas: dialect.decimal !== '.',
      dialect: this.#context.growing ? '' : describeDialect(dialect, format, t),
      unfit: isDone ? describeNoRows(path.basename(this.#uri.fsPath), state) : undefined,
    });
    if (this.#table && (isDone || rows >= sampledRows)) void this.#sendFilled(this.#table, this.#opening);
  }

  /** An export has the columns that its persons have, and nobody has put them into an order. */
  #hasOwnOrder({ format }: Table): boolean {
    const isExport = path.dirname(this.#uri.fsPath) === this.#context.exportsFolder;
    return format === 'csv' && !isExport;
  }

  async #sendFilled(table: Table, opening: number): Promise<void> {
    if (this.#isFilledSent || this.#hasOwnOrder(table)) return;
    this.#isFilledSent = true;
    try {
      const counts = await table.filledIn(sampledRows);
      if (opening === this.#opening) this.#post({ type: 'filled', counts });
    } catch (error) {
      this.#context.log.warn('Could not determine which columns are filled.', error);
    }
  }

  async #sendRows({ view, from, to, columns }: Message<'rows'>): Promise<void> {
    if (!this.#table || view !== this.#view.id) return; // a newer view is already on its way to the page
    const encoding = encodingNames[this.#table.dialect.encoding];
    const flaws: TableFlaw[] = [];
    const [cells, state] = await Promise.all([
      this.#table.cells(this.#view.view, from, to, columns, (row, flaw) =>
        flaws.push({ row, reason: describeFlaw(flaw, encoding) }),
      ),
      this.#table.fileState(),
    ]);
    this.#file?.show(state); // before the cells, so that none of another file shows without a notice
    this.#post({
      type: 'rows',
      view,
      from,
      columns,
      cells: cells.map((texts) => texts.map((text) => displayCell(text, maxCell))),
      flaws,
    });
  }

  async #makeView({ view: id, query, kept }: Message<'view'>): Promise<void> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const table = this.#table;
    if (!table) return this.#post({ type: 'working', share: undefined });
    const view = await table.view({ ...query, sort: query.sort }, asking.signal, (share) =>
      this.#post({ type: 'working', share }),
    );
    if (asking.signal.aborted) return;
    const before = this.#view;
    this.#view = { id, view };
    this.#post({ type: 'working', share: undefined });
    const groups = view.groups?.map(({ value, rows }) => ({ value: displayCell(value, maxCell), rows }));
    const moved = (row: number | undefined) =>
      row === undefined || kept?.view !== before.id ? undefined : table.positionIn(view, before.view, row);
    const keptRows = kept && { anchor: moved(kept.anchor), active: moved(kept.active) };
    this.#post({ type: 'viewed', view: id, rows: table.rowsOf(view), groups, kept: keptRows });
    if (query.group !== undefined && !groups)
      this.#post({ type: 'failed', message: tooManyGroups(table.columns[query.group] ?? '') });
  }

  async #sendSummary({ column }: Message<'summary'>): Promise<void> {
    const table = this.#table;
    if (!table) return this.#post({ type: 'working', share: undefined });
    this.#summarizing.abort(); // the page asks for another column
    const summarizing = new AbortController();
    this.#summarizing = summarizing;
    const signal = AbortSignal.any([summarizing.signal, this.#asking.signal]);
    const summary = await table.summarize(column, signal, (share) => this.#post({ type: 'working', share }));
    this.#post({ type: 'working', share: undefined });
    this.#post({ type: 'summary', summary });
  }

  async #sendPerson({ view, position }: Message<'person'>): Promise<void> {
    if (view !== this.#view.id) return;
    const found = await this.#table?.row(this.#view.view, position);
    if (found) this.#post({ type: 'person', view, position, ...found });
  }

  async #sendCellFilter({ view, position, column, test }: Message<'cellFilter'>): Promise<void> {
    if (view !== this.#view.id) return;
    const [texts] = (await this.#table?.cells(this.#view.view, position, position + 1, [column])) ?? [];
    const [value] = texts ?? [];
    if (value !== undefined) this.#post({ type: 'cellFilter', filter: { column, test, value } });
  }

  #shown(): ShownTable | undefined {
    const table = this.#table;
    const { view } = this.#view;
    if (!table || !this.#index?.isDone) return undefined;
    return shownTableOf(table, view, this.#shownColumns);
  }

  async #copy({ view, ...range }: Message<'copy'>): Promise<void> {
    const table = this.#table;
    if (!table || view !== this.#view.id) return;
    const problem = await copyRowsToClipboard(table, this.#view.view, range, this.#closing.signal);
    if (problem !== undefined) return this.#post({ type: 'failed', message: problem });
    const rows = Math.min(range.to, table.rowsOf(this.#view.view)) - range.from;
    this.#post({ type: 'copied', rows, cells: rows * range.columns.length });
  }

  async #changeCohort(message: Message<'changeCohort'>): Promise<void> {
    const table = this.#table;
    if (!table || message.view !== this.#view.id) return;
    const problem = await changeCohortOfRows(table, this.#view.view, message, this.#context.cohort);
    if (problem !== undefined) this.#post({ type: 'failed', message: problem });
    else if (message.action === 'removePersons') await this.#context.growing?.onAction('refresh');
  }

  #close(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    const table = this.#table;
    this.#table = undefined;
    table?.close().then(undefined, (error: unknown) => {
      this.#context.log.warn('Could not close a table.', error);
    });
  }

  #post(message: TableHostMessage): void {
    // False if the webview is gone, and the message with it.
    this.#panel.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.#context.log.warn('Could not send a message to a table.', error);
    });
  }
}
