// Where the rows of a grouped view are in the grid: each group has a row of its own, and below it its rows while it is open.
import type { TableGroup } from '#protocol/tableMessages.ts';

/** Rows `[from, to)` of the view. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** What a row of the grid shows. */
export type RowPlace =
  | { readonly kind: 'group'; readonly index: number }
  /** `row` of the view; `number` in its group, or in the view if it has no groups, from 1. */
  | { readonly kind: 'row'; readonly row: number; readonly number: number };

export interface GroupState extends TableGroup {
  readonly index: number;
  readonly isOpen: boolean;
}

export class RowGroups {
  readonly #groups: readonly TableGroup[];
  /** The first row of each group, in the view. */
  readonly #starts: readonly number[];
  readonly #open = new Set<number>();
  /** How many rows the largest group has. */
  readonly largest: number;
  /** The rows are those that a search or a filter found. */
  readonly isNarrowed: boolean;
  /** The grid row of each group. */
  #tops: readonly number[] = [];
  #gridRows = 0;

  /** @param before of which the groups stay open that are open there */
  constructor(groups: readonly TableGroup[], before?: RowGroups, isNarrowed = false) {
    this.#groups = groups;
    this.isNarrowed = isNarrowed;
    this.largest = groups.reduce((most, { rows }) => Math.max(most, rows), 1);
    let start = 0;
    this.#starts = groups.map(({ rows }) => (start += rows) - rows);
    const opened = before?.openValues ?? new Set();
    for (const [index, { value }] of groups.entries()) if (opened.has(value)) this.#open.add(index);
    this.#layOut();
  }

  /** How many rows the grid has. */
  get gridRows(): number {
    return this.#gridRows;
  }

  get count(): number {
    return this.#groups.length;
  }

  get openValues(): ReadonlySet<string> {
    return new Set([...this.#open].map((index) => this.#groups[index]?.value ?? ''));
  }

  /** Undefined if there is no such group. */
  group(index: number): GroupState | undefined {
    const group = this.#groups[index];
    return group && { ...group, index, isOpen: this.#open.has(index) };
  }

  setOpen(index: number, isOpen: boolean): void {
    if (isOpen) this.#open.add(index);
    else this.#open.delete(index);
    this.#layOut();
  }

  setAllOpen(isOpen: boolean): void {
    this.#open.clear();
    if (isOpen) for (const index of this.#groups.keys()) this.#open.add(index);
    this.#layOut();
  }

  placeOf(gridRow: number): RowPlace {
    const index = this.#groupAt(gridRow);
    const below = gridRow - (this.#tops[index] ?? 0);
    if (below <= 0) return { kind: 'group', index };
    return { kind: 'row', row: (this.#starts[index] ?? 0) + below - 1, number: below };
  }

  /** The grid row that shows a row of the view: that of its group if the group is closed. */
  gridRowOf(row: number): number {
    const index = this.#starts.findLastIndex((start) => start <= row);
    const top = this.#tops[index] ?? 0;
    return this.#open.has(index) ? top + 1 + row - (this.#starts[index] ?? 0) : top;
  }

  /** Undefined if no group has that value. */
  gridRowOfGroup(value: string): number | undefined {
    return this.#tops[this.#groups.findIndex((group) => group.value === value)];
  }

  /** The rows of the view that the grid rows `[from, to)` show. */
  shownIn({ from, to }: RowSpan): readonly RowSpan[] {
    const spans: RowSpan[] = [];
    for (let at = from; at < to;) {
      const index = this.#groupAt(at);
      const end = Math.min(to, this.#tops[index + 1] ?? this.#gridRows);
      const first = this.placeOf(Math.max(at, (this.#tops[index] ?? 0) + 1));
      const rows = end - Math.max(at, (this.#tops[index] ?? 0) + 1);
      if (rows > 0 && first.kind === 'row') spans.push({ from: first.row, to: first.row + rows });
      at = end;
    }
    return spans;
  }

  /** The rows of the view from one grid row to another, with those of closed groups, and of an open one whose row is alone. */
  spanOf({ from, to }: RowSpan): RowSpan {
    if (to <= from) return { from: 0, to: 0 };
    const last = this.placeOf(to - 1);
    const first = this.placeOf(from);
    return {
      from: first.kind === 'row' ? first.row : (this.#starts[first.index] ?? 0),
      to: last.kind === 'row' ? last.row + 1 : this.#endOf(last.index, to - from === 1),
    };
  }

  /** The end of the rows that a group's own row stands for: none while the group is open, unless it is alone. */
  #endOf(index: number, isAlone: boolean): number {
    const start = this.#starts[index] ?? 0;
    return this.#open.has(index) && !isAlone ? start : start + (this.#groups[index]?.rows ?? 0);
  }

  /** The group that a grid row belongs to. */
  #groupAt(gridRow: number): number {
    let low = 0;
    let high = this.#tops.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#tops[middle] ?? 0) <= gridRow) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #layOut(): void {
    let top = 0;
    this.#tops = this.#groups.map(({ rows }, index) => {
      const own = top;
      top += 1 + (this.#open.has(index) ? rows : 0);
      return own;
    });
    this.#gridRows = top;
  }
}
