// Runs a program of this project with Node 24, after npm has installed what package-lock.json names.
//   node .scripts/run.mjs PROGRAM [ARGUMENT …]
// It runs on Node 20 and newer, and says so to an older one. The program ends with this process, however this one ends: its
// channel is closed then, which is how a program that Ctrl-C has reached already is not interrupted twice.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestMajor = 20;
const { node: version } = process.versions;

if (Number(version.split('.')[0]) < oldestMajor) {
  console.error(
    `Cohort Deck needs Node ${oldestMajor} or newer, but this is Node ${version}. Install a newer version from https://nodejs.org and try again.`,
  );
  process.exitCode = 1;
} else {
  const { ensureInstalled } = await import('./npm.mjs');
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (await ensureInstalled(root)) start(root, process.argv.slice(2));
  else process.exitCode = 1;
}

function start(root, args) {
  const bin = path.join(root, 'node_modules/.bin');
  const node24 = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const child = spawn(node24, ['--expose-gc', '--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) },
  });
  const end = () => child.kill('SIGTERM');
  process.on('SIGINT', () => child.connected && child.disconnect());
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  const parent = process.ppid;
  // npm does not forward the signal that ends it.
  if (process.env.npm_lifecycle_event) {
    const npm = startedShell(parent);
    setInterval(() => (process.ppid === parent && isRunning(npm)) || end(), 500).unref();
  }
  child.once('error', ({ message }) => {
    console.error(
      `Node 24 of the npm package "node" does not start (${message}). Allow npm to run install scripts (npm config set ignore-scripts false), delete node_modules and try again.`,
    );
    process.exitCode = 1;
  });
  child.once('close', (code) => (process.exitCode = code ?? 1));
}

/** @returns the process that started the parent, if that is only the shell of npm; else the parent */
function startedShell(parent) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(parent)], { encoding: 'utf8' });
  const [, starter, name] = /^\s*(\d+)\s+(.*\S)\s*$/.exec(stdout ?? '') ?? [];
  return /(^|\/)-?(ba|da|z|k)?sh$/.test(name ?? '') ? Number(starter) : parent;
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM'; // another person's
  }
}
