// The result of a bench: rows of a table. A bench file exports `bench`, and prints its rows when it is run by
// itself.

interface Figure {
  /** Stable, so that runs can be compared. */
  readonly name: string;
  readonly value: number;
}

/** Against a floor of the same run, or of a size that does not depend on the machine. */
interface Compared extends Figure {
  readonly unit: 'ratio' | 'MB' | 'kB' | 'count';
  /** The most that `value` may be; undefined if the row only informs. */
  readonly goal?: number | undefined;
}

/** A duration depends on the machine, so it is shown without a goal. */
interface Duration extends Figure {
  readonly unit: 'ms';
  readonly goal?: undefined;
}

export type BenchRow = Compared | Duration;

export function printRows(rows: readonly BenchRow[]): void {
  for (const { name, value, unit, goal } of rows) {
    const verdict = goal === undefined ? '' : `goal ${goal}${value <= goal ? '' : '  MISSED'}`;
    console.log(`${name.padEnd(62)} ${value.toFixed(3).padStart(10)} ${unit.padEnd(6)} ${verdict}`);
  }
}

/**
 * Medians of milliseconds: `floor` and `ours` are run by turns, so that what slows the machine slows both, after one
 * turn that is not counted. `ratio` is the median of the turns' own ratios.
 */
export async function compare(
  turns: number,
  floor: () => Promise<unknown>,
  ours: () => Promise<unknown>,
): Promise<{ readonly floorMs: number; readonly oursMs: number; readonly ratio: number }> {
  const floors: number[] = [];
  const all: number[] = [];
  for (let turn = 0; turn <= turns; turn++) {
    const floorMs = await time(floor);
    const oursMs = await time(ours);
    if (turn === 0) continue;
    floors.push(floorMs);
    all.push(oursMs);
  }
  const ratios = all.map((ms, index) => ms / (floors[index] ?? NaN));
  return { floorMs: median(floors), oursMs: median(all), ratio: median(ratios) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
