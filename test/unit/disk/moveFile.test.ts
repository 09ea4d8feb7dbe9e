import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../volatile.ts';

const src = fileURLToPath(new URL('../../../src/', import.meta.url));

test('every rename and removal of a file waits for a file in use', () => {
  const direct = /import \{[^}]*\b(?:rename|rm|unlink|rmdir)(?:Sync)?\b[^}]*\} from 'node:fs(?:\/promises)?'/;
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const found = files.filter((file) => direct.test(readFileSync(path.join(src, file), 'utf8')));
  assert.deepEqual(found, [path.join('disk', 'moveFile.ts')]);
});

const moveFile = pathToFileURL(path.join(src, 'disk/moveFile.ts')).href;
const onPosix = { skip: process.platform === 'win32' && 'needs modes of files' };

test(
  'a rename and a removal that Windows refuses for a moment succeed, and any other error is thrown at once',
  onPosix,
  async () => {
    const folder = temporaryFolder();
    await chmod(folder, 0o777);
    const places = ['renamed', 'removed', 'renamed at once', 'removed at once'].map((name) =>
      path.join(folder, name),
    );
    for (const place of places) {
      await mkdir(place);
      await writeFile(path.join(place, 'a'), place);
      await chmod(place, 0o555);
    }
    // The root user may write anywhere; the owner of a folder without that right may not.
    const script = `
    import { chmodSync, renameSync, rmSync } from 'node:fs';
    import { rename, rm } from 'node:fs/promises';
    Object.defineProperty(process, 'platform', { value: 'win32' });
    const { retryInUse, retryInUseSync, renameFile } = await import(${JSON.stringify(moveFile)});
    const places = ${JSON.stringify(places)};
    const open = (place) => {
      if (process.getuid?.() === 0) process.seteuid(0);
      chmodSync(place, 0o777);
      if (process.getuid?.() === 0) process.seteuid(65534);
    };
    /** Lets the third try through. */
    const counted = (place, act) => {
      let tries = 0;
      return () => {
        if (++tries === 3) open(place);
        return act(place + '/a', place + '/b');
      };
    };
    if (process.getuid?.() === 0) process.seteuid(65534);
    await retryInUse(counted(places[0], rename));
    await retryInUse(counted(places[1], (file) => rm(file)));
    retryInUseSync(counted(places[2], renameSync));
    retryInUseSync(counted(places[3], (file) => rmSync(file)));
    let tries = 0;
    await retryInUse(() => (tries++, rename(places[0] + '/none', places[0] + '/b'))).catch(({ code }) => console.log(code, tries));
    await renameFile(places[0] + '/b', places[0] + '/c');
  `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    assert.equal(stdout, 'ENOENT 1\n');
    const left = places.map((place) => readdirSync(place));
    assert.deepEqual(left, [['c'], [], ['b'], []]);
    assert.equal(await readFile(path.join(places[0] ?? '', 'c'), 'utf8'), places[0]);
  },
);

test('a missing right, or a folder that is not empty, is waited for by no rename', onPosix, async () => {
  const folder = temporaryFolder();
  for (const name of ['closed', 'full']) {
    await mkdir(path.join(folder, name, 'below'), { recursive: true });
    await writeFile(path.join(folder, name, 'below/a'), '');
  }
  await chmod(folder, 0o777);
  await chmod(path.join(folder, 'closed/below'), 0o555);
  await chmod(path.join(folder, 'full'), 0o777);
  await mkdir(path.join(folder, 'empty'));
  await chmod(path.join(folder, 'empty'), 0o777);
  const script = `
    import { unlinkSync } from 'node:fs';
    import { rename, unlink } from 'node:fs/promises';
    import { retryInUse, retryInUseSync } from ${JSON.stringify(moveFile)};
    process.chdir(${JSON.stringify(folder)});
    if (process.getuid?.() === 0) process.seteuid(65534);
    const tries = [0, 0, 0];
    const report = ({ code }) => code;
    const codes = [
      await retryInUse(() => (tries[0]++, unlink('closed/below/a'))).catch(report),
      await retryInUse(() => (tries[1]++, rename('empty', 'full/below'))).catch(report),
    ];
    try {
      retryInUseSync(() => (tries[2]++, unlinkSync('closed/below/a')));
    } catch (error) {
      codes.push(error.code);
    }
    console.log(JSON.stringify([codes, tries]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  assert.deepEqual(JSON.parse(stdout), [
    ['EACCES', 'ENOTEMPTY', 'EACCES'],
    [1, 1, 1],
  ]);
});
