// One comparison of two cohorts, exports included, in a process of its own, to measure its memory.
//   node comparisonRun.ts BASE_URL DIRECTORY persons|properties PERSONS     prints {"growthMb": …, "ms": …}
import { rm } from 'node:fs/promises';
import { createClient } from '#api/client.ts';
import { compareFiles } from '#exports/compare/compareFiles.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { options, unlimited } from './exportsSetup.ts';

const [url = '', directory = '', what = '', persons = '0'] = process.argv.slice(2);
const comparesProperties = what === 'properties';
const client = createClient({ baseUrl: url, key: 'phx_bench', rateLimits: unlimited });

async function run(count: number): Promise<void> {
  const files: string[] = [];
  // In project 2, persons after the first page have another property.
  for (const project of ['1', '2']) {
    const fileName = `${project}.ndjson`;
    const exported = { ...options({ url, directory }, 'ndjson', count), fileName };
    const { path } = await exportPersons({ ...exported, cohorts: client.cohorts(project) });
    files.push(path);
  }
  const comparison = await compareFiles({
    files,
    scratchDirectory: directory,
    comparesProperties,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const firstPage = 1000;
  const expected = comparesProperties ? [count - firstPage, firstPage] : [count];
  const found = comparison.parts.map((part) => part.persons).filter((size) => size > 0);
  if (String(found) !== String(expected)) throw new Error(`parts of ${found.join(', ')} persons`);
  await comparison.close();
  for (const file of files) await rm(file);
}

// Everything is loaded and has run once before memory is measured.
await run(3000);
const before = process.memoryUsage.rss();
const startedMs = performance.now();
await run(Number(persons));
const ms = performance.now() - startedMs;
// maxRSS is the peak, in kilobytes.
const growthMb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
console.log(JSON.stringify({ growthMb, ms }));
await client.close();
