// The queries of a table.

/**
 * - `contains`, `lacks`, `starts`: ignoring case and accents
 * - `is`, `isNot`: the whole text exactly
 * - `filled`, `empty`: whether the cell holds anything
 * - `atLeast`, `atMost`: a number with numbers, a time with times, another text with all texts by their order
 */
export const filterTests = [
  'contains',
  'lacks',
  'starts',
  'is',
  'isNot',
  'filled',
  'empty',
  'atLeast',
  'atMost',
] as const;
type FilterTest = (typeof filterTests)[number];

export interface Filter {
  readonly column: number;
  readonly test: FilterTest;
  readonly value: string;
}

export interface Query {
  /** Anywhere in a row, ignoring case and accents; empty for every row. */
  readonly search: string;
  /** All must hold. */
  readonly filters: readonly Filter[];
  readonly sort: { readonly column: number; readonly isDescending: boolean } | undefined;
  /** The column whose equal cells make a group of rows. */
  readonly group?: number | undefined;
}

export interface Bin {
  /** Seconds since 1970 for times. The last bin includes its end. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface ColumnSummary {
  readonly column: number;
  /** Rows of the view. */
  readonly rows: number;
  readonly filled: number;
  readonly distinct: number;
  /** Most frequent first, equally frequent ones as they sort. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
  /** The kind of most filled cells; `others` counts the rest. */
  readonly kind: 'number' | 'time' | 'text';
  readonly others: number;
  readonly mean: number | undefined;
  readonly least: string | undefined;
  readonly most: string | undefined;
  /** Empty for texts. */
  readonly bins: readonly Bin[];
}
