// What a bench runs inside a real extension host: the modules of test/bench/host.
import path from 'node:path';
import { buildDir, node24, run } from '../../.scripts/processes.ts';
import { prepareVscode } from '../vscode/prepare.mjs';

/** Builds the extension as it is shipped, and the modules of test/bench/host. */
export async function buildForBench(): Promise<void> {
  await prepareVscode();
  const { code, output } = await run(node24, ['esbuild.mjs', '--tests', '--production']);
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
}

/** @param name of a file in test/bench/host */
export function hostSuite(name: string): string {
  return path.join(buildDir, 'bench', `${name}.mjs`);
}
