// A table of a 200 MB export with a million rows: how soon rows show, how long a jump takes, what queries cost against
// reading the file, and the memory of all of it.
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import type { BenchRow } from './row.ts';
import type { TableRun } from './tableRun.ts';

const run = promisify(execFile);
const rows = 1_000_000;

export async function bench(): Promise<readonly BenchRow[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'table-bench-'));
  try {
    const worker = path.join(directory, 'worker.mjs');
    await buildWorker(worker);
    const found: BenchRow[] = [];
    for (const [format, count] of [
      ['csv', rows],
      ['json', rows / 2],
    ] as const) {
      const file = path.join(directory, `persons.${format}`);
      await writePersons(file, count);
      found.push(...(await benchFile(file, worker, `table-${format}`)));
    }
    return found;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** As it is shipped: one file. */
async function buildWorker(outfile: string): Promise<void> {
  const entry = path.join(import.meta.dirname, '../../src/table/tableWorker.ts');
  const format = { bundle: true, platform: 'node', format: 'esm', target: 'node22' } as const;
  await esbuild.build({ ...format, entryPoints: [entry], outfile, minify: true, logLevel: 'error' });
}

async function benchFile(file: string, worker: string, name: string): Promise<readonly BenchRow[]> {
  const readMs = await timeReading(file);
  const { stdout } = await run(process.execPath, ['--no-warnings', script, file, worker]);
  const result: TableRun = JSON.parse(stdout);
  const ms = (part: string, value: number): BenchRow => ({ name: `${name}-${part}`, value, unit: 'ms' });
  const perReading = (part: string, value: number, goal?: number): BenchRow => ({
    name: `${name}-${part}-per-reading`,
    value: value / readMs,
    unit: 'ratio',
    goal,
  });
  return [
    perReading('first-rows', result.firstRowsMs, 1),
    perReading('jump-worst-of-200', result.jumpMs, 0.5),
    perReading('jump-while-sorting-worst', result.busyJumpMs, 0.5),
    perReading('jump-sorted-worst-of-200', result.sortedJumpMs, 0.5),
    { name: `${name}-memory-growth`, value: result.growthMb, unit: 'MB', goal: 150 },
    perReading('index', result.indexMs),
    ms('reading', readMs),
    ms('first-rows', result.firstRowsMs),
    ms('jump-worst-of-200', result.jumpMs),
    ms('jump-while-sorting-worst', result.busyJumpMs),
    ms('jump-sorted-worst-of-200', result.sortedJumpMs),
    ms('index', result.indexMs),
    ms('sort-first', result.sortMs),
    ms('sort-again', result.sortAgainMs),
    ms('search', result.searchMs),
    ms('summary-distinct', result.summaryMs),
  ];
}

const script = path.join(import.meta.dirname, 'tableRun.ts');

/** The floor of any table: reading the file's bytes from the disk cache. */
async function timeReading(file: string): Promise<number> {
  const startedMs = performance.now();
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    if (chunk instanceof Uint8Array) bytes += chunk.length;
  }
  if (bytes === 0) throw new Error('there is nothing to read');
  return performance.now() - startedMs;
}

async function writePersons(file: string, count: number): Promise<void> {
  const isCsv = file.endsWith('.csv');
  const stream = createWriteStream(file);
  const names =
    'created_at,distinct_ids.0,id,name,properties.$os,properties.city,properties.email,properties.plan';
  let text = isCsv ? `${names},properties.seats,uuid\r\n` : '[\n';
  for (let at = 0; at < count; at++) {
    text += isCsv ? `${csvRow(at)}\r\n` : `${at === 0 ? '' : ',\n'}${jsonRow(at)}`;
    if (text.length < 1e6) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(isCsv ? text : `${text}\n]\n`);
  await once(stream, 'close');
}

const plans = ['free', 'starter', 'growth', 'enterprise'];

function personOf(at: number) {
  const mixed = ((at * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0');
  const id = `${mixed}-aaaa-4bbb-8ccc-${at.toString(16).padStart(12, '0')}`;
  const day = `20${20 + (at % 6)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
  const plan = plans[at % 4] ?? '';
  return { id, day, plan, email: `person.${mixed}@example.com`, seats: at % 3 ? String(at % 450) : '' };
}

function csvRow(at: number): string {
  const { id, day, plan, email, seats } = personOf(at);
  return `${day} 12:00:00+00:00,0190${id},${id},"Person, number ${at}",Linux,Utrecht,${email},${plan},${seats},${id}`;
}

function jsonRow(at: number): string {
  const { id, day, plan, email, seats } = personOf(at);
  return JSON.stringify({
    id,
    uuid: id,
    created_at: `${day}T12:00:00Z`,
    distinct_ids: [`0190${id}`],
    type: 'person',
    properties: { $os: 'Linux', city: 'Utrecht', email, plan, seats: Number(seats), nested: { deep: true } },
    name: `Person, number ${at}`,
  });
}

if (import.meta.main) {
  const { printRows } = await import('./row.ts');
  printRows(await bench());
}
