// Notes between windows, in a real folder.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { WindowNotes } from '#model/storage/windowNotes.ts';

describe('a note between windows', () => {
  let folder = '';
  const open: WindowNotes[] = [];
  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'cohort-deck-')), 'windows');
  });
  afterEach(async () => {
    for (const notes of open.splice(0)) notes.dispose();
    await rm(path.dirname(folder), { recursive: true });
  });

  async function openWindow() {
    const heard: string[] = [];
    let tell: (() => void) | undefined;
    const notes = new WindowNotes(
      folder,
      (name) => {
        heard.push(name);
        tell?.();
      },
      assert.ifError,
    );
    open.push(notes);
    await notes.start();
    const next = () => new Promise<void>((resolve) => (tell = resolve));
    return { notes, heard, next };
  }

  it('reaches the other windows, and not the one that wrote it', async () => {
    const [first, second] = [await openWindow(), await openWindow()];
    const came = second.next();
    await first.notes.leave('connections');
    await came;
    assert.deepEqual([first.heard, second.heard], [[], ['connections']]);
    const again = first.next();
    await second.notes.leave('connections');
    await again;
    assert.deepEqual([first.heard, second.heard], [['connections'], ['connections']]);
  });

  it('is not reported to a window that opens later, nor twice', async () => {
    const first = await openWindow();
    await first.notes.leave('connections');
    const second = await openWindow();
    await second.notes.look();
    assert.deepEqual(second.heard, []);
    await first.notes.leave('key-acme');
    await second.notes.look();
    await second.notes.look();
    assert.deepEqual(second.heard, ['key-acme']);
  });

  it('contains nothing but that something changed, and is readable by its owner only', async () => {
    const { notes } = await openWindow();
    await notes.leave('key-acme');
    assert.deepEqual(await readdir(folder), ['key-acme']);
    const file = path.join(folder, 'key-acme');
    assert.match(await readFile(file, 'utf8'), /^[0-9a-f-]{36}$/);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  });
});
