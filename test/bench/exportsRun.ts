// One export in a process of its own, to measure its memory.
//   node exportsRun.ts BASE_URL DIRECTORY FORMAT PERSONS     prints {"growthMb": …, "rows": …, "ms": …}
import { rm } from 'node:fs/promises';
import { createClient } from '#api/client.ts';
import { unlimited } from './exportsSetup.ts';
import { exportPersons } from '#exports/exportPersons.ts';
import { exportFormatNames } from '#exports/files/exportFormat.ts';

const [baseUrl = '', directory = '', wanted = '', persons = '0'] = process.argv.slice(2);
const format = exportFormatNames.find((one) => one === wanted) ?? 'json';
const client = createClient({ baseUrl, key: 'phx_bench', rateLimits: unlimited });

async function run(count: number) {
  const result = await exportPersons({
    cohorts: client.cohorts('1'),
    cohortId: count,
    format,
    directory,
    fileName: `${format}.txt`,
    expectedCount: count,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await rm(result.path);
  return result;
}

// Everything is loaded and has run once before memory is measured.
await run(2000);
const before = process.memoryUsage.rss();
const startedMs = performance.now();
const result = await run(Number(persons));
const ms = performance.now() - startedMs;
// maxRSS is the peak, in kilobytes.
const growthMb = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
console.log(JSON.stringify({ growthMb, rows: result.rows, complete: result.complete, ms }));
await client.close();
