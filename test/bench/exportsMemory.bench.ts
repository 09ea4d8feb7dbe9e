// What exports of two million persons, and comparisons of two files of a million, take in memory.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Setup, withSetup } from './exportsSetup.ts';
import { type BenchRow, median, printRows } from './row.ts';

const run = promisify(execFile);
const manyPersons = 2_000_000;
const comparedPersons = 1_000_000;
/** When V8 collects garbage, and so how high memory gets, differs from process to process. */
const processes = 3;

export async function bench(): Promise<readonly BenchRow[]> {
  return withSetup(async (setup) => [...(await benchExports(setup)), ...(await benchComparisons(setup))]);
}

async function benchExports({ url, directory }: Setup): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  const script = path.join(import.meta.dirname, 'exportsRun.ts');
  for (const format of ['csv', 'json', 'csvAll'] as const) {
    const growths: number[] = [];
    const times: number[] = [];
    for (let turn = 0; turn < processes; turn++) {
      const { stdout } = await run(process.execPath, [script, url, directory, format, String(manyPersons)]);
      const { growthMb, ms }: { growthMb: number; ms: number } = JSON.parse(stdout);
      growths.push(growthMb);
      times.push(ms);
    }
    const name = `export-${format === 'csvAll' ? 'csv-of-everyone' : format}-2m-persons`;
    found.push({ name: `${name}-memory-growth`, value: median(growths), unit: 'MB', goal: 200 });
    found.push({ name: `${name}-ms`, value: median(times), unit: 'ms' });
  }
  return found;
}

/** The second file has nearly all persons again, each with another property. */
async function benchComparisons({ url, directory }: Setup): Promise<readonly BenchRow[]> {
  const found: BenchRow[] = [];
  const script = path.join(import.meta.dirname, 'comparisonRun.ts');
  for (const what of ['persons', 'properties']) {
    const { stdout } = await run(process.execPath, [script, url, directory, what, String(comparedPersons)]);
    const { growthMb, ms }: { growthMb: number; ms: number } = JSON.parse(stdout);
    const name = `compare-${what}-of-2-x-1m-persons`;
    found.push({ name: `${name}-memory-growth`, value: growthMb, unit: 'MB', goal: 200 });
    found.push({ name: `${name}-ms`, value: ms, unit: 'ms' });
  }
  return found;
}

if (import.meta.main) printRows(await bench());
