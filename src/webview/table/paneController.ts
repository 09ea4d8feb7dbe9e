// Decides what the side pane shows, and requests it from the host.
import type { TableHostMessage, TableSummary } from '#protocol/tableMessages.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import type { PaneState } from './tableState.ts';

export interface PaneControllerOptions {
  readonly layout: ColumnLayout;
  readonly onChange: (pane: PaneState | undefined) => void;
  /** Scrolls to a column, by default the active one. */
  readonly revealColumn: (column?: number) => void;
  readonly requestPerson: (position: number) => void;
  readonly requestSummary: (column: number) => void;
  readonly focusPane: () => void;
  readonly announce: (text: string) => void;
}

/** While an arrow key is held down, the persons on the way are not requested. */
const personDelayMs = 60;
/** A summary reads the whole column. */
const summaryDelayMs = 250;

export class PaneController {
  readonly #options: PaneControllerOptions;
  #pane: PaneState | undefined;
  /** The person that was requested last. */
  #position = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PaneControllerOptions) {
    this.#options = options;
  }

  /** The row of the view that the pane shows as a person. */
  get personPosition(): number | undefined {
    return this.#pane?.kind === 'person' ? this.#position : undefined;
  }

  close(): void {
    this.#show(undefined);
  }

  openPerson(position: number, takesFocus: boolean): void {
    if (this.#pane?.kind !== 'person') this.#show({ kind: 'person', position, cells: undefined });
    this.#position = position;
    this.#options.requestPerson(position);
    if (takesFocus) this.#options.focusPane();
  }

  /** Another row became active. */
  followRow(position: number): void {
    if (this.#pane?.kind !== 'person') return;
    this.#position = position;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.requestPerson(position), personDelayMs);
  }

  showPerson({ position, cells }: Extract<TableHostMessage, { readonly type: 'person' }>): void {
    if (this.#pane?.kind !== 'person' || position !== this.#position) return;
    this.#show({ kind: 'person', position, cells });
  }

  openSummary(column: number): void {
    clearTimeout(this.#timer); // of the column that was active before
    const isOpen = this.#pane?.kind === 'summary' && this.#pane.column === column;
    if (!isOpen) this.#show({ kind: 'summary', column, summary: undefined });
    this.#options.requestSummary(column);
  }

  /** Another column is active. */
  followColumn(column: number): void {
    if (this.#pane?.kind !== 'summary') return;
    clearTimeout(this.#timer);
    if (this.#pane.column === column) return;
    this.#timer = setTimeout(() => this.openSummary(column), summaryDelayMs);
  }

  showSummary(summary: TableSummary): void {
    const { column, filled, distinct } = summary;
    if (this.#pane?.kind !== 'summary' || this.#pane.column !== column) return;
    this.#show({ kind: 'summary', column, summary });
    const label = this.#options.layout.label(column);
    this.#options.announce(
      t('Summary of {0}: {1} filled, {2} distinct', label, formatCount(filled), formatCount(distinct)),
    );
  }

  openColumns(): void {
    this.#show({ kind: 'columns' });
    this.#options.focusPane();
  }

  openProblems(sentences: readonly string[]): void {
    this.#show({ kind: 'problems', sentences });
    this.#options.focusPane();
  }

  /** The file has grown. A summary counts all of it, also one that was being counted. */
  rowsAdded(): void {
    if (this.#pane?.kind === 'summary') this.openSummary(this.#pane.column);
  }

  /**
   * Other rows are shown, so what the pane says about rows has changed.
   * @param position of the person that is shown next
   */
  viewChanged(position = 0): void {
    this.rowsAdded();
    if (this.#pane?.kind === 'person') this.openPerson(position, false);
  }

  #show(pane: PaneState | undefined): void {
    if (pane?.kind !== this.#pane?.kind) clearTimeout(this.#timer);
    const before = this.#pane;
    this.#pane = pane;
    this.#options.onChange(pane);
    this.#keepInView(pane, before);
  }

  /** The pane narrows the table, so the column that the pane is about is scrolled back into view. */
  #keepInView(pane: PaneState | undefined, before: PaneState | undefined): void {
    if (pane?.kind === 'summary') {
      const isSame = before?.kind === 'summary' && before.column === pane.column;
      if (!isSame) this.#options.revealColumn(pane.column);
    } else if (pane && !before) {
      this.#options.revealColumn();
    }
  }
}
