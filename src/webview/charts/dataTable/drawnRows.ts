// The slices of a long table that are drawn: one more with each step. Those of new rows replace the ones before one by one, so
// that what a person has scrolled to stays in sight.

type Slice<Row> = readonly Row[];

export interface DrawnRows<Row> {
  /** Of the newest rows. */
  readonly slices: readonly Slice<Row>[];
  /** How many of them are drawn. */
  readonly drawn: number;
  /** Those, and the ones of earlier rows that they have not replaced yet. */
  readonly shown: readonly Slice<Row>[];
}

/** The first slice of rows in place of what was drawn before. */
export function drawFirst<Row>(
  rows: readonly Row[],
  sliceRows: number,
  before: readonly Slice<Row>[] = [],
): DrawnRows<Row> {
  const count = Math.ceil(rows.length / sliceRows);
  const slices = Array.from({ length: count }, (_, slice) =>
    rows.slice(slice * sliceRows, (slice + 1) * sliceRows),
  );
  return drawUpTo(1, slices, before);
}

export function drawNext<Row>({ slices, drawn, shown }: DrawnRows<Row>): DrawnRows<Row> {
  return drawUpTo(drawn + 1, slices, shown);
}

export function areAllDrawn({ slices, drawn }: DrawnRows<unknown>): boolean {
  return drawn >= slices.length;
}

function drawUpTo<Row>(
  drawn: number,
  slices: readonly Slice<Row>[],
  before: readonly Slice<Row>[],
): DrawnRows<Row> {
  const isWhole = drawn >= slices.length;
  return { slices, drawn, shown: isWhole ? slices : [...slices.slice(0, drawn), ...before.slice(drawn)] };
}
