// Exports to disk, fsync and rename included, against `curl -o` and against fetching and parsing the same pages.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { createClient } from '#api/client.ts';
import { compareFiles } from '#exports/compare/compareFiles.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { options, type Setup, unlimited, withSetup } from './exportsSetup.ts';
import { type BenchRow, compare, printRows } from './row.ts';

const run = promisify(execFile);
const csvRows = 200_000;
const pagedPersons = 50_000;
const comparedPersons = 100_000;
/** One turn takes as long as ten turns of the others. */
const comparisonTurns = 3;
/** The number of pairs of which the median counts: a single run beside other work is not meaningful. */
const turns = 9;

export async function bench(): Promise<readonly BenchRow[]> {
  return withSetup(async (setup) => [
    ...(await benchCsv(setup)),
    ...(await benchPaged(setup)),
    ...(await benchComparison(setup)),
  ]);
}

async function benchCsv(setup: Setup): Promise<readonly BenchRow[]> {
  const target = path.join(setup.directory, 'curl.csv');
  const address = `${setup.url}/api/projects/1/cohorts/${csvRows}/persons/?format=csv`;
  const { ratio, oursMs, floorMs } = await compare(
    turns,
    async () => run('curl', ['-s', '-o', target, address]),
    async () => exportAll(setup, 'csv', csvRows),
  );
  return [
    { name: 'export-csv-as-served-per-curl', value: ratio, unit: 'ratio', goal: 2.2 },
    { name: 'export-csv-as-served-ms', value: oursMs, unit: 'ms' },
    { name: 'export-csv-curl-ms', value: floorMs, unit: 'ms' },
  ];
}

async function benchPaged(setup: Setup): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  for (const [format, name, goal] of [
    ['ndjson', 'export-ndjson', 1.5],
    ['json', 'export-json', 1.5],
    ['csvAll', 'export-csv-of-everyone', 5], // its second pass reads each person again
  ] as const) {
    const { ratio, oursMs, floorMs } = await compare(
      turns,
      async () => fetchAndParse(setup.url, pagedPersons),
      async () => exportAll(setup, format, pagedPersons),
    );
    found.push(
      { name: `${name}-per-fetch-and-parse`, value: ratio, unit: 'ratio', goal },
      { name: `${name}-ms`, value: oursMs, unit: 'ms' },
      { name: `${name}-fetch-and-parse-ms`, value: floorMs, unit: 'ms' },
    );
  }
  return found;
}

/** Two cohorts with the same persons: each person is found twice, which takes longest. */
export async function benchComparison(setup: Setup): Promise<readonly BenchRow[]> {
  const client = createClient({ baseUrl: setup.url, key: 'phx_bench', rateLimits: unlimited });
  const cohorts = client.cohorts('1');
  const { signal } = new AbortController();
  const { ratio, oursMs, floorMs } = await compare(
    comparisonTurns,
    async () => {
      for (const _ of ['one', 'other']) await fetchAndParse(setup.url, comparedPersons);
    },
    async () => {
      const files: string[] = [];
      for (const fileName of ['one.ndjson', 'other.ndjson']) {
        const exported = { ...options(setup, 'ndjson', comparedPersons), cohorts, fileName };
        files.push((await exportPersons(exported)).path);
      }
      const comparison = await compareFiles({
        files,
        scratchDirectory: setup.directory,
        signal,
        onProgress: () => undefined,
      });
      const [both, ...others] = comparison.parts;
      if (both?.persons !== comparedPersons || others.some(({ persons }) => persons > 0))
        throw new Error('persons are missing');
      await comparison.close();
      for (const file of files) await rm(file);
    },
  );
  await client.close();
  return [
    { name: 'compare-2-x-100k-persons-per-fetch-and-parse', value: ratio, unit: 'ratio', goal: 1.3 },
    { name: 'compare-2-x-100k-persons-ms', value: oursMs, unit: 'ms' },
    { name: 'compare-2-x-100k-persons-fetch-and-parse-ms', value: floorMs, unit: 'ms' },
  ];
}

async function exportAll(setup: Setup, format: ExportFormat, count: number): Promise<void> {
  const client = createClient({ baseUrl: setup.url, key: 'phx_bench', rateLimits: unlimited });
  const result = await exportPersons({ ...options(setup, format, count), cohorts: client.cohorts('1') });
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
  if (read !== count) throw new Error(`${read} persons in setup of ${count}`);
}

if (import.meta.main) printRows(await bench());
