import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { clearExports, sweepExports } from '../../../src/exports/sweep.ts';

const day = 24 * 60 * 60_000;
const now = Date.parse('2025-11-05T12:00:00Z');

async function makeDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'exports-'));
  context.after(async () => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function put(directory: string, name: string, ageMs: number): Promise<void> {
  await writeFile(path.join(directory, name), 'x');
  await utimes(path.join(directory, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
}

/** The number of a process that ran and is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  assert.ok(child.pid);
  return child.pid;
}

test('sweeping removes exports past their time and parts of processes that are gone, and nothing else', async (context) => {
  const directory = await makeDirectory(context);
  await put(directory, 'old.csv', 8 * day);
  await put(directory, 'new.csv', 6 * day);
  await put(directory, `left.csv.${await deadPid()}.part`, 0);
  await put(directory, `mine.csv.${process.pid}.part`, 9 * day);
  await put(directory, `theirs.csv.${process.ppid}.part`, day);
  await put(directory, `stuck.csv.${process.ppid}.part`, 8 * day);
  await mkdir(path.join(directory, 'folder'));
  await utimes(path.join(directory, 'folder'), 1, 1);
  await symlink('/etc/hostname', path.join(directory, 'link'));

  assert.equal(await sweepExports(directory, { olderThanMs: 7 * day, now }), 3);
  assert.deepEqual((await readdir(directory)).toSorted(), [
    'folder',
    'link',
    `mine.csv.${process.pid}.part`,
    'new.csv',
    `theirs.csv.${process.ppid}.part`,
  ]);
});

test('clearing removes every export at once, but not a part that is being written', async (context) => {
  const directory = await makeDirectory(context);
  await put(directory, 'a.csv', 0);
  await put(directory, 'b.json', 9 * day);
  await put(directory, `left.csv.${await deadPid()}.part`, 0);
  await put(directory, `mine.csv.${process.pid}.part`, 0);
  assert.equal(await clearExports(directory), 3);
  assert.deepEqual(await readdir(directory), [`mine.csv.${process.pid}.part`]);
});

test('a folder that was never made holds nothing to sweep', async (context) => {
  const directory = path.join(await makeDirectory(context), 'never');
  assert.equal(await sweepExports(directory, { olderThanMs: 0, now }), 0);
  assert.equal(await clearExports(directory), 0);
});
