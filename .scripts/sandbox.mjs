// `npm run sandbox`: the service with sample data on its own. Plain JavaScript, because the Node that starts it may not
// run TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)); // the first releases of Node 20 have no dirname here
const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (existsSync(node)) {
  const main = path.join(root, 'src/sandbox/main.ts');
  const flags = ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)];
  const child = spawn(node, flags, { stdio: 'inherit' });
  // A terminal signals both processes; a signal to this one alone is meant for the service.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The service could not start: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 1 : (code ?? 1);
  });
} else {
  console.error('The dependencies are not installed. Run "npm ci" first.');
  process.exitCode = 1;
}
