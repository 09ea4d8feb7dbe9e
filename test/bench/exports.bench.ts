// Exports to disk, fsync and rename included, against `curl -o` and against fetching and parsing the same pages; their
// memory at two million persons; how fast a cancel closes the socket; what a hundred kills leave.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { createClient } from '../../src/api/client.ts';
import { exportPersons } from '../../src/exports/exportPersons.ts';
import type { ExportFormat } from '../../src/exports/exportPersons.ts';
import { flood } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { startKilling } from '../unit/exports/kills.ts';
import { type BenchRow, compare, median, printRows } from './row.ts';

const run = promisify(execFile);
const csvRows = 200_000;
const pagedPersons = 50_000;
const manyPersons = 2_000_000;
const kills = 100;

export async function bench(): Promise<readonly BenchRow[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'exports-bench-'));
  const service = spawn(process.execPath, [path.join(import.meta.dirname, 'exportsService.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url]: unknown[] = await once(createInterface({ input: service.stdout }), 'line');
    const place = { url: String(url), directory };
    return [
      ...(await benchCsv(place)),
      ...(await benchPaged(place)),
      ...(await benchMemory(place)),
      ...(await benchCancel(place)),
      ...(await benchKills()),
    ];
  } finally {
    service.kill();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Place {
  readonly url: string;
  readonly directory: string;
}

async function benchCsv(place: Place): Promise<readonly BenchRow[]> {
  const target = path.join(place.directory, 'curl.csv');
  const address = `${place.url}/api/projects/1/cohorts/${csvRows}/persons/?format=csv`;
  const { ratio, oursMs, floorMs } = await compare(
    5,
    async () => run('curl', ['-s', '-o', target, address]),
    async () => exportAll(place, 'csv', csvRows),
  );
  return [
    { name: 'export-csv-as-served-per-curl', value: ratio, unit: 'ratio', goal: 2.2 },
    { name: 'export-csv-as-served-ms', value: oursMs, unit: 'ms' },
    { name: 'export-csv-curl-ms', value: floorMs, unit: 'ms' },
  ];
}

async function benchPaged(place: Place): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  for (const [format, name, goal] of [
    ['ndjson', 'export-ndjson', 0.8],
    ['json', 'export-json', 0.8],
    ['csvAll', 'export-csv-of-everyone', 1.6],
  ] as const) {
    const { ratio, oursMs, floorMs } = await compare(
      5,
      async () => fetchAndParse(place.url, pagedPersons),
      async () => exportAll(place, format, pagedPersons),
    );
    found.push(
      { name: `${name}-per-fetch-and-parse`, value: ratio, unit: 'ratio', goal },
      { name: `${name}-ms`, value: oursMs, unit: 'ms' },
      { name: `${name}-fetch-and-parse-ms`, value: floorMs, unit: 'ms' },
    );
  }
  return found;
}

async function benchMemory({ url, directory }: Place): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  const script = path.join(import.meta.dirname, 'exportsRun.ts');
  for (const format of ['csv', 'json', 'csvAll'] as const) {
    const { stdout } = await run(process.execPath, [script, url, directory, format, String(manyPersons)]);
    const { growthMb, ms }: { growthMb: number; ms: number } = JSON.parse(stdout);
    const name = `export-${format === 'csvAll' ? 'csv-of-everyone' : format}-2m-persons`;
    found.push({ name: `${name}-memory-growth`, value: growthMb, unit: 'MB', goal: 100 });
    found.push({ name: `${name}-ms`, value: ms, unit: 'ms' });
  }
  return found;
}

async function benchCancel({ directory }: Place): Promise<readonly BenchRow[]> {
  const times: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const server = await startMisbehaving(() => flood(() => undefined));
    const client = createClient({ baseUrl: server.url, key: 'phx_bench' });
    const cancelling = new AbortController();
    const running = exportPersons({
      ...options({ url: server.url, directory }, 'csv', 1),
      cohorts: client.cohorts('1'),
      signal: cancelling.signal,
      onProgress: ({ bytes }) => {
        if (bytes > 1e7) setImmediate(() => cancelling.abort());
      },
    });
    const closed = once(cancelling.signal, 'abort').then(async () => {
      const startedMs = performance.now();
      await server.allClosed();
      times.push(performance.now() - startedMs);
    });
    await Promise.allSettled([running, closed]);
    await client.close();
    await server.close();
  }
  return [
    { name: 'export-cancel-to-closed-socket-most', value: Math.max(...times), unit: 'ms', goal: 100 },
    { name: 'export-cancel-to-closed-socket', value: median(times), unit: 'ms' },
  ];
}

async function benchKills(): Promise<readonly BenchRow[]> {
  const ends: (() => Promise<void>)[] = [];
  const killAt = await startKilling({ after: (end) => ends.push(end) });
  const formats: readonly ExportFormat[] = ['json', 'ndjson', 'csvAll', 'csv'];
  const counts = { torn: 0, finished: 0, resumed: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const format = formats[kill % formats.length] ?? 'json';
    // Some die while they write, some while they sync and rename.
    const at = format === 'csv' ? 0 : Math.floor(Math.random() * 11);
    const remains = await killAt({
      format,
      request: at,
      share: Math.random(),
      delayMs: Math.random() ** 2 * 40,
    });
    counts.torn += Number(remains.isTorn);
    counts.finished += Number(remains.isFinished);
    counts.resumed += Number(remains.isResumed);
  }
  for (const end of ends) await end();
  return [
    { name: `export-torn-files-in-${kills}-kills`, value: counts.torn, unit: 'count', goal: 0 },
    { name: `export-finished-before-the-kill`, value: counts.finished, unit: 'count' },
    { name: `export-gone-on-with-after-the-kill`, value: counts.resumed, unit: 'count' },
  ];
}

function options({ url, directory }: Place, format: ExportFormat, count: number) {
  return {
    cohorts: createClient({ baseUrl: url, key: 'phx_bench' }).cohorts('1'),
    cohortId: count,
    format,
    directory,
    fileName: `ours.${format}`,
    expectedCount: count,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}

async function exportAll(place: Place, format: ExportFormat, count: number): Promise<void> {
  const client = createClient({ baseUrl: place.url, key: 'phx_bench' });
  const result = await exportPersons({ ...options(place, format, count), cohorts: client.cohorts('1') });
  if (result.complete !== 'yes') throw new Error(`the export is ${result.complete}`);
  await rm(result.path);
  await client.close();
}

async function fetchAndParse(baseUrl: string, count: number): Promise<void> {
  const agent = new Agent({ connections: 1 });
  let read = 0;
  for (let offset = 0; offset < count; offset += 1000) {
    const answer = await request.call(agent, {
      origin: baseUrl,
      path: `/api/projects/1/cohorts/${count}/persons/?format=json&limit=1000&offset=${offset}`,
      method: 'GET',
      headers: {},
    });
    const page: { readonly results: readonly unknown[] } = JSON.parse(await answer.body.text());
    read += page.results.length;
  }
  await agent.close();
  if (read !== count) throw new Error(`${read} persons in place of ${count}`);
}

if (import.meta.main) printRows(await bench());
