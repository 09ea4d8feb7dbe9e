// Hides, moves and resizes columns. The layout is saved with the page.
import type { TableFilter, TableQuery } from '#protocol/tableMessages.ts';
import { t } from '#webview/elements/translate.ts';
import {
  type ColumnLayout,
  fieldOf,
  lastColumnNote,
  readSavedLayout,
} from '#webview/table/columns/columnLayout.ts';
import type { CellCache } from '#webview/table/grid/cellCache.ts';
import type { Grid, GridPlace } from '#webview/table/grid/grid.ts';
import type { ColumnChange } from '#webview/table/grid/gridKeys.ts';
import type { TableLink } from './connectHost.ts';
import { asFilterTest } from './filterBar.tsx';
import type { FilterDraft, TableStore } from './tableState.ts';

const saveDelayMs = 400;
const placeDelayMs = 200;
/** Columns are fitted to so many texts. */
const textsForWidth = 200;

export interface ColumnControllerOptions {
  readonly layout: ColumnLayout;
  readonly cache: CellCache;
  readonly grid: () => Grid;
  readonly store: TableStore;
  readonly link: TableLink;
}

export class ColumnController {
  readonly #options: ColumnControllerOptions;
  /** Undefined for all columns as the file has them. */
  #reported: readonly number[] | undefined;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #placeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ColumnControllerOptions) {
    this.#options = options;
  }

  label(column: number): string {
    return this.#options.layout.label(column);
  }

  /** The last visible column stays visible. */
  hide(column: number, isHidden: boolean): void {
    const { layout, store } = this.#options;
    const label = this.label(column);
    if (!layout.setHidden(column, isHidden)) store.announce(lastColumnNote(label));
    else store.announce(isHidden ? t('{0} is hidden', label) : t('{0} is shown', label));
    this.changed();
  }

  /** Of all these columns, one stays visible if no other column is: the active one, if it is visible. */
  hideAll(columns: readonly number[]): void {
    const { layout, store, grid } = this.#options;
    const kept = layout.hide(columns, grid().activeColumn);
    if (kept !== undefined) store.announce(lastColumnNote(this.label(kept)));
    this.changed();
  }

  showAll(columns: readonly number[]): void {
    this.#options.layout.show(columns);
    this.changed();
  }

  /** What the menu of a column offers about pinning. */
  pinning(column: number) {
    const isPinned = this.#options.layout.isPinned(column);
    return { isPinned, onPin: () => this.#pin(column, !isPinned) };
  }

  #pin(column: number, isPinned: boolean): void {
    const { layout, store } = this.#options;
    layout.setPinned(column, isPinned);
    const label = this.label(column);
    store.announce(isPinned ? t('{0} is pinned', label) : t('{0} is no longer pinned', label));
    this.changed();
    this.#options.grid().goToColumn(column);
  }

  /** @param column a visible one */
  hideOthers(column: number): void {
    const { layout, store } = this.#options;
    layout.hide(layout.order.filter((other) => other !== column));
    store.announce(t('Only {0} is shown', this.label(column)));
    this.changed();
  }

  /** Makes the column as wide as its loaded texts need. */
  fit(column: number): void {
    const { layout, cache } = this.#options;
    const grid = this.#options.grid();
    const rows = Math.min(grid.rowCount, textsForWidth);
    const texts = Array.from({ length: rows }, (_, row) => cache.get(row, column) ?? '');
    layout.fit(column, grid.widestPx(texts));
    this.changed();
  }

  /** Restores what was saved with the page; false if nothing was. */
  restore(): boolean {
    const { layout, link } = this.#options;
    const saved = readSavedLayout(link.readState());
    if (saved) layout.restore(saved);
    return saved !== undefined;
  }

  relayout(): void {
    const { store } = this.#options;
    this.#options.grid().relayout();
    this.#reportShown();
    store.update({ layoutVersion: store.state.layoutVersion + 1 });
  }

  /** The person has changed the layout. @param change by key, to be announced */
  changed(change?: ColumnChange): void {
    const { layout, store } = this.#options;
    this.relayout();
    if (change) store.announce(this.#describe(change));
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => this.#save({ layout: layout.state() }), saveDelayMs);
  }

  /** What an earlier page of the table was narrowed to and sorted by. */
  get savedQuery(): TableQuery {
    return readSavedQuery(this.#options.link.readState(), this.#options.layout.keys);
  }

  saveQuery(query: TableQuery): void {
    this.#save({ query: toSavedQuery(query, this.#options.layout.keys) });
  }

  /** What an earlier page of the table had in its form for a filter. @param filters those that it had applied */
  savedDraft(filters: readonly TableFilter[]): FilterDraft | undefined {
    return readSavedDraft(this.#options.link.readState(), this.#options.layout.keys, filters);
  }

  /** @param draft undefined once the form is closed */
  saveDraft(draft: FilterDraft | undefined): void {
    this.#save({ draft: draft && toSavedDraft(draft, this.#options.layout.keys) });
  }

  /** Where an earlier page of the table was; undefined if none was, or if there are fewer rows now. */
  get savedPlace(): GridPlace | undefined {
    const { grid, layout, link } = this.#options;
    return readSavedPlace(link.readState(), layout.keys, grid().rowCount);
  }

  /** It changes at every frame of scrolling; a window may go at any of them. */
  savePlace(): void {
    if (this.#placeTimer !== undefined) return;
    this.#placeTimer = setTimeout(() => {
      this.#placeTimer = undefined;
      this.#save({ place: toSavedPlace(this.#options.grid().place, this.#options.layout.keys) });
    }, placeDelayMs);
  }

  #save(part: object): void {
    const { link } = this.#options;
    const saved = link.readState();
    link.writeState({ ...(typeof saved === 'object' ? saved : {}), ...part });
  }

  /** The host saves what is shown. */
  #reportShown(): void {
    const { layout, link } = this.#options;
    const shown = layout.isChanged ? [...layout.visible] : undefined;
    const isSame = shown?.join() === this.#reported?.join();
    if (!isSame) link.post({ type: 'columns', shown });
    this.#reported = shown;
  }

  #describe({ column, isResized }: ColumnChange): string {
    const { layout } = this.#options;
    const label = this.label(column);
    if (isResized) return t('{0}: {1} pixels wide', label, layout.width(column));
    return t('{0}: column {1} of {2}', label, layout.visible.indexOf(column) + 1, layout.visible.length);
  }
}

// What a table is narrowed to and sorted by, as its page saves it: columns by name, so that it fits the file after a reload.

/** What is saved beside the layout. */
export function toSavedQuery({ search, filters, sort, group }: TableQuery, names: readonly string[]): object {
  const name = (column: number) => names[column] ?? '';
  return {
    search,
    filters: filters.map((filter) => toSavedFilter(filter, names)),
    sort: sort && { name: name(sort.column), isDescending: sort.isDescending },
    group: group === undefined ? undefined : name(group),
  };
}

/** The query in the page's saved state, without what is about columns that are not there. */
export function readSavedQuery(saved: unknown, names: readonly string[]): TableQuery {
  const query = fieldOf(saved, 'query');
  const [search, filters, sort, group] = ['search', 'filters', 'sort', 'group'].map((name) =>
    fieldOf(query, name),
  );
  const columnOf = (name: unknown) => columnNamed(name, names);
  const [sorted, grouped] = [columnOf(fieldOf(sort, 'name')), columnOf(group)];
  return {
    search: textOf(search),
    filters: (Array.isArray(filters) ? filters : []).flatMap(
      (filter: unknown) => readSavedFilter(filter, names) ?? [],
    ),
    ...(sorted < 0 ? {} : { sort: { column: sorted, isDescending: fieldOf(sort, 'isDescending') === true } }),
    ...(grouped < 0 ? {} : { group: grouped }),
  };
}

export function toSavedPlace(place: GridPlace, names: readonly string[]): object {
  const { topRow, firstColumn = -1, activeRow, activeColumn = -1 } = place;
  return { topRow, firstColumn: names[firstColumn], activeRow, activeColumn: names[activeColumn] };
}

/** Undefined if none was saved, or if there are fewer rows now. */
export function readSavedPlace(
  saved: unknown,
  names: readonly string[],
  rows: number,
): GridPlace | undefined {
  const place = fieldOf(saved, 'place');
  const rowOf = (name: string): number | undefined => {
    const row = fieldOf(place, name);
    return typeof row === 'number' && Number.isInteger(row) ? row : undefined;
  };
  const columnOf = (name: string): number | undefined => {
    const column = columnNamed(fieldOf(place, name), names);
    return column < 0 ? undefined : column;
  };
  const [topRow, activeRow] = [rowOf('topRow'), rowOf('activeRow')];
  if (topRow === undefined || activeRow === undefined || topRow >= rows) return undefined;
  return { topRow, activeRow, firstColumn: columnOf('firstColumn'), activeColumn: columnOf('activeColumn') };
}

export function toSavedDraft({ draft, edited }: FilterDraft, names: readonly string[]): object {
  return { draft: toSavedFilter(draft, names), edited: edited && toSavedFilter(edited, names) };
}

/** @param filters those of the saved query: one of them is edited */
export function readSavedDraft(
  saved: unknown,
  names: readonly string[],
  filters: readonly TableFilter[],
): FilterDraft | undefined {
  const form = fieldOf(saved, 'draft');
  const draft = readSavedFilter(fieldOf(form, 'draft'), names);
  const before = readSavedFilter(fieldOf(form, 'edited'), names);
  const edited = filters.find(
    ({ column, test, value }) => column === before?.column && test === before.test && value === before.value,
  );
  return draft && { draft, edited };
}

function toSavedFilter({ column, ...rest }: TableFilter, names: readonly string[]): object {
  return { name: names[column] ?? '', ...rest };
}

function readSavedFilter(filter: unknown, names: readonly string[]): TableFilter | undefined {
  const column = columnNamed(fieldOf(filter, 'name'), names);
  const test = asFilterTest(textOf(fieldOf(filter, 'test')));
  return column < 0 ? undefined : { column, test, value: textOf(fieldOf(filter, 'value')) };
}

function columnNamed(name: unknown, names: readonly string[]): number {
  return names.findIndex((one) => one === name);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
