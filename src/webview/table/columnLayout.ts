// Which columns show, in which order, how wide.

export const narrowestPx = 48;
export const widestPx = 1200;
const narrowestAtFirstPx = 96;
const widestAtFirstPx = 340;
/** A letter of a header, roughly. */
const letterPx = 7.8;
const marksPx = 28;
const paddingPx = 22;

/** What a person made of the columns, by names, so that it fits a file that was read anew. */
export interface LayoutState {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

export class ColumnLayout {
  #names: readonly string[] = [];
  #order: number[] = [];
  readonly #hidden = new Set<number>();
  readonly #widths = new Map<number, number>();
  /** Widths that come from the first texts, not from a person's hand. */
  readonly #guesses = new Map<number, number>();
  #isArranged = false;
  #visible: readonly number[] = [];

  get names(): readonly string[] {
    return this.#names;
  }

  /** Column numbers from left to right. */
  get visible(): readonly number[] {
    return this.#visible;
  }

  /** All of them, those that are hidden included. */
  get order(): readonly number[] {
    return this.#order;
  }

  /** New columns come in their place by name where `isSorted`, unless somebody has arranged the columns; else last. */
  setNames(names: readonly string[], isSorted: boolean): void {
    const known = this.#names.length;
    this.#names = names;
    for (let column = known; column < names.length; column++) this.#order.push(column);
    if (isSorted && !this.#isArranged) {
      this.#order.sort((one, other) => compare(names[one] ?? '', names[other] ?? ''));
    }
    this.#update();
  }

  clear(): void {
    this.#names = [];
    this.#order = [];
    this.#hidden.clear();
    this.#widths.clear();
    this.#guesses.clear();
    this.#isArranged = false;
    this.#update();
  }

  isHidden(column: number): boolean {
    return this.#hidden.has(column);
  }

  /** The last column that shows stays. */
  setHidden(column: number, isHidden: boolean): boolean {
    if (isHidden && this.#visible.length <= 1) return false;
    if (isHidden) this.#hidden.add(column);
    else this.#hidden.delete(column);
    this.#update();
    return true;
  }

  width(column: number): number {
    return this.#widths.get(column) ?? this.#guesses.get(column) ?? guessWidth(this.name(column));
  }

  setWidth(column: number, px: number): void {
    this.#widths.set(column, Math.round(Math.min(Math.max(px, narrowestPx), widestPx)));
  }

  /** Fits a column to the widest of its first texts; a person's own width stays. */
  guess(column: number, widestTextPx: number): void {
    if (this.#guesses.has(column)) return;
    // The rows to come have somewhat longer texts.
    const px = Math.max(widestTextPx * 1.1 + paddingPx, guessWidth(this.name(column)));
    this.#guesses.set(column, Math.round(Math.min(Math.max(px, narrowestAtFirstPx), widestAtFirstPx)));
  }

  fit(column: number, widestTextPx: number): void {
    this.setWidth(column, Math.max(widestTextPx, guessWidth(this.name(column)) - paddingPx) + paddingPx);
  }

  /** Moves a visible column by places among the visible ones; false at the edge. */
  move(column: number, to: number): boolean {
    const from = this.#visible.indexOf(column);
    const target = Math.min(Math.max(to, 0), this.#visible.length - 1);
    const neighbour = this.#visible[target];
    if (from < 0 || from === target || neighbour === undefined) return false;
    this.#order = this.#order.filter((one) => one !== column);
    this.#order.splice(this.#order.indexOf(neighbour) + (target > from ? 1 : 0), 0, column);
    this.#isArranged = true;
    this.#update();
    return true;
  }

  name(column: number): string {
    return this.#names[column] ?? '';
  }

  state(): LayoutState {
    const name = (column: number) => this.name(column);
    return {
      order: this.#isArranged ? this.#order.map(name) : [],
      hidden: [...this.#hidden].map(name),
      widths: Object.fromEntries([...this.#widths].map(([column, px]) => [name(column), px])),
    };
  }

  restore(state: LayoutState): void {
    const numberOf = new Map(this.#names.map((name, column) => [name, column]));
    const known = (name: string) => numberOf.get(name) ?? [];
    for (const column of state.hidden.flatMap(known)) this.#hidden.add(column);
    for (const [name, px] of Object.entries(state.widths)) {
      const column = numberOf.get(name);
      if (column !== undefined) this.setWidth(column, px);
    }
    const order = state.order.flatMap(known);
    if (order.length > 0) {
      this.#order = [...new Set([...order, ...this.#order])];
      this.#isArranged = true;
    }
    this.#update();
  }

  #update(): void {
    this.#visible = this.#order.filter((column) => !this.#hidden.has(column));
  }
}

/** The header's name, and room for its marks. */
function guessWidth(name: string): number {
  const px = name.length * letterPx + marksPx + paddingPx;
  return Math.round(Math.min(Math.max(px, narrowestAtFirstPx), widestAtFirstPx));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
