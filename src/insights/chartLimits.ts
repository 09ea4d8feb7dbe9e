// How much of a result is read: what a tile can draw, or all of it for a table of its own.
import { displayText } from '#text/displayText.ts';

export interface ChartLimits {
  readonly series: number;
  readonly points: number;
  readonly slices: number;
  readonly steps: number;
  readonly groups: number;
  readonly cohorts: number;
  readonly links: number;
  readonly rows: number;
  readonly columns: number;
  /** Values that a breakdown by several properties has together. */
  readonly breakdownParts: number;
  /** What becomes of a name from the service. */
  readonly label: (text: string) => string;
  /** The same for the text of a query's cell. */
  readonly cell: (text: string) => string;
}

/** More would not be readable in a tile. */
export const tileLimits: ChartLimits = {
  series: 50,
  points: 1000,
  slices: 50,
  steps: 50,
  groups: 25,
  cohorts: 100,
  links: 60,
  rows: 500,
  columns: 50,
  breakdownParts: 10,
  label: (text) => displayText(text),
  cell: (text) => displayText(text, 1000),
};

/** For files and copies: all data, with texts as they came. */
export const unlimited: ChartLimits = {
  series: Infinity,
  points: Infinity,
  slices: Infinity,
  steps: Infinity,
  groups: Infinity,
  cohorts: Infinity,
  links: Infinity,
  rows: Infinity,
  columns: Infinity,
  breakdownParts: Infinity,
  label: (text) => text,
  cell: (text) => text,
};

/** UTF-16 units of a text or of JSON in a tile. */
export const maxTileText = 20_000;
/** The longest address; browsers do not accept much longer ones. */
export const maxAddressLength = 8000;
