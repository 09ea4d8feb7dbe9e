// columns/ decides which columns are visible, in which order, and how wide. It draws nothing.
import { compareText, foldText } from '#text/foldText.ts';
import { displayText } from '#text/displayText.ts';
import { uniqueNames } from '#text/uniqueNames.ts';
import { clamp } from '#webview/elements/clamp.ts';
import { t } from '#webview/elements/translate.ts';

const prefix = 'properties.';
export const minWidthPx = 48;
const maxWidthPx = 1200;
const minInitialPx = 96;
const maxInitialPx = 340;
/** About the width of a letter in a header. */
const letterPx = 7.8;
const marksPx = 28;
const paddingPx = 22;

/** The columns as a person arranged them; by name, so that it fits the file after a reload. */
export interface ColumnLayoutState {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export class ColumnLayout {
  #names: readonly string[] = [];
  /** The names, told apart. */
  #keys: readonly string[] = [];
  #known: ReadonlySet<string> = new Set();
  #order: number[] = [];
  readonly #hidden = new Set<number>();
  readonly #pinned = new Set<number>();
  readonly #widths = new Map<number, number>();
  /** Widths that fit the first texts, where the person has set none. */
  readonly #initialWidths = new Map<number, number>();
  #filled: readonly number[] = [];
  #isArranged = false;
  #visible: readonly number[] = [];

  get names(): readonly string[] {
    return this.#names;
  }

  /** Names by which columns are found again in a file: those that come twice or are empty are told apart. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** The numbers of the visible columns, from left to right. */
  get visible(): readonly number[] {
    return this.#visible;
  }

  /** Among the visible ones; the first where the column is none of them. */
  placeOf(column: number | undefined): number {
    return Math.max(0, this.#visible.indexOf(column ?? -1));
  }

  /** Whether the person has hidden, pinned or moved columns. */
  get isChanged(): boolean {
    return this.#isArranged || this.#hidden.size > 0 || this.#pinned.size > 0;
  }

  /** The numbers of all columns, including hidden ones. */
  get order(): readonly number[] {
    return this.#order;
  }

  /**
   * @param isSorted new columns are sorted in by what people look for, unless the person has moved columns; else they
   * come last
   */
  setNames(names: readonly string[], isSorted: boolean): void {
    const known = this.#names.length;
    this.#names = names;
    this.#keys = uniqueNames(names, (column) => `#${column + 1}`);
    this.#known = new Set(names);
    for (let column = known; column < names.length; column++) this.#order.push(column);
    if (isSorted) this.#sort();
    this.#update();
  }

  /** Sorts the columns by how many cells of each are filled, unless the person has moved columns. */
  setFilled(filled: readonly number[]): void {
    this.#filled = filled;
    this.#sort();
    this.#update();
  }

  clear(): void {
    this.#names = [];
    this.#keys = [];
    this.#known = new Set();
    this.#order = [];
    this.#hidden.clear();
    this.#pinned.clear();
    this.#widths.clear();
    this.#initialWidths.clear();
    this.#filled = [];
    this.#isArranged = false;
    this.#update();
  }

  /** The numbers of the columns, hidden or not, with a text in their names. It words none of them: there may be thousands. */
  find(text: string): readonly number[] {
    if (text === '') return this.#order;
    const wanted = foldText(text);
    return this.#order.filter((column) =>
      foldText(this.name(column) || columnLabel('', column)).includes(wanted),
    );
  }

  isHidden(column: number): boolean {
    return this.#hidden.has(column);
  }

  /** False if it is the last visible column, which stays visible. */
  setHidden(column: number, isHidden: boolean): boolean {
    if (isHidden && this.#visible.length <= 1) return false;
    if (isHidden) this.#hidden.add(column);
    else this.#hidden.delete(column);
    this.#update();
    return true;
  }

  show(columns: readonly number[]): void {
    for (const column of columns) this.#hidden.delete(column);
    this.#update();
  }

  /**
   * @param preferred the column that stays visible if no other one does; undefined for the first
   * @returns the column that stayed visible because no other one does; undefined if all are hidden
   */
  hide(columns: readonly number[], preferred?: number): number | undefined {
    const hidden = new Set(columns);
    const isLast = this.#visible.every((column) => hidden.has(column));
    const kept = isLast ? this.#visible[this.placeOf(preferred)] : undefined;
    for (const column of hidden) if (column !== kept) this.#hidden.add(column);
    this.#update();
    return kept;
  }

  isPinned(column: number): boolean {
    return this.#pinned.has(column);
  }

  /** Pinned columns come first, and stay there while the others scroll. */
  setPinned(column: number, isPinned: boolean): void {
    if (isPinned) this.#pinned.add(column);
    else this.#pinned.delete(column);
    this.#update();
  }

  /** How many visible columns are pinned. */
  get pinnedCount(): number {
    return this.#visible.filter((column) => this.#pinned.has(column)).length;
  }

  width(column: number): number {
    return this.#widths.get(column) ?? this.#initialWidths.get(column) ?? headerWidth(this.label(column));
  }

  setWidth(column: number, px: number): void {
    this.#widths.set(column, Math.round(clamp(px, minWidthPx, maxWidthPx)));
  }

  /** Fits a column to the first texts that come; a width set by the person stays. */
  fitInitially(column: number, widestTextPx: number): void {
    if (this.#initialWidths.has(column)) return;
    // Later rows have somewhat longer texts.
    const px = Math.max(widestTextPx * 1.1 + paddingPx, headerWidth(this.label(column)));
    this.#initialWidths.set(column, Math.round(clamp(px, minInitialPx, maxInitialPx)));
  }

  fit(column: number, widestTextPx: number): void {
    this.setWidth(column, Math.max(widestTextPx, headerWidth(this.label(column)) - paddingPx) + paddingPx);
  }

  /** Moves a column to a place among the visible ones, or the pinned ones; false if it is there already. */
  move(column: number, to: number): boolean {
    const from = this.#visible.indexOf(column);
    const { pinnedCount } = this;
    const [first, last] = this.isPinned(column)
      ? [0, pinnedCount - 1]
      : [pinnedCount, this.#visible.length - 1];
    const target = clamp(to, first, last);
    const neighbor = this.#visible[target];
    if (from < 0 || from === target || neighbor === undefined) return false;
    this.#order = this.#order.filter((one) => one !== column);
    this.#order.splice(this.#order.indexOf(neighbor) + (target > from ? 1 : 0), 0, column);
    this.#isArranged = true;
    this.#update();
    return true;
  }

  /** What a column is called if it is shown: without `properties.`, unless that is another column's name. */
  label(column: number): string {
    const name = this.name(column) === '' ? '' : this.#key(column);
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    return columnLabel(rest === '' || this.#known.has(rest) ? name : rest, column);
  }

  name(column: number): string {
    return this.#names[column] ?? '';
  }

  #key(column: number): string {
    return this.#keys[column] ?? '';
  }

  state(): ColumnLayoutState {
    const name = (column: number) => this.#key(column);
    return {
      order: this.#isArranged ? this.#order.map(name) : [],
      hidden: [...this.#hidden].map(name),
      pinned: [...this.#pinned].map(name),
      widths: Object.fromEntries([...this.#widths].map(([column, px]) => [name(column), px])),
    };
  }

  restore(state: ColumnLayoutState): void {
    const numberOf = new Map(this.#keys.map((name, column) => [name, column]));
    const known = (names: readonly string[]): number[] =>
      names.map((name) => numberOf.get(name)).filter((column) => column !== undefined);
    for (const column of known(state.hidden)) this.#hidden.add(column);
    for (const column of known(state.pinned)) this.#pinned.add(column);
    for (const [name, px] of Object.entries(state.widths)) {
      const column = numberOf.get(name);
      if (column !== undefined) this.setWidth(column, px);
    }
    const order = known(state.order);
    if (order.length > 0) {
      // The saved order, then the columns that it does not name.
      this.#order = [...new Set([...order, ...this.#order])];
      this.#isArranged = true;
    }
    this.#update();
  }

  #sort(): void {
    if (!this.#isArranged) this.#order = orderColumns(this.#names, this.#filled);
  }

  #update(): void {
    const shown = this.#order.filter((column) => !this.#hidden.has(column));
    const pinned = shown.filter((column) => this.#pinned.has(column));
    this.#visible = [...pinned, ...shown.filter((column) => !this.#pinned.has(column))];
  }
}

/** Fits the label, with room for the icons. */
function headerWidth(label: string): number {
  const px = label.length * letterPx + marksPx + paddingPx;
  return Math.round(clamp(px, minInitialPx, maxInitialPx));
}

// The order of columns that have none of their own: what people look for comes first.

/** Each kind comes before the next one. */
const kinds: readonly RegExp[] = [
  /^name$/,
  /^(properties\.\$?)?email$/,
  /^properties\.(full_?|display_?|user_?|first_?|last_?)?name$/i,
  /^properties\./,
  /^(?!(distinct_ids|id$|uuid$|type$))/,
  /^distinct_ids/,
];

/**
 * The names’ places in their order: a person’s name and email, then the properties, the most filled ones first, then dates
 * and ids. Of changed persons, each property's value before is beside the one after. Columns of anything else than persons
 * stay as the file has them.
 * @param filled how many cells of each column are filled, of the first rows; empty while that is not known
 */
export function orderColumns(names: readonly string[], filled: readonly number[]): number[] {
  if (names.includes('changed') && names.some((name) => sideOfChange.test(name)))
    return orderChanges(names, filled);
  if (!names.some((name) => /^(properties\.|distinct_ids)/.test(name))) return [...names.keys()];
  const ranks = names.map(kindOf);
  const compare = (one: number, other: number): number =>
    (ranks[one] ?? 0) - (ranks[other] ?? 0) ||
    (filled[other] ?? 0) - (filled[one] ?? 0) ||
    Number(isOfService(names[one])) - Number(isOfService(names[other])) ||
    compareText(names[one] ?? '', names[other] ?? '');
  return [...names.keys()].toSorted(compare);
}

const sideOfChange = /^(before|after)\./;
const firstOfChange: readonly string[] = ['name', 'id', 'changed'];

/** Who it is and what changed, then the properties, those of most persons first, then anything else. */
function orderChanges(names: readonly string[], filled: readonly number[]): number[] {
  const properties = names.map((name) => name.replace(sideOfChange, ''));
  const columnsOf = Map.groupBy(names.keys(), (column) => properties[column]);
  const countOf = (column: number): number =>
    Math.max(...(columnsOf.get(properties[column]) ?? []).map((side) => filled[side] ?? 0), 0);
  const kind = (name = ''): number => {
    const place = firstOfChange.indexOf(name);
    if (place >= 0) return place;
    return firstOfChange.length + Number(!sideOfChange.test(name));
  };
  const compare = (one: number, other: number): number =>
    kind(names[one]) - kind(names[other]) ||
    countOf(other) - countOf(one) ||
    compareText(properties[one] ?? '', properties[other] ?? '') ||
    compareText(names[other] ?? '', names[one] ?? ''); // before, then after
  return [...names.keys()].toSorted(compare);
}

function kindOf(name: string): number {
  const kind = kinds.findIndex((pattern) => pattern.test(name));
  return kind < 0 ? kinds.length : kind;
}

/** Properties that the service sets by itself, such as `properties.$os`. */
function isOfService(name = ''): boolean {
  return name.startsWith('properties.$');
}

// What the page of a table saves of its columns, by name, so that it fits the file after a reload.

/** The layout of the columns in the page's saved state; undefined if there is none. */
export function readSavedLayout(saved: unknown): ColumnLayoutState | undefined {
  const layout = fieldOf(saved, 'layout');
  const order = fieldOf(layout, 'order');
  const hidden = fieldOf(layout, 'hidden');
  const pinned = fieldOf(layout, 'pinned');
  const widths = fieldOf(layout, 'widths');
  if (!Array.isArray(order) || !Array.isArray(hidden) || typeof widths !== 'object' || !widths)
    return undefined;
  return {
    order: order.filter((name) => typeof name === 'string'),
    hidden: hidden.filter((name) => typeof name === 'string'),
    pinned: Array.isArray(pinned) ? pinned.filter((name) => typeof name === 'string') : [],
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([name, px]) => (typeof px === 'number' ? [[name, px] as const] : [])),
    ),
  };
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A column without a name has a number: its header is empty, or its file is a list of values. */
export function columnLabel(name: string, column: number): string {
  return name === '' ? t('Column {0}', column + 1) : displayText(name);
}

/** Why a column stays visible. */
export function lastColumnNote(label: string): string {
  return t('{0} stays visible: a table shows at least one column.', label);
}

/** Columns that only persons have. */
export function isPersonColumn(name: string): boolean {
  return /^(properties\.|distinct_ids(\.|$))/.test(name);
}
