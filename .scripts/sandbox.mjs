// `npm run sandbox`: the service with sample data on its own. Plain JavaScript, because the Node that starts it may not
// run TypeScript.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { handleInterrupts, whenInterrupted } from './setup/interrupt.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)); // the first releases of Node 20 have no dirname here
const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (existsSync(node)) {
  const main = path.join(root, 'src/sandbox/main.ts');
  const flags = ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)];
  // The channel lets the service notice when this process ends, however it ends.
  const child = spawn(node, flags, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const exited = once(child, 'exit').then(
    ([code]) => (process.exitCode = code ?? 1),
    (error) => {
      console.error(`The service could not start: ${error.message}`);
      process.exitCode = 1;
    },
  );
  // A terminal signals both processes; a signal to this one alone, or the end of npm, is meant for the service.
  whenInterrupted(() => {
    child.kill('SIGTERM');
    return exited;
  });
  handleInterrupts();
} else {
  console.error('The dependencies are not installed. Run "npm ci" first.');
  process.exitCode = 1;
}
