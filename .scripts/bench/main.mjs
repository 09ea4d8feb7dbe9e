// @ts-check
// Sets up, then hands over to Node 24, which reads the TypeScript of the benches.
import { spawn } from 'node:child_process';
import { runCommand } from '../setup/failure.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { node24, root } from '../setup/paths.mjs';
import { withOwnTools } from '../setup/run.mjs';

await runCommand(async () => {
  await prepareDependencies();
  const args = ['--expose-gc', '.scripts/bench/run.ts', ...process.argv.slice(2)];
  const child = spawn(node24, args, { cwd: root, stdio: 'inherit', env: withOwnTools() });
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
});
