// Puts the cells of a CSV's row into another order. Most stay beside each other, so whole runs are copied.
import { Bytes } from './bytes.ts';
import type { CsvRow } from './csvFile.ts';

const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** A run that is copied faster byte by byte. */
const shortBytes = 64;

/** Gives a row, its line's end included, with the cells that stood at `places`; valid until the next call. */
export function createRowArranger(places: readonly number[]): (row: CsvRow) => Uint8Array {
  const runs = runsOf(places);
  const arranged = new Bytes();
  return ({ bytes, starts, ends, count }) => {
    const rowBytes = (ends[count - 1] ?? 0) - (starts[0] ?? 0);
    const out = arranged.reserved(rowBytes + places.length + 2);
    let used = 0;
    for (const { from, to } of runs) {
      const there = Math.min(to, count);
      if (there > from) {
        const start = starts[from] ?? 0;
        const end = ends[there - 1] ?? 0;
        if (end - start > shortBytes) out.set(bytes.subarray(start, end), used);
        else for (let at = start; at < end; at++) out[used + at - start] = bytes[at] ?? 0;
        used += end - start;
      }
      for (let missing = Math.max(from + 1, there); missing < to; missing++) out[used++] = comma;
      out[used++] = comma;
    }
    out[used - 1] = carriageReturn;
    out[used++] = lineFeed;
    return out.subarray(0, used);
  };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function runsOf(places: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last?.to === place) runs[runs.length - 1] = { from: last.from, to: place + 1 };
    else runs.push({ from: place, to: place + 1 });
  }
  return runs;
}
