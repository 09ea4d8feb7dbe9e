// How long activate() takes in a real extension host, which is started anew for each figure.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareVscode } from '../vscode/prepare.mjs';
import { buildDir, node24 } from '../../.scripts/setup/paths.mjs';
import { run } from '../../.scripts/setup/run.mjs';
import { openWorkbench } from '../ui/driver/session.ts';
import { type BenchRow, median, printRows } from './row.ts';

const starts = 5;

export async function bench(): Promise<readonly BenchRow[]> {
  await prepareVscode();
  await run(node24, ['esbuild.mjs', '--tests', '--production']);
  const dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  const file = path.join(dir, 'activation');
  const suite = path.join(buildDir, 'integration/suite.mjs');
  const env = { COHORT_DECK_SUITE: 'activation.test.mjs', COHORT_DECK_ACTIVATION: file };
  for (let i = 0; i < starts; i++) {
    const session = await openWorkbench({ suite, installed: false, env });
    await session.suiteEnded;
    await session.dispose();
  }
  const durations = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
  await rm(dir, { recursive: true, force: true });
  return [{ name: 'activate() in the extension host', value: median(durations), unit: 'ms', goal: 15 }];
}

if (import.meta.main) printRows(await bench());
