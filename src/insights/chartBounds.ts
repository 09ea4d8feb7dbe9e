/** More would not be readable in a tile. */
export const bounds = {
  series: 50,
  points: 1000,
  slices: 50,
  steps: 50,
  groups: 25,
  cohorts: 100,
  links: 60,
  rows: 500,
  columns: 50,
  /** UTF-16 units. */
  textLength: 20_000,
  jsonLength: 20_000,
} as const;
