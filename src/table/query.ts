// What can be asked of a table.

/**
 * - `contains`, `lacks`, `starts`: without case and accents
 * - `is`, `isNot`: the whole text, letter by letter
 * - `filled`, `empty`: whether there is anything
 * - `atLeast`, `atMost`: numbers as numbers, other texts and dates by their order
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
export type FilterTest = (typeof filterTests)[number];

export interface Filter {
  readonly column: number;
  readonly test: FilterTest;
  readonly value: string;
}

export interface Query {
  /** Somewhere in a row, without case and accents; empty for every row. */
  readonly search: string;
  /** All have to hold. */
  readonly filters: readonly Filter[];
  readonly sort: { readonly column: number; readonly isDescending: boolean } | undefined;
}

export const everything: Query = { search: '', filters: [], sort: undefined };

export interface Bin {
  /** Seconds since 1970 for times; the last bin holds its end too. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface ColumnSummary {
  readonly column: number;
  /** Rows that were looked at: those of the view. */
  readonly rows: number;
  readonly filled: number;
  readonly distinct: number;
  /** Most frequent first, by their texts where they are as frequent. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
  /** What most of the filled cells are; `others` are not. */
  readonly kind: 'number' | 'time' | 'text';
  readonly others: number;
  readonly mean: number | undefined;
  readonly least: string | undefined;
  readonly most: string | undefined;
  /** Empty for texts. */
  readonly bins: readonly Bin[];
}
