// The folders and programs of this project: runs them, and ends them with this process.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endGroup } from '../test/vscode/endGroup.mjs';
import { watchProcessorTime } from './processorTime.ts';

export const root = path.resolve(import.meta.dirname, '..');
/** Everything that a command creates is in node_modules, dist or here. */
export const buildDir = path.join(root, '.build');
export const logDir = path.join(buildDir, 'log');
/** The extension that fills the tree and shows it, for npm start only. */
export const openerDir = path.join(root, '.scripts/opener');
/** Extensions folder with the packaged VSIX installed; tests copy it. */
export const installedDir = path.join(buildDir, 'installed/extensions');
const isWindows = process.platform === 'win32';
/** Node 24, from the npm package `node`: it runs TypeScript and code-server. */
export const node24 = path.join(root, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node');

/** A program that prints nothing for so long hangs. No other limit of time ends one. */
export const maxSilenceMs = 10 * 60_000;
/** How long a program that hangs may take to keep what explains it, such as a picture, once it gets SIGUSR2. */
const maxEvidenceMs = 15_000;

/** A problem that the person at the keyboard can fix. Its message says what to do; no stack is shown. */
export class SetupFailure extends Error {}

const cleanups = new Set<() => unknown>();
let isEnding = false;

/** @returns unregisters the cleanup */
export function whenInterrupted(cleanup: () => unknown): () => void {
  if (isEnding) cleanup(); // what begins after the interrupt, in the place of what it ended, ends at once
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/**
 * Runs the main function of a command. Ctrl-C, SIGTERM, a closed terminal and the end of run.mjs first end what it started,
 * then the process.
 */
export async function command(main: () => Promise<void>, interruptedCode = 130): Promise<void> {
  const interrupt = (): void => {
    if (isEnding) return;
    isEnding = true;
    void Promise.allSettled([...cleanups].map((cleanup) => cleanup())).then(() =>
      process.exit(interruptedCode),
    );
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(event, interrupt);
  process.channel?.unref();
  try {
    await main();
  } catch (error) {
    const isForPerson = error instanceof SetupFailure || (error instanceof Error && 'syscall' in error);
    console.error(isForPerson ? error.message : error);
    process.exitCode = 1;
  }
}

/** @param startedAt from `performance.now()` @returns such as `3.4 s` */
export const secondsSince = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Runs `work` and prints `title … 3.4 s`. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stdout.write(`${title} … `);
  const result = await work();
  console.log(secondsSince(startedAt));
  return result;
}

interface Outcome {
  /** 127 if the program does not exist; 128 if a signal ended it. */
  readonly code: number;
  /** Standard output and standard error as they came. */
  readonly output: string;
  /** It was ended because it printed nothing for `maxSilenceMs`. */
  readonly wasSilent: boolean;
  /** Of all of its processes; 0 on other systems than Linux. */
  readonly processorMs: number;
}

/** Runs a tool of node_modules by its own script: the launchers of Windows need a shell, which knows no path with a space. */
export function runTool(name: string, args: readonly string[], packageName = name): Promise<Outcome> {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return run(node24, [path.join(folder, typeof bin === 'string' ? bin : bin[name]), ...args]);
}

/** Runs a program and waits for its end, keeping what it printed. @param silenceMs for tests of this function */
export function run(
  program: string,
  args: readonly string[],
  {
    env = process.env,
    cwd = root,
    silenceMs = maxSilenceMs,
    onOutput = (_text: string): void => {},
    onProcessorTime = (_ms: number): void => {},
  } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    // A group of its own, so that an interrupt ends its children too.
    const child = spawn(program, args, { cwd, env, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise((end) => child.once('close', end));
    const end = (): unknown => child.pid && endGroup(child.pid, ended);
    const forget = whenInterrupted(end);
    let processorMs = 0;
    const unwatch = watchProcessorTime(child.pid ?? 0, (ms) => {
      processorMs += ms;
      onProcessorTime(ms);
    });
    let output = '';
    let wasSilent = false;
    const silence = setTimeout(() => {
      wasSilent = true;
      if (!isWindows) child.kill('SIGUSR2'); // ends a program that does not listen to it
      void Promise.race([ended, delay(isWindows ? 0 : maxEvidenceMs, undefined, { ref: false })]).then(end);
    }, silenceMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        silence.refresh();
        output += text;
        onOutput(text);
      });
    }
    const finish = (code: number): void => {
      clearTimeout(silence);
      unwatch();
      forget();
      resolve({ code, output, wasSilent, processorMs });
    };
    child.once('error', (error) => {
      output = String(error);
      finish(127);
    });
    child.once('close', (code) => finish(wasSilent ? 1 : (code ?? 128)));
  });
}

/** Runs Node 24 with this process's terminal. @returns its exit code */
export function runHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(node24, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
  whenInterrupted(() => child.kill());
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** Builds the extension into dist/. */
export async function buildExtension(...flags: string[]): Promise<void> {
  const { code, output } = await step('Building', () => run(node24, ['esbuild.mjs', ...flags]));
  if (code !== 0) throw new SetupFailure(`${output}\nThe build failed. Fix the errors above and try again.`);
}
