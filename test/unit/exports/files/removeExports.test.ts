import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { removeFolder } from '#disk/moveFile.ts';
import { writeCheckpoint } from '#exports/files/checkpointFile.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { withTemporaryFile } from '#exports/files/reservedPaths.ts';
import { removeAllExports, hasExports, removeOldExports } from '#exports/files/removeExports.ts';

const day = 24 * 60 * 60_000;
const now = Date.parse('2025-11-05T12:00:00Z');

/** Of the running test. */
const parts: PartFile[] = [];

async function makeDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'exports-'));
  context.after(async () => {
    for (const part of parts.splice(0)) await part.discard();
    await removeFolder(directory);
  });
  return directory;
}

async function put(directory: string, name: string, ageMs: number): Promise<void> {
  await writeFile(path.join(directory, name), 'x');
  await utimes(path.join(directory, name), (now - ageMs) / 1000, (now - ageMs) / 1000);
}

async function startPart(directory: string) {
  const part = await createPartFile(directory, 'mine.csv');
  parts.push(part);
  return { part, name: path.basename(part.partPath) };
}

/** The number of a process that ran and is gone. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  assert.ok(child.pid);
  return child.pid;
}

test('old exports and parts are removed, and nothing else: what an ended process left may be whole', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const directory = await makeDirectory(context);
  await put(directory, 'old.csv', 8 * day);
  await put(directory, 'new.csv', 6 * day);
  const gone = await deadPid();
  await put(directory, `left.csv.${gone}.part`, 8 * day);
  await put(directory, `whole.csv.${gone}.part`, day);
  const { part, name: mine } = await startPart(directory);
  await utimes(part.partPath, 1, 1);
  await put(directory, `forgotten.csv.${process.pid}.part`, 8 * day);
  for (const ending of ['part', 'resume']) {
    await put(directory, `broken.json.${gone}.${ending}`, day);
    await put(directory, `given up.json.${gone}.${ending}`, 8 * day);
  }
  await put(directory, `theirs.csv.${process.ppid}.part`, day);
  await put(directory, `stuck.csv.${process.ppid}.part`, 8 * day);
  await mkdir(path.join(directory, 'folder'));
  await utimes(path.join(directory, 'folder'), 1, 1);
  const links = process.platform === 'win32' ? [] : ['link']; // there, people may make none
  for (const link of links) await symlink('/etc/hostname', path.join(directory, link));

  const removing = removeOldExports(directory, { olderThanMs: 7 * day, now });
  assert.equal(await afterWait(context, removing), 5); // a part and its checkpoint are one
  assert.deepEqual((await readdir(directory)).toSorted(), [
    `broken.json.${gone}.part`,
    `broken.json.${gone}.resume`,
    'folder',
    ...links,
    mine,
    'new.csv',
    `theirs.csv.${process.ppid}.part`,
    `whole.csv.${gone}.part`,
  ]);
});

/** Lets the two minutes pass that a part of a living process is given, once they have begun. */
async function afterWait(
  context: TestContext,
  removing: Promise<number>,
  meanwhile = async (): Promise<void> => undefined,
): Promise<number> {
  const state = { isOver: false };
  const ended = removing.finally(() => (state.isOver = true));
  await meanwhile();
  while (!state.isOver) {
    context.mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ended;
}

test('a part that its process has not touched while the machine slept stays if it is touched again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const directory = await makeDirectory(context);
  const [awake, stuck] = ['awake', 'stuck'].map((name) => `${name}.csv.${process.ppid}.part`);
  assert.ok(awake && stuck);
  for (const name of [awake, stuck, 'old.csv']) await put(directory, name, 11 * 60_000);
  const removing = removeOldExports(directory, { olderThanMs: 0, now });
  const untilOthersAreGone = async (): Promise<void> => {
    while ((await readdir(directory)).length > 2) await new Promise((resolve) => setImmediate(resolve));
    await put(directory, awake, -30_000);
  };
  assert.equal(await afterWait(context, removing, untilOthersAreGone), 2);
  assert.deepEqual(await readdir(directory), [awake]);
});

test('clearing removes every export, but not a part that is being written', async (context) => {
  const directory = await makeDirectory(context);
  await put(directory, 'a.csv', 0);
  await put(directory, 'b.json', 9 * day);
  const gone = await deadPid();
  for (const ending of ['part', 'resume', 'resume-new'])
    await put(directory, `left.csv.${gone}.${ending}`, 0);
  const { name: mine } = await startPart(directory);
  assert.equal(await hasExports(directory), true);
  assert.equal(await removeAllExports(directory), 3); // a part and its checkpoints are one
  assert.deepEqual(await readdir(directory), [mine]);
  assert.equal(await hasExports(directory), false);
});

const ways: Readonly<Record<string, (directory: string) => Promise<number>>> = {
  'clearing removes': removeAllExports,
  'a sweep of old exports removes': (directory) =>
    removeOldExports(directory, { olderThanMs: 0, now: Date.now() + 19_000 }),
};
for (const [way, remove] of Object.entries(ways)) {
  test(`${way} what another window has kept to be resumed, but not what it is writing`, async (context) => {
    const directory = await makeDirectory(context);
    for (const name of ['kept', 'running']) {
      const partPath = path.join(directory, `${name}.json.${process.ppid}.part`); // the process that started this test is alive
      await writeFile(partPath, '[');
      await writeCheckpoint(partPath, {
        cohortId: 7,
        format: 'json',
        fileName: 'a.json',
        tag: '',
        offset: 10,
        limit: 10,
        bytes: 1,
        rows: 1,
        expectedCount: 95,
        lastCalculation: undefined,
        isReleased: name === 'kept',
      });
    }
    const left = ['part', 'resume'].map((ending) => `running.json.${process.ppid}.${ending}`);
    assert.equal(await hasExports(directory), true);
    assert.equal(await remove(directory), 1);
    assert.deepEqual((await readdir(directory)).toSorted(), left);
    assert.equal(await hasExports(directory), false);
  });
}

test('a folder that does not exist holds nothing to remove', async (context) => {
  const directory = path.join(await makeDirectory(context), 'never');
  assert.equal(await removeOldExports(directory, { olderThanMs: 0, now }), 0);
  assert.equal(await removeAllExports(directory), 0);
  assert.equal(await hasExports(directory), false);
});

test('a temporary file stays while it is used, whichever window sweeps, and is gone afterwards', async (context) => {
  const directory = path.join(await makeDirectory(context), 'exports');
  const sweep = `
    import { removeAllExports, removeOldExports } from '#exports/files/removeExports.ts';
    const directory = ${JSON.stringify(directory)};
    await removeOldExports(directory, { olderThanMs: 0, now: Date.now() });
    await removeAllExports(directory);`;
  const names = await withTemporaryFile(directory, '.csv', async (file) => {
    await writeFile(file, 'x');
    const other = spawn(process.execPath, ['--input-type=module', '-e', sweep], { stdio: 'inherit' });
    assert.deepEqual(await once(other, 'exit'), [0, null]);
    await utimes(file, 1, 1);
    await removeOldExports(directory, { olderThanMs: 0, now: Date.now() });
    await removeAllExports(directory);
    return [await readdir(directory), [path.basename(file)]];
  });
  assert.deepEqual(names[0], names[1]);
  assert.deepEqual(await readdir(directory), []);
});
