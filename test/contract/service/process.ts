// The service as a process of its own, as `npm run sandbox` starts it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const main = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const children = new Set<ChildProcess>();
/** Process group leaders. */
const groups = new Set<ChildProcess>();

export function spawnService(...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...flags]);
  children.add(child);
  return child;
}

/** For the end of a file's tests: whatever a failed one has left running. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const { pid } of groups) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch (error) {
      assert.equal(error instanceof Error && 'code' in error && error.code, 'ESRCH'); // it has ended
    }
  }
}

/** Resolves once it has printed its address. */
export async function startProcess(...flags: string[]): Promise<ServiceProcess> {
  return firstLine(spawnService(...flags));
}

async function firstLine(child: ChildProcess): Promise<ServiceProcess> {
  if (!child.stdout) throw new Error('The service was started without an output.');
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('The service ended without a line of output.');
}

export async function endOf(child: ChildProcess): Promise<Ending> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}

/** Ends it as a power cut would. */
export async function kill({ child }: Pick<ServiceProcess, 'child'>): Promise<void> {
  const closed = once(child, 'exit');
  child.kill('SIGKILL');
  await closed;
}

/** Ends it as Ctrl-C would; answers its exit code. */
export async function end(
  { child }: ServiceProcess,
  signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM',
): Promise<number | null> {
  const ended = endOf(child);
  child.kill(signal);
  return (await ended).code;
}

/** `npm run sandbox` in a group of its own, so that nothing but what a test kills ends the service. */
export async function startByNpm(...flags: string[]): Promise<ServiceProcess> {
  const args = ['run', '--silent', 'sandbox', '--', ...flags];
  const child = spawn('npm', args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  groups.add(child);
  return firstLine(child);
}
