// Puts the page together once the host has opened the file; the pieces do not know each other and meet here.
import type { TableFilter, TableHostMessage, TableQuery } from '#protocol/table.ts';
import { block, button } from '#webview/elements/controls.ts';
import { setWords, t } from '#webview/elements/translate.ts';
import { CellCache } from './cellCache.ts';
import { columnLabel } from './columnLabel.ts';
import { ColumnLayout } from './columnLayout.ts';
import { columnMenu } from './columnMenu.ts';
import { icon } from '#webview/elements/icons.ts';
import { count, words } from './tableElements.ts';
import { createFilterBar, type FilterBar } from './filterBar.ts';
import { Grid, type Arranged } from './grid.ts';
import { connectHost, type HostLink } from './hostMessages.ts';
import { readLayoutState } from './layoutState.ts';
import { openMenu } from '#webview/elements/menu.tsx';
import { Panes } from './panes.ts';
import { createStatusLine, type StatusLine } from './statusLine.ts';
import { TableQueries, type Narrowing } from './tableQueries.ts';
import { createToolbar, type Toolbar } from './toolbar.ts';

type Message<T extends TableHostMessage['type']> = Extract<TableHostMessage, { readonly type: T }>;

const stateDelayMs = 400;
/** Columns get their widths from so many texts. */
const textsForWidth = 200;

export function startTable(): void {
  let page: Page | undefined;
  const link = connectHost((message) => {
    if (message.type === 'init') (page ??= new Page(link, message)).open(message);
    else if (page) page.receive(message);
    else if (message.type === 'failed') showFailure(message.message);
  });
  addEventListener('error', ({ message }) => link.post({ type: 'failure', message: message.slice(0, 4000) }));
  link.post({ type: 'ready' });
}

/** The file could not even be opened. */
function showFailure(message: string): void {
  document.getElementById('page')?.replaceChildren(words('p', message, 'nothing'));
}

class Page {
  readonly #link: HostLink;
  readonly #layout = new ColumnLayout();
  readonly #cache = new CellCache();
  readonly #queries: TableQueries;
  readonly #grid: Grid;
  readonly #toolbar: Toolbar;
  readonly #filters: FilterBar;
  readonly #panes: Panes;
  readonly #status: StatusLine;
  readonly #banner = block('banner');
  readonly #nothing = words('p', '', 'nothing');
  #isSorted = false;
  #rows = 0;
  #isIndexed = false;
  #problems: readonly string[] = [];
  #stateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: HostLink, { words: translations, fileName }: Message<'init'>) {
    setWords(translations);
    this.#link = link;
    this.#queries = new TableQueries((view, query) => {
      link.post({ type: 'view', view, query });
      this.#status.setWork('query', 0);
    });
    this.#toolbar = this.#createToolbar();
    this.#filters = createFilterBar(this.#layout, {
      onChange: (filters) => this.#narrow({ filters }),
      onLeave: () => this.#grid.focus(),
    });
    this.#panes = this.#createPanes();
    this.#status = createStatusLine(() => this.#panes.openProblems(this.#problems));
    this.#grid = this.#createGrid(fileName);
    this.#build();
  }

  /** Also when the file is read anew. */
  open({ format }: Message<'init'>): void {
    this.#isSorted = format !== 'csv';
    this.#cache.clear();
    this.#layout.clear();
    this.#queries.reset();
    this.#toolbar.clearSearch();
    this.#filters.set([]);
    this.#grid.setFiltered(new Set());
    this.#grid.setSort(undefined);
    this.#rows = 0;
    this.#isIndexed = false;
    this.#grid.setRows(0);
    this.#panes.close();
  }

  receive(message: Exclude<TableHostMessage, Message<'init'>>): void {
    switch (message.type) {
      case 'index':
        return this.#grow(message);
      case 'rows':
        return this.#takeRows(message);
      case 'viewed':
        return this.#showView(message);
      case 'working':
        return this.#status.setWork('query', message.share);
      case 'summary':
        return this.#panes.showSummary(message.summary);
      case 'person':
        if (message.view === this.#queries.shown) this.#panes.showPerson(message);
        return;
      case 'copied':
        return this.#status.tell(
          message.rows === 1 ? t('Copied 1 row') : t('Copied {0} rows', count(message.rows)),
        );
      case 'file':
        return this.#showFileState(message.state);
      case 'failed':
        this.#status.setWork('query', undefined);
        return this.#status.tell(message.message);
    }
  }

  #createToolbar(): Toolbar {
    return createToolbar({
      onSearch: (search) => this.#narrow({ search }),
      onFilter: () => this.#filters.open(this.#grid.activeColumn ?? 0),
      onPerson: () => this.#openPerson(Math.max(0, this.#grid.activeCell.row), false),
      onSummary: () => this.#openSummary(),
      onColumns: () => this.#panes.openColumns(),
      onOpenAsText: () => this.#link.post({ type: 'openAsText' }),
      onLeaveSearch: () => this.#grid.focus(),
    });
  }

  #createPanes(): Panes {
    return new Panes(this.#layout, {
      askPerson: (position) => this.#link.post({ type: 'person', view: this.#queries.shown, position }),
      askSummary: (column) => {
        this.#status.setWork('query', 0);
        this.#link.post({ type: 'summary', column });
      },
      onFilter: (filter) => this.#addFilter(filter),
      onCopy: (text) => {
        this.#link.post({ type: 'copyText', text });
        this.#status.tell(t('Copied'));
      },
      onClose: () => this.#grid.focus(),
      say: (text) => this.#status.say(text),
      onHide: (column, isHidden) => this.#hide(column, isHidden),
      onMove: (column, step) => this.#grid.moveColumn(column, step),
      onShowAll: () => {
        for (const column of this.#layout.order) this.#layout.setHidden(column, false);
        this.#arranged();
      },
    });
  }

  #createGrid(fileName: string): Grid {
    return new Grid(this.#layout, this.#cache, fileName, {
      ask: (requests) => {
        for (const { from, to, columns } of requests) {
          this.#link.post({ type: 'rows', view: this.#queries.shown, from, to, columns: [...columns] });
        }
      },
      onScroll: () => this.#status.letGo(),
      onActive: ({ row }) => {
        this.#status.letGo();
        const { fromRow, toRow, fromColumn, toColumn } = this.#grid.range();
        this.#status.setSelected(toRow - fromRow, toColumn - fromColumn);
        if (row >= 0) this.#panes.follow(row);
      },
      onOpen: (row) => this.#openPerson(row, true),
      onSort: (column) => this.#sort(this.#queries.nextSort(column)),
      onMenu: (column, place) => this.#openMenu(column, place),
      onCopy: () => this.#copy(),
      onLayout: (said) => this.#arranged(said),
    });
  }

  #build(): void {
    const root = document.getElementById('page') ?? document.body;
    const frame = block('grid-frame', this.#grid.element, this.#nothing);
    this.#nothing.hidden = true;
    this.#banner.hidden = true;
    this.#banner.setAttribute('role', 'status');
    const middle = block('middle', frame, this.#panes.element);
    root.replaceChildren(
      this.#toolbar.element,
      this.#filters.element,
      this.#banner,
      middle,
      this.#status.element,
    );
    this.#grid.start();
    this.#grid.focus();
    document.addEventListener('keydown', (event) => {
      const isFind = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f';
      if (!isFind) return;
      event.preventDefault();
      event.stopPropagation();
      this.#toolbar.focusSearch();
    });
  }

  #grow({ rows, doneBytes, bytes, isDone, columns, problems }: Message<'index'>): void {
    if (columns) this.#layout.setNames(columns, this.#isSorted);
    // Of a large file the last news brings no column that is new.
    const kept = isDone && !this.#isIndexed ? readLayoutState(this.#link.readState()) : undefined;
    if (kept) this.#layout.restore(kept);
    if (columns || kept) this.#grid.relayout();
    if (this.#queries.shown === 0) {
      this.#cache.forgetFrom(this.#rows);
      this.#grid.setRows(rows);
    }
    this.#rows = rows;
    this.#isIndexed = isDone;
    this.#problems = problems.sentences;
    this.#status.setProblems(problems.count);
    this.#status.setWork('index', isDone ? undefined : doneBytes / Math.max(1, bytes));
    this.#showCounts();
  }

  #takeRows(message: Message<'rows'>): void {
    if (message.view !== this.#queries.shown) return;
    this.#cache.put(message);
    if (message.from === 0) {
      for (const [at, column] of message.columns.entries()) {
        this.#layout.guess(column, this.#grid.widestPx(message.cells[at] ?? []));
      }
      this.#grid.relayout();
    }
    this.#grid.drawAnswer();
  }

  #showView({ view, rows }: Message<'viewed'>): void {
    if (!this.#queries.arrived(view)) return;
    this.#cache.clear();
    this.#grid.setRows(rows);
    this.#grid.showTop();
    this.#showCounts();
    if (this.#queries.isNarrowed) this.#status.say(t('{0} of {1} persons', count(rows), count(this.#rows)));
    this.#panes.viewChanged();
  }

  #showCounts(): void {
    const shown = this.#grid.rowCount;
    const { isNarrowed } = this.#queries;
    this.#status.setRows(shown, this.#rows, isNarrowed);
    this.#nothing.hidden = shown > 0 || (!this.#isIndexed && !isNarrowed);
    this.#nothing.textContent = isNarrowed
      ? t('No person matches.')
      : t('There are no persons in this file.');
  }

  #narrow(narrowing: Narrowing): void {
    this.#queries.narrow(narrowing);
    const { filters } = this.#queries.query;
    this.#filters.set(filters);
    this.#grid.setFiltered(new Set(filters.map(({ column }) => column)));
  }

  #addFilter(filter: TableFilter): void {
    this.#narrow({ filters: [...this.#queries.query.filters, filter] });
  }

  #sort(sort: TableQuery['sort']): void {
    this.#queries.sort(sort);
    this.#grid.setSort(sort);
    if (!sort) return this.#status.say(t('Not sorted'));
    const name = this.#label(sort.column);
    this.#status.say(
      sort.isDescending ? t('Sorted by {0}, descending', name) : t('Sorted by {0}, ascending', name),
    );
  }

  #openMenu(column: number, place: DOMRect): void {
    const { sort } = this.#queries.query;
    const { visible } = this.#layout;
    const items = columnMenu({
      sort: sort?.column === column ? sort : undefined,
      isFirst: visible[0] === column,
      isLast: visible.at(-1) === column,
      isOnly: visible.length === 1,
      onSort: (isDescending) => this.#sort(isDescending === undefined ? undefined : { column, isDescending }),
      onFilter: () => this.#filters.open(column),
      onSummary: () => this.#panes.openSummary(column),
      onHide: () => this.#hide(column, true),
      onMove: (step) => this.#grid.moveColumn(column, step),
      onResize: (byPx) => this.#grid.resizeColumn(column, byPx),
      onFit: () => this.#fit(column),
      onCopyName: () => this.#link.post({ type: 'copyText', text: this.#layout.name(column) }),
    });
    openMenu(this.#label(column), items, place, () => this.#grid.focus());
  }

  #openPerson(row: number, isFocused: boolean): void {
    if (this.#grid.rowCount > 0) this.#panes.openPerson(row, isFocused);
  }

  #openSummary(): void {
    const column = this.#grid.activeColumn;
    if (column !== undefined) this.#panes.openSummary(column);
  }

  #hide(column: number, isHidden: boolean): boolean {
    if (!this.#layout.setHidden(column, isHidden)) return false;
    const name = this.#label(column);
    this.#status.say(isHidden ? t('{0} is hidden', name) : t('{0} shows', name));
    this.#arranged();
    return true;
  }

  #fit(column: number): void {
    const rows = Math.min(this.#grid.rowCount, textsForWidth);
    const texts = Array.from({ length: rows }, (_, row) => this.#cache.get(row, column) ?? '');
    this.#layout.fit(column, this.#grid.widestPx(texts));
    this.#arranged();
  }

  #arranged(said?: Arranged): void {
    this.#grid.relayout();
    this.#panes.arranged();
    if (said) {
      const place = this.#layout.visible.indexOf(said.column) + 1;
      const name = this.#label(said.column);
      if (said.change === 'resized') {
        this.#status.say(t('{0}: {1} pixels wide', name, this.#layout.width(said.column)));
      } else this.#status.say(t('{0}: column {1} of {2}', name, place, this.#layout.visible.length));
    }
    clearTimeout(this.#stateTimer);
    this.#stateTimer = setTimeout(
      () => this.#link.writeState({ layout: this.#layout.state() }),
      stateDelayMs,
    );
  }

  #copy(): void {
    const { fromRow, toRow, fromColumn, toColumn } = this.#grid.range();
    if (this.#grid.activeCell.row < 0) {
      const column = this.#grid.activeColumn;
      if (column !== undefined) this.#link.post({ type: 'copyText', text: this.#layout.name(column) });
      return;
    }
    const columns = this.#layout.visible.slice(fromColumn, toColumn);
    const view = this.#queries.shown;
    // Whole rows are a table of their own, which needs its header.
    const hasHeader = columns.length === this.#layout.visible.length && toRow - fromRow > 1;
    this.#link.post({ type: 'copy', view, from: fromRow, to: toRow, columns, hasHeader });
  }

  #showFileState(state: 'same' | 'changed' | 'gone'): void {
    this.#banner.hidden = state === 'same';
    if (state === 'same') return;
    const text =
      state === 'gone'
        ? t('The file was deleted. The table still shows what it held.')
        : t('The file has changed since it was read, so the table may be wrong.');
    const reload = button({
      icon: 'refresh',
      label: t('Reload'),
      withWords: true,
      run: () => this.#link.post({ type: 'reload' }),
    });
    reload.hidden = state === 'gone';
    this.#banner.replaceChildren(icon('warning'), words('span', text), reload);
  }

  #label(column: number): string {
    return columnLabel(this.#layout.name(column), column);
  }
}
