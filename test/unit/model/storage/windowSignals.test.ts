// Signals between windows, in a real folder.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { WindowSignals } from '#model/storage/windowSignals.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { temporaryFolder } from '../../../volatile.ts';

/** The folders and files that this process watches. */
async function countWatches(): Promise<number> {
  let count = 0;
  for (const name of await readdir('/proc/self/fdinfo')) {
    const info = await readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => ''); // of the listing itself
    count += info.match(/^inotify wd:/gm)?.length ?? 0;
  }
  return count;
}

describe('a signal between windows', () => {
  let folder = '';
  const open: WindowSignals[] = [];
  beforeEach(() => {
    folder = path.join(temporaryFolder(), 'windows');
  });
  afterEach(() => {
    for (const signals of open.splice(0)) signals.dispose();
  });

  async function openWindow() {
    const heard: string[] = [];
    let tell: (() => void) | undefined;
    const signals = new WindowSignals(
      folder,
      (name) => {
        heard.push(name);
        tell?.();
      },
      assert.ifError,
    );
    open.push(signals);
    await signals.start();
    const next = () => new Promise<void>((resolve) => (tell = resolve));
    return { signals, heard, next };
  }

  it('reaches the other windows, and not the one that wrote it', async () => {
    const [first, second] = [await openWindow(), await openWindow()];
    const came = second.next();
    await first.signals.send('connections');
    await came;
    assert.deepEqual([first.heard, second.heard], [[], ['connections']]);
    const again = first.next();
    await second.signals.send('connections');
    await again;
    assert.deepEqual([first.heard, second.heard], [['connections'], ['connections']]);
  });

  it('is not reported to a window that opens later, nor twice', async () => {
    const first = await openWindow();
    await first.signals.send('connections');
    const second = await openWindow();
    await second.signals.look();
    assert.deepEqual(second.heard, []);
    await first.signals.send('key-acme');
    await second.signals.look();
    await second.signals.look();
    assert.deepEqual(second.heard, ['key-acme']);
  });

  it(
    'is not waited for by a window that closes while it opens',
    { skip: process.platform !== 'linux' },
    async () => {
      const before = await countWatches();
      const signals = new WindowSignals(folder, assert.fail, assert.ifError);
      const starting = signals.start();
      signals.dispose();
      await starting;
      assert.equal(await countWatches(), before);
      await openWindow();
      assert.equal(await countWatches(), before + 1);
    },
  );

  it('contains nothing but that something changed, and is readable by its owner only', async () => {
    const { signals } = await openWindow();
    await signals.send('key-acme');
    assert.deepEqual(await readdir(folder), ['key-acme']);
    const file = path.join(folder, 'key-acme');
    assert.match(await readFile(file, 'utf8'), /^[0-9a-f-]{36} 1$/);
    await assertOwnOnly(file);
  });
});
