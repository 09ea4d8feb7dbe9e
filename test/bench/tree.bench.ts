// What a tree of 10,000 cohorts costs in a real extension host: all of its nodes and items after a refresh, and one item
// after its record changed. The service's answer is not in it, nor is the drawing, which goes by what shows.
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
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const file = path.join(dir, 'tree');
  const suite = path.join(buildDir, 'integration/suite.mjs');
  const env = { COHORT_DECK_SUITE: 'tree.test.mjs', COHORT_DECK_TREE: file };
  const session = await openWorkbench({ suite, installed: false, env });
  await session.suiteEnded;
  await session.dispose();
  const measured: { readonly refreshes: readonly number[]; readonly ones: readonly number[] } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  await rm(dir, { recursive: true, force: true });
  return [
    {
      name: 'tree of 10,000: refresh, median of 11',
      value: median(measured.refreshes),
      unit: 'ms',
      goal: 250,
    },
    { name: 'tree of 10,000: refresh, worst', value: Math.max(...measured.refreshes), unit: 'ms' },
    { name: 'tree of 10,000: one item, median of 100', value: median(measured.ones), unit: 'ms', goal: 30 },
    { name: 'tree of 10,000: one item, worst', value: Math.max(...measured.ones), unit: 'ms' },
  ];
}

if (import.meta.main) printRows(await bench());
