import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { findWindows, removeWindow, writeWindow } from '#agents/bridge/openWindows.ts';
import { temporaryFolder } from '../../volatile.ts';

let directory = '';
let work = '';
const windowOf = (address: string, open: readonly string[], usedAt: number) => ({
  pid: process.pid,
  address,
  token: 't',
  folders: open,
  usedAt,
});

const isOnWindows = process.platform === 'win32';

describe('the open windows', () => {
  beforeEach(() => {
    directory = temporaryFolder();
    work = temporaryFolder();
  });
  const addresses = async (cwd: string) => (await findWindows(directory, cwd)).map(({ address }) => address);

  it('are asked in this order: the deepest folder that the caller is in, then the one used last', async () => {
    await mkdir(path.join(work, 'a/b'), { recursive: true });
    await writeWindow(directory, '1', windowOf('root', [work], 1));
    await writeWindow(directory, '2', windowOf('inner', [path.join(work, 'a')], 2));
    await writeWindow(directory, '3', windowOf('last', [path.join(work, 'a-other')], 9));
    assert.deepEqual(await addresses(path.join(work, 'a/b')), ['inner', 'root', 'last']);
    assert.deepEqual(await addresses(path.dirname(work)), ['last', 'inner', 'root']);
  });

  it('are found through a linked folder', { skip: isOnWindows && 'needs rights to link' }, async () => {
    await mkdir(path.join(work, 'real'));
    await symlink(path.join(work, 'real'), path.join(work, 'link'));
    await writeWindow(directory, '1', windowOf('linked', [path.join(work, 'link')], 1));
    await writeWindow(directory, '2', windowOf('other', [], 2));
    assert.deepEqual(await addresses(path.join(work, 'real')), ['linked', 'other']);
  });

  it('leave out, and remove, what a killed window, one without an address or a torn write left', async () => {
    await writeWindow(directory, 'silent', windowOf('', [work], 2));
    await writeWindow(directory, 'gone', { ...windowOf('gone', [], 1), pid: 2 ** 22 + 1 });
    await writeFile(path.join(directory, 'torn.window.json'), '{"pid":');
    await writeWindow(directory, 'here', windowOf('here', [], 1));
    assert.deepEqual(await addresses(work), ['here']);
    assert.deepEqual(await readdir(directory), ['here.window.json']);
    await removeWindow(directory, 'here');
    assert.deepEqual(await addresses(work), []);
  });

  it('keep a file that cannot be read for now', { skip: isOnWindows && 'needs rights to link' }, async () => {
    const file = path.join(directory, 'unreadable.window.json');
    await symlink(file, file); // leads nowhere
    await writeWindow(directory, 'here', windowOf('here', [], 1));
    assert.deepEqual(await addresses(work), ['here']);
    assert.ok((await readdir(directory)).includes(path.basename(file)));
  });

  it(
    'are in files that only their user can read',
    { skip: isOnWindows && 'needs modes of files' },
    async () => {
      await writeWindow(directory, '1', windowOf('one', [], 1));
      const { mode } = await stat(path.join(directory, '1.window.json'));
      assert.equal(mode & 0o077, 0);
    },
  );

  it('are none where there is no folder of them', async () => {
    assert.deepEqual(await findWindows(path.join(directory, 'none'), work), []);
  });
});
