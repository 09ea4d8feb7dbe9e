// @ts-check
// Sets up, then hands over to Node 24, which reads TypeScript.
import { spawn } from 'node:child_process';
import { runCommand } from './failure.mjs';
import { prepareDependencies } from './npm.mjs';
import { node24, root } from './paths.mjs';
import { withOwnTools } from './run.mjs';

/** @param {string[]} args its exit code is that of what they run */
export async function runWithNode24(args) {
  await runCommand(async () => {
    await prepareDependencies();
    const child = spawn(node24, args, { cwd: root, stdio: 'inherit', env: withOwnTools() });
    process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  });
}
