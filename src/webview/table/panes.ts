// What the pane beside the grid shows: a person, a column's summary, the columns, or the file's problems.
import type { TableFilter, TableHostMessage, TableSummary } from '#protocol/table.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { drawColumnList, type ColumnListActions } from './columnList.ts';
import { count, words } from './tableElements.ts';
import { createPane, type Pane } from './pane.ts';
import { drawDetails } from './personDetails.ts';
import { drawSummary } from './summaryView.ts';

export interface PanesActions extends ColumnListActions {
  readonly askPerson: (position: number) => void;
  readonly askSummary: (column: number) => void;
  readonly onFilter: (filter: TableFilter) => void;
  readonly onCopy: (text: string) => void;
  readonly onClose: () => void;
  readonly say: (text: string) => void;
}

/** Somebody who holds an arrow key down is not shown every person on the way. */
const personDelayMs = 60;

export class Panes {
  readonly #pane: Pane;
  readonly #layout: ColumnLayout;
  readonly #actions: PanesActions;
  #position = 0;
  #summary: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(layout: ColumnLayout, actions: PanesActions) {
    this.#layout = layout;
    this.#actions = actions;
    this.#pane = createPane(actions.onClose);
  }

  get element(): HTMLElement {
    return this.#pane.element;
  }

  close(): void {
    if (this.#pane.kind) this.#pane.close();
  }

  openPerson(position: number, isFocused: boolean): void {
    if (this.#pane.kind !== 'person') this.#pane.show('person', personTitle(position));
    this.#position = position;
    this.#actions.askPerson(position);
    if (isFocused) this.#pane.focus();
  }

  /** Another row is active. */
  follow(position: number): void {
    if (this.#pane.kind !== 'person') return;
    this.#position = position;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#actions.askPerson(position), personDelayMs);
  }

  showPerson({ position, cells }: Extract<TableHostMessage, { readonly type: 'person' }>): void {
    if (this.#pane.kind !== 'person' || position !== this.#position) return;
    const properties = cells.map(({ column, text }) => ({ column, name: this.#layout.name(column), text }));
    const nodes = drawDetails(properties, {
      onCopy: this.#actions.onCopy,
      onFilter: ({ column, text }) => this.#actions.onFilter({ column, test: 'is', value: text }),
    });
    this.#pane.show('person', personTitle(position), ...nodes);
  }

  openSummary(column: number): void {
    if (this.#summary !== column || this.#pane.kind !== 'summary') {
      this.#pane.show('summary', this.#label(column), words('p', t('Counting…'), 'faint'));
    }
    this.#summary = column;
    this.#actions.askSummary(column);
  }

  showSummary(summary: TableSummary): void {
    const { column, filled, distinct } = summary;
    if (this.#pane.kind !== 'summary' || column !== this.#summary) return;
    const nodes = drawSummary(summary, {
      onValue: (value) => this.#actions.onFilter({ column, test: 'is', value }),
    });
    const label = this.#label(column);
    this.#pane.show('summary', label, ...nodes);
    this.#actions.say(t('Summary of {0}: {1} filled, {2} distinct', label, count(filled), count(distinct)));
  }

  openColumns(): void {
    this.#pane.show('columns', t('Columns'), ...drawColumnList(this.#layout, this.#actions));
  }

  /** Columns were moved or hidden. */
  arranged(): void {
    if (this.#pane.kind === 'columns') this.openColumns();
  }

  openProblems(sentences: readonly string[]): void {
    const list = document.createElement('ul');
    list.className = 'problem-list';
    list.append(...sentences.map((sentence) => words('li', sentence)));
    this.#pane.show('problems', t('Problems of the File'), list);
    this.#pane.focus();
  }

  /** Other rows show: what the pane says is about them. */
  viewChanged(): void {
    if (this.#pane.kind === 'summary' && this.#summary !== undefined) this.openSummary(this.#summary);
    if (this.#pane.kind === 'person') this.openPerson(0, false);
  }

  #label(column: number): string {
    return columnLabel(this.#layout.name(column), column);
  }
}

function personTitle(position: number): string {
  return t('Person {0}', count(position + 1));
}
