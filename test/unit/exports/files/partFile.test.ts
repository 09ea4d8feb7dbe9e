import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { listResumable, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import { createPartFile, reopenPartFile } from '#exports/files/partFile.ts';
import { isBeingWritten, releasePath, reservePath } from '#exports/files/reservedPaths.ts';
import { removeOldExports } from '#exports/files/removeExports.ts';
import { temporaryFolder } from '../../../volatile.ts';

const src = new URL('../../../../src/', import.meta.url).href;

async function makeDirectory(context: TestContext): Promise<string> {
  const directory = temporaryFolder();
  context.after(async () => {
    await chmod(directory, 0o777);
  });
  await chmod(directory, 0o777);
  return directory;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** Another process, not of the root user, which may write anywhere. */
function start(context: TestContext, directory: string, script: string): Child {
  const code = `import { chmodSync, readdirSync } from 'node:fs';
    import { createPartFile, reopenPartFile } from ${JSON.stringify(`${src}exports/files/partFile.ts`)};
    if (process.getuid?.() === 0) process.setuid(65534);
    const directory = ${JSON.stringify(directory)};
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  context.after(async () => void child.kill('SIGKILL'));
  return child;
}

async function outputOf(child: Child): Promise<string> {
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return output.trim();
}

const checkpoint = {
  cohortId: 7,
  format: 'ndjson',
  fileName: 'a.ndjson',
  tag: 'here',
  offset: 1,
  limit: 1,
  bytes: 3,
  rows: 1,
  expectedCount: 2,
  lastCalculation: undefined,
  isReleased: true,
} as const;

test('a whole file that cannot get its name stays, and is removed only once it is as old as other exports', async (context) => {
  const directory = await makeDirectory(context);
  const child = start(
    context,
    directory,
    `const part = await createPartFile(directory, 'a.csv');
    part.append(Buffer.from('id\\n1\\n'));
    // Its name is longer than file systems allow, so that the rename fails and the folder can be written.
    console.log((await part.finish('a'.repeat(300))) === part.partPath, part.nameRefusal.code);
    await part.discard();`,
  );
  assert.equal(await outputOf(child), `true ${process.platform === 'win32' ? 'ENOENT' : 'ENAMETOOLONG'}`);
  const [part = '', ...others] = await readdir(directory);
  assert.match(part, /^a\.csv\.\d+\.part$/);
  assert.deepEqual(others, []);
  assert.equal(await readFile(path.join(directory, part), 'utf8'), 'id\n1\n');
  const day = 24 * 60 * 60_000;
  assert.equal(await removeOldExports(directory, { olderThanMs: day, now: Date.now() }), 0);
  assert.equal(await removeOldExports(directory, { olderThanMs: day, now: Date.now() + 2 * day }), 1);
  assert.deepEqual(await readdir(directory), []);
});

test('windows that finish exports of one name at the same time keep all of them', async (context) => {
  const directory = await makeDirectory(context);
  const children = Array.from({ length: 6 }, () =>
    start(
      context,
      directory,
      `const parts = [];
      for (let at = 0; at < 8; at++) {
        const part = await createPartFile(directory, process.pid + ' ' + at);
        part.append(Buffer.from(process.pid + ' ' + at));
        await part.flush();
        parts.push(part);
      }
      console.log('ready');
      process.stdin.once('data', async () => {
        await Promise.all(parts.map((part) => part.finish('a.csv')));
        process.exit();
      });`,
    ),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const ends = children.map((child) => once(child, 'exit'));
  for (const { stdin } of children) stdin.write('go');
  await Promise.all(ends);
  const names = await readdir(directory);
  const texts = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')));
  assert.equal(new Set(texts).size, 48);
  assert.deepEqual(
    names.filter((name) => !/^a( \(\d+\))?\.csv$/.test(name)),
    [],
  );
});

test('a name that another window is about to take is not taken, and one whose window was killed is free again later', async (context) => {
  const directory = await makeDirectory(context);
  await writeFile(path.join(directory, 'a.csv.claim'), '');
  const finish = async () => {
    const part = await createPartFile(directory, 'a.csv');
    return path.basename(await part.finish());
  };
  assert.equal(await finish(), 'a (2).csv');
  await removeOldExports(directory, { olderThanMs: 1e12, now: Date.now() + 60_000 });
  assert.equal(await finish(), 'a (3).csv');
  await removeOldExports(directory, { olderThanMs: 1e12, now: Date.now() + 3_600_000 });
  assert.equal(await finish(), 'a.csv');
});

const onPosix = { skip: process.platform === 'win32' && 'needs modes of files' };

test(
  'an interrupted export that cannot be opened or cut stays as it is, and is offered again',
  onPosix,
  async (context) => {
    const directory = await makeDirectory(context);
    const partPath = path.join(directory, `a.ndjson.${process.ppid}.part`);
    await writeFile(partPath, '{}\n{');
    await writeCheckpoint(partPath, checkpoint);
    await chmod(partPath, 0o444);
    const child = start(
      context,
      directory,
      `await reopenPartFile(${JSON.stringify(partPath)}, 'a.ndjson', 3).catch(({ kind }) => console.log(kind));`,
    );
    assert.equal(await outputOf(child), 'noPermission');
    const offered = async () => (await listResumable(directory)).map((one) => one.partPath);
    assert.deepEqual(await offered(), [partPath]);
    await chmod(partPath, 0o644);
    const handles = async () => (await readdir('/proc/self/fd')).length;
    const before = process.platform === 'linux' ? await handles() : undefined;
    // Shorter than its checkpoint says: something else has written to it.
    await assert.rejects(reopenPartFile(partPath, 'a.ndjson', 6), { kind: 'damaged' });
    assert.deepEqual(await offered(), [partPath]);
    if (before !== undefined) assert.equal(await handles(), before, 'its handle is closed');
    const part = await reopenPartFile(partPath, 'a.ndjson', 3);
    part.append(Buffer.from('[]\n'));
    assert.equal(await readFile(await part.finish(), 'utf8'), '{}\n[]\n');
  },
);

test('a part that is resumed takes the place of no other part that this window has kept', async (context) => {
  const directory = await makeDirectory(context);
  const kept = await createPartFile(directory, 'a.ndjson');
  kept.append(Buffer.from('mine'));
  await kept.flush();
  await kept.keep();
  const theirs = path.join(directory, `a.ndjson.${process.ppid}.part`);
  await writeFile(theirs, 'theirs');
  const resumed = await reopenPartFile(theirs, 'a.ndjson', 6);
  assert.equal(await readFile(kept.partPath, 'utf8'), 'mine');
  assert.equal(await readFile(await resumed.finish('a.ndjson'), 'utf8'), 'theirs');
});

test('an export that waits long for the service is still seen as running by other windows', async (context) => {
  const directory = await makeDirectory(context);
  context.mock.timers.enable({ apis: ['setInterval'] });
  const part = await createPartFile(directory, 'a.ndjson');
  await utimes(part.partPath, 1, 1);
  context.mock.timers.tick(60_000);
  while ((await stat(part.partPath)).mtimeMs === 1000);
  await part.discard();
  assert.deepEqual(await readdir(directory), []);
});

test('names that differ in case or in composed letters are one file, as on macOS and Windows', () => {
  const file = '/exports/Zoë.csv';
  assert.ok(reservePath(file));
  for (const same of ['/exports/zoË.CSV', file.normalize('NFD')]) {
    assert.ok(!reservePath(same), same);
    assert.ok(isBeingWritten(same), same);
  }
  releasePath(file.normalize('NFD').toUpperCase());
  assert.ok(!isBeingWritten(file));
});
