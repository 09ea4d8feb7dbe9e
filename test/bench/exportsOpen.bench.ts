// How long an export of 100 MB takes to open in a real workbench, as text and as a table, against the same text before
// this extension has run at all.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildDir, node24 } from '../../.scripts/setup/paths.mjs';
import { run } from '../../.scripts/setup/run.mjs';
import { openWorkbench } from '../ui/driver/session.ts';
import { prepareVscode } from '../vscode/prepare.mjs';
import { type BenchRow, median, printRows } from './row.ts';

export async function bench(): Promise<readonly BenchRow[]> {
  await prepareVscode();
  await run(node24, ['esbuild.mjs', '--tests', '--production']);
  const directory = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const file = path.join(directory, 'opened');
  const suite = path.join(buildDir, 'integration/suite.mjs');
  const env = {
    COHORT_DECK_SUITE: 'openExport.test.mjs',
    COHORT_DECK_OPENED: file,
    COHORT_DECK_OPENED_BYTES: String(100e6),
  };
  const session = await openWorkbench({ suite, installed: false, env });
  const code = await session.suiteEnded;
  await session.dispose();
  if (code !== 0) throw new Error('the suite that opens exports failed');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await rm(directory, { recursive: true });
  const timesOf = (name: string) =>
    lines.filter((one) => one.startsWith(name)).map((one) => Number(one.split(' ')[1]));
  const row = (name: string, value: number): BenchRow => ({ name, value, unit: 'ms' });
  const textMs = median(timesOf('text'));
  const aloneMs = median(timesOf('alone'));
  const tableMs = median(timesOf('table'));
  return [
    row('export-of-100mb-opens-as-text', textMs),
    row('export-of-100mb-opens-as-table', tableMs),
    row('text-of-100mb-opens-in-vscode-alone', aloneMs),
    {
      name: 'export-of-100mb-opens-as-text-per-vscode-alone',
      value: textMs / aloneMs,
      unit: 'ratio',
      goal: 1.1,
    },
    // Without a goal: VS Code's text does other work than a table.
    { name: 'export-of-100mb-opens-as-table-per-vscode-alone', value: tableMs / aloneMs, unit: 'ratio' },
  ];
}

if (import.meta.main) printRows(await bench());
