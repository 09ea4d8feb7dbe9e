// Puts the page together once the host has opened the file, and passes messages between its parts.
import { createRef, render } from 'preact';
import type { TableFilter, TableHostMessage, TableQuery } from '#protocol/tableMessages.ts';
import { takeFocus } from '#webview/elements/rovingFocus.ts';
import { setWords, t } from '#webview/elements/translate.ts';
import { listenForSelectedText } from '#webview/elements/menu.tsx';
import { CellCache } from '#webview/table/grid/cellCache.ts';
import { ColumnController } from './columnController.ts';
import { ColumnLayout, isPersonColumn } from '#webview/table/columns/columnLayout.ts';
import { Grid } from '#webview/table/grid/grid.ts';
import type { GridActions } from '#webview/table/grid/gridActions.ts';
import type { TableLink } from './connectHost.ts';
import { focusPane } from '#webview/table/pane/sidePane.tsx';
import { PaneController } from './paneController.ts';
import { copiedText, rowCountText } from './rowCountText.ts';
import { FirstSearchHit, type Narrowing, ViewQueries } from './viewQueries.ts';
import { listenForFind } from './searchField.tsx';
import { TableFrame, type TableActions, type TableRefs } from './tableFrame.tsx';
import { type TableState, TableStore } from './tableState.ts';
import { RowGroups } from '#webview/table/grid/rowGroups.ts';
import { TableMenus } from './tableMenus.ts';

type Message<T extends TableHostMessage['type']> = Extract<TableHostMessage, { readonly type: T }>;

export function pageElement(): HTMLElement {
  return document.getElementById('page') ?? document.body;
}

export class TablePage {
  readonly #link: TableLink;
  readonly #layout = new ColumnLayout();
  readonly #cache = new CellCache();
  readonly #store: TableStore;
  readonly #queries: ViewQueries;
  readonly #columns: ColumnController;
  readonly #pane: PaneController;
  readonly #menus: TableMenus;
  readonly #refs: TableRefs = { grid: createRef(), search: createRef(), paneContent: createRef() };
  readonly #grid: Grid;
  #isSorted = false;
  readonly #firstSearchHit = new FirstSearchHit((view) =>
    this.#link.post({ type: 'person', view, position: 0 }),
  );
  /** How many persons there were when more were asked for at the end of the table. */
  #loadedAtRows = 0;
  #problems: readonly string[] = [];
  /** The place of an earlier page was gone to; until then, none is saved. */
  #isPlaced = false;

  constructor(link: TableLink, { words, fileName }: Message<'init'>) {
    setWords(words);
    this.#link = link;
    const actions = this.#createActions();
    this.#store = new TableStore((state) => this.#render(fileName, state, actions));
    this.#queries = new ViewQueries((view, query, kept) => {
      link.post({ type: 'view', view, query, kept });
      this.#columns.saveQuery(query);
      this.#store.update({ queryShare: 0 });
    });
    this.#columns = new ColumnController({
      layout: this.#layout,
      cache: this.#cache,
      grid: () => this.#grid,
      store: this.#store,
      link,
    });
    this.#pane = this.#createPaneController();
    this.#menus = this.#createMenus();
    this.#render(fileName, this.#store.state, actions);
    const gridElement = this.#refs.grid.current;
    if (!gridElement) throw new Error('the page has no grid element');
    this.#grid = new Grid(gridElement, this.#layout, this.#cache, this.#createGridActions());
    takeFocus(() => this.#grid.focus());
    listenForFind(this.#refs.search);
    listenForSelectedText((text) => this.#copyText(text));
  }

  /** Also called when the file is read again. */
  open({ hasOwnOrder, isContinued, cohortPersons }: Message<'init'>): void {
    const { anchor, active } = this.#grid.keepRows();
    const kept = { anchor, active: this.#pane.personPosition ?? active };
    if (isContinued) return this.#queries.repeat(kept) ? undefined : this.#pane.rowsAdded();
    this.#isSorted = !hasOwnOrder;
    this.#cache.clear();
    this.#layout.clear();
    this.#queries.reset();
    this.#pane.close();
    this.#store.reset(cohortPersons);
    this.#firstSearchHit.reset();
    this.#loadedAtRows = 0;
    this.#grid.setSearch('');
    this.#grid.setFiltered(new Set());
    this.#grid.setSort(undefined);
    this.#grid.setRows(0);
  }

  receive(message: Exclude<TableHostMessage, Message<'init'>>): void {
    switch (message.type) {
      case 'index':
        return this.#takeIndex(message);
      case 'filled':
        this.#layout.setFilled(message.counts);
        return this.#columns.relayout();
      case 'rows':
        return this.#takeRows(message);
      case 'viewed':
        return this.#showView(message);
      case 'working':
        return this.#store.update({ queryShare: message.share });
      case 'summary':
        return this.#pane.showSummary(message.summary);
      case 'person':
        if (message.view !== this.#queries.shown) return;
        this.#goToHit(message);
        return this.#pane.showPerson(message);
      case 'cellFilter':
        return this.#addFilter(message.filter);
      case 'copied':
        return this.#store.showMessage(copiedText(message, this.#layout.visible.length));
      case 'file':
        return this.#store.showFileState(message.state);
      case 'persons':
        this.#store.update({ persons: message.persons });
        return this.#loadMoreAtEnd();
      case 'failed':
        this.#store.update({ queryShare: undefined });
        return this.#store.showMessage(message.message);
    }
  }

  #render(fileName: string, state: TableState, actions: TableActions): void {
    render(
      <TableFrame
        fileName={fileName}
        layout={this.#layout}
        state={state}
        actions={actions}
        refs={this.#refs}
      />,
      pageElement(),
    );
  }

  #createPaneController(): PaneController {
    return new PaneController({
      layout: this.#layout,
      onChange: (pane) => this.#store.update({ pane }),
      revealColumn: (column = this.#grid.activeColumn ?? 0) => this.#grid.revealColumn(column),
      requestPerson: (position) => this.#link.post({ type: 'person', view: this.#queries.shown, position }),
      requestSummary: (column) => {
        this.#store.update({ queryShare: 0 });
        this.#link.post({ type: 'summary', column });
      },
      focusPane: () => focusPane(this.#refs.paneContent.current),
      announce: (text) => this.#store.announce(text),
    });
  }

  #createActions(): TableActions {
    return {
      toolbar: {
        onSearch: (search) => search === this.#queries.query.search || this.#narrow({ search }),
        onLeaveSearch: () => this.#grid.focus(),
        onFilter: () => this.#openFilterForm(this.#grid.activeColumn ?? 0),
        onPerson: () => this.#openPerson(this.#grid.activeRow ?? 0, false),
        onSummary: () => {
          const column = this.#grid.activeColumn;
          if (column !== undefined) this.#pane.openSummary(column);
        },
        onColumns: () => this.#pane.openColumns(),
        onPersons: (action) => this.#link.post({ type: 'persons', action }),
      },
      filterBar: {
        onFilters: (filters) => this.#narrow({ filters }),
        onUngroup: () => this.#group(undefined),
        onOpenGroups: (isOpen) => this.#grid.setAllGroupsOpen(isOpen),
        onEdit: (filter) => this.#openFilterForm(filter.column, filter),
        onForm: (form) => this.#showFilterForm(form),
      },
      pane: {
        onFilter: (filter) => this.#addFilter(filter),
        onCopy: (text) => this.#copyText(text),
        onClose: () => {
          this.#pane.close();
          this.#grid.focus();
        },
        onHide: (column, isHidden) => this.#columns.hide(column, isHidden),
        onMove: (column, step) => this.#grid.moveColumn(column, step),
        onShowAll: (columns) => this.#columns.showAll(columns),
        onHideAll: (columns) => this.#columns.hideAll(columns),
        onGoTo: (column) => this.#grid.goToColumn(column),
      },
      onReload: () => this.#link.post({ type: 'reload' }),
      onProblems: () => this.#pane.openProblems(this.#problems),
      onReopenWith: () => this.#link.post({ type: 'reopenWith' }),
    };
  }

  #createGridActions(): GridActions {
    return {
      request: (requests) => {
        for (const { from, to, columns } of requests)
          this.#link.post({ type: 'rows', view: this.#queries.shown, from, to, columns: [...columns] });
      },
      onScroll: () => this.#store.clearMessage(),
      onDraw: () => {
        if (this.#isPlaced) this.#columns.savePlace();
        this.#loadMoreAtEnd();
        this.#showSelection(); // a view with other rows drops it
      },
      onActive: () => {
        this.#store.clearMessage();
        const { activeRow } = this.#grid;
        if (activeRow !== undefined) this.#pane.followRow(activeRow);
        const column = this.#grid.activeColumn;
        if (column !== undefined) this.#pane.followColumn(column);
      },
      onOpen: (row) => this.#openPerson(row, true),
      onSort: (column) => this.#sort(this.#queries.nextSort(column)),
      onMenu: (column, place) => this.#menus.openOfColumn(column, place),
      onCellMenu: (cell, place) => this.#menus.openOfCell(cell, place),
      onCopy: () => this.#copy(),
      onLayout: (change) => this.#columns.changed(change),
    };
  }

  #createMenus(): TableMenus {
    return new TableMenus({
      layout: this.#layout,
      queries: this.#queries,
      columns: this.#columns,
      pane: this.#pane,
      grid: () => this.#grid,
      link: this.#link,
      onSort: (sort) => this.#sort(sort),
      onGroup: (column) => this.#group(column),
      onFilter: (column) => this.#openFilterForm(column),
      onCopy: (hasHeader) => this.#copy(hasHeader),
      onPerson: (row) => this.#openPerson(row, true),
      persons: () => this.#store.state.persons,
    });
  }

  #takeIndex({ rows, doneBytes, bytes, isDone, columns, ...facts }: Message<'index'>): void {
    const { problems, dialect, hasDecimalCommas, unfit } = facts;
    this.#grid.setDecimalCommas(hasDecimalCommas);
    if (rows < this.#store.state.totalRows) return; // of a file that has grown and is read again
    if (columns) this.#layout.setNames(columns, this.#isSorted);
    // The last message about a large file need not bring columns.
    const isIndexed = isDone && !this.#store.state.isIndexed;
    const isRestored = isIndexed && this.#columns.restore();
    if (columns || isRestored) this.#columns.relayout();
    if (this.#queries.shown === 0) {
      this.#cache.forgetFrom(this.#store.state.totalRows);
      this.#grid.setRows(rows);
    }
    this.#problems = problems.sentences;
    this.#store.update({
      totalRows: rows,
      shownRows: this.#grid.rowCount,
      isIndexed: isDone,
      holdsPersons: this.#layout.names.some(isPersonColumn),
      unfit,
      dialect,
      problemCount: problems.count,
      indexShare: isDone ? undefined : doneBytes / Math.max(1, bytes),
    });
    if (isIndexed && this.#queries.isWholeFile) this.#restoreQuery();
  }

  #restorePlace(): void {
    this.#isPlaced = true;
    const place = this.#store.state.persons ? undefined : this.#columns.savedPlace; // their end loads more
    if (place) this.#grid.goTo(place);
  }

  #restoreQuery(): void {
    const { search, filters, sort, group } = this.#columns.savedQuery;
    if (this.#refs.search.current && search !== '') this.#refs.search.current.value = search;
    if (search !== '' || filters.length > 0) this.#narrow({ search, filters });
    if (sort) this.#sort(sort);
    if (group !== undefined) this.#group(group);
    const draft = this.#columns.savedDraft(filters);
    if (draft && !this.#store.state.filterForm) this.#showFilterForm({ id: 1, ...draft });
    if (this.#queries.isWholeFile) this.#restorePlace();
  }

  #takeRows(message: Message<'rows'>): void {
    if (message.view !== this.#queries.shown) return;
    this.#cache.put(message);
    if (message.from === 0) {
      for (const [index, column] of message.columns.entries())
        this.#layout.fitInitially(column, this.#grid.widestPx(message.cells[index] ?? []));
      this.#grid.relayout();
    }
    this.#grid.drawAnswer();
  }

  #showView({ view, rows, groups, kept }: Message<'viewed'>): void {
    if (!this.#queries.arrived(view)) return;
    if (!groups) this.#queries.dropGroup();
    const { isNarrowed } = this.#queries;
    const isCounted = isNarrowed || this.#store.state.isNarrowed;
    const { search, group: column } = this.#queries.query;
    this.#cache.clear();
    this.#grid.setSearch(search);
    this.#grid.showView(rows, groups && new RowGroups(groups, this.#grid.groups, isNarrowed), kept);
    if (!this.#isPlaced) this.#restorePlace();
    else if (rows > 0) this.#firstSearchHit.seek(search, view);
    const group = groups && column !== undefined ? { column, count: groups.length } : undefined;
    this.#store.update({ shownRows: rows, isNarrowed, group });
    if (isCounted || group) this.#store.announce(rowCountText(this.#store.state));
    this.#pane.viewChanged(kept?.active);
  }

  #goToHit(message: Message<'person'>): void {
    const column = this.#firstSearchHit.columnIn(message, this.#layout.visible);
    if (column !== undefined) this.#grid.goToColumn(column, 0);
  }

  #narrow(narrowing: Narrowing): void {
    this.#queries.narrow(narrowing);
    const { filters } = this.#queries.query;
    this.#store.update({ filters });
    this.#grid.setFiltered(new Set(filters.map(({ column }) => column)));
  }

  #addFilter(filter: TableFilter): void {
    this.#narrow({ filters: [...this.#queries.query.filters, filter] });
  }

  #openFilterForm(column: number, edited?: TableFilter): void {
    const id = (this.#store.state.filterForm?.id ?? 0) + 1;
    this.#showFilterForm({ id, draft: edited ?? { column, test: 'contains', value: '' }, edited });
  }

  #showFilterForm(filterForm: TableState['filterForm']): void {
    this.#store.update({ filterForm });
    this.#columns.saveDraft(filterForm);
    if (!filterForm) this.#grid.focus();
  }

  #group(column: number | undefined): void {
    this.#queries.group(column);
    if (column === undefined) return this.#store.announce(t('Not grouped'));
    this.#grid.goToColumn(column, 0); // the header would keep the keys from the groups
    this.#store.announce(t('Grouped by {0}', this.#columns.label(column)));
  }

  /** Loads the next page of a cohort’s persons once a person has scrolled to the last rows. */
  #loadMoreAtEnd(): void {
    const { persons, totalRows } = this.#store.state;
    const isAtEnd = this.#queries.showsWholeFile && this.#grid.isNearEnd;
    if (!persons?.canLoadMore || !isAtEnd || totalRows <= this.#loadedAtRows) return;
    this.#loadedAtRows = totalRows; // until they have come
    this.#link.post({ type: 'persons', action: 'loadMore' });
  }

  #sort(sort: TableQuery['sort']): void {
    this.#queries.sort(sort);
    this.#grid.setSort(sort);
    if (!sort) return this.#store.announce(t('Not sorted'));
    const label = this.#columns.label(sort.column);
    this.#store.announce(
      sort.isDescending ? t('Sorted by {0}, descending', label) : t('Sorted by {0}, ascending', label),
    );
  }

  #openPerson(row: number, takesFocus: boolean): void {
    if (this.#grid.rowCount > 0) this.#pane.openPerson(row, takesFocus);
  }

  #showSelection(): void {
    const { fromColumn, toColumn } = this.#grid.range();
    const { from, to } = this.#grid.selectedRows();
    const [selectedRows, selectedColumns] = [to - from, toColumn - fromColumn];
    const { state } = this.#store;
    if (selectedRows !== state.selectedRows || selectedColumns !== state.selectedColumns)
      this.#store.update({ selectedRows, selectedColumns });
  }

  #copyText(text: string): void {
    this.#link.post({ type: 'copyText', text });
    this.#store.showMessage(t('Copied'));
  }

  /** Several whole rows are copied with a header unless they are asked for without. */
  #copy(hasHeader?: boolean): void {
    const { fromColumn, toColumn } = this.#grid.range();
    const { from, to } = this.#grid.selectedRows();
    const { activeColumn: column, activeCell } = this.#grid;
    if (activeCell.row < 0 && column !== undefined)
      this.#link.post({ type: 'copyText', text: this.#layout.name(column) });
    if (activeCell.row < 0 || to <= from) return; // the header, or a table without rows
    const columns = this.#layout.visible.slice(fromColumn, toColumn);
    const view = this.#queries.shown;
    const isTable = columns.length === this.#layout.visible.length && to - from > 1;
    this.#link.post({ type: 'copy', view, from, to, columns, hasHeader: hasHeader ?? isTable });
  }
}
