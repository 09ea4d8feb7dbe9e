// One table in a process of its own, to measure its memory.
//   node tableRun.ts FILE WORKER     prints a TableRun as JSON
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openTable, wholeFile, type Table, type View } from '#table/openTable.ts';

export interface TableRun {
  /** From opening the file to the texts of its first rows. */
  readonly firstRowsMs: number;
  readonly indexMs: number;
  /** The longest of many reads of a screen's rows, at random places. */
  readonly jumpMs: number;
  /** The same, while the worker sorts. */
  readonly busyJumpMs: number;
  readonly sortedJumpMs: number;
  /** By a column that is in no memory yet. */
  readonly sortMs: number;
  readonly sortAgainMs: number;
  readonly searchMs: number;
  /** Of a column in which every cell is different. */
  readonly summaryMs: number;
  /** Peak memory, less what the process used before the table. */
  readonly growthMb: number;
}

const screenRows = 60;
const jumps = 200;
const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const signal = new AbortController().signal;
const ignore = (): void => undefined;

const directory = await mkdtemp(path.join(tmpdir(), 'table-run-'));
const before = process.memoryUsage.rss();
const openedMs = performance.now();
const first = Promise.withResolvers<void>();
const whole = Promise.withResolvers<void>();
const table = await openTable({
  path: process.argv[2] ?? '',
  scratchDirectory: directory,
  workerUrl: pathToFileURL(process.argv[3] ?? ''),
  onIndex(state) {
    first.resolve();
    if (state.isDone) whole.resolve();
  },
  onBroken: (error) => whole.reject(error),
});
await first.promise;
await table.cells(wholeFile, 0, screenRows, columns);
const firstRowsMs = performance.now() - openedMs;
await whole.promise;
const indexMs = performance.now() - openedMs;

const column = (name: string) => table.columns.indexOf(name);
const everything = { search: '', filters: [], sort: undefined };
const sortBy = (name: string, isDescending: boolean) =>
  table.view({ ...everything, sort: { column: column(name), isDescending } }, signal, ignore);

const jumpMs = await worstJump(table, wholeFile, jumps);
const sorting = timed(() => sortBy('properties.email', false));
const busyJumpMs = await worstJump(table, wholeFile, jumps);
const { ms: sortMs, value: sorted } = await sorting;
const sortedJumpMs = await worstJump(table, sorted, jumps);
const { ms: sortAgainMs } = await timed(() => sortBy('properties.email', true));
const { ms: searchMs } = await timed(() =>
  table.view({ ...everything, search: 'number 99999' }, signal, ignore),
);
await table.view(everything, signal, ignore);
const { ms: summaryMs } = await timed(() => table.summarize(column('properties.email'), signal, ignore));

// maxRSS is the peak, in kilobytes.
const growthMb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
await table.close();
await rm(directory, { recursive: true });
const result: TableRun = {
  firstRowsMs,
  indexMs,
  jumpMs,
  busyJumpMs,
  sortedJumpMs,
  sortMs,
  sortAgainMs,
  searchMs,
  summaryMs,
  growthMb,
};
console.log(JSON.stringify(result));

async function worstJump(shown: Table, view: View, times: number): Promise<number> {
  let worst = 0;
  for (let jump = 0; jump < times; jump++) {
    const from = Math.floor(Math.random() * Math.max(1, shown.rowsOf(view) - screenRows));
    const { ms } = await timed(() => shown.cells(view, from, from + screenRows, columns));
    worst = Math.max(worst, ms);
  }
  return worst;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const startedMs = performance.now();
  const value = await work();
  return { ms: performance.now() - startedMs, value };
}
