// Keys over a secret storage that works, and over a keyring that fails in its own words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SecretKeys, type SecretPort } from '#host/secretKeys.ts';
import { Emitter } from '#model/storage/emitter.ts';

const origin = 'https://acme.example';
const key = 'phx_canaryOfThisTest';

/** The error of a locked keyring on Linux. */
const keyringTexts = [
  'GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided',
  'Cannot create an item in a locked collection',
  'SecKeychainItemCreateFromContent\nreturned -25308',
  `could not encrypt {"key":"${key}"}`,
];

function createStorage() {
  const stored = new Map<string, string>();
  const changed = new Emitter<{ readonly key: string }>();
  let failure: string | undefined;
  const unlessLocked = async <T>(run: () => T): Promise<T> => {
    if (failure !== undefined) throw new Error(failure);
    return run();
  };
  const port: SecretPort = {
    get: (name) => unlessLocked(() => stored.get(name)),
    store: (name, value) => unlessLocked(() => (stored.set(name, value), changed.fire({ key: name }))),
    delete: (name) => unlessLocked(() => (stored.delete(name), changed.fire({ key: name }))),
    onDidChange: (listener) => changed.event(listener),
  };
  return {
    stored,
    port,
    lock: (text: string | undefined) => (failure = text),
    /** Another window. */
    storeElsewhere(name: string, value: string) {
      stored.set(name, value);
      changed.fire({ key: name });
    },
  };
}

describe('keys in a keyring that fails', () => {
  for (const text of keyringTexts) {
    it(`${JSON.stringify(text.slice(0, 40))} becomes an error of its own kind, and reaches the log without the key`, async () => {
      const storage = createStorage();
      const lines: string[] = [];
      const keys = new SecretKeys(storage.port, (line) => lines.push(line));
      storage.lock(text);
      const expected = (operation: string) => (error: unknown) => {
        assert.ok(error instanceof Error);
        assert.equal(error.name, 'KeyStorageError');
        assert.equal('operation' in error && error.operation, operation);
        assert.equal(error.message, `The keyring failed to ${operation} a key.`);
        assert.equal(error.cause, undefined);
        return true;
      };
      await assert.rejects(keys.read('acme', origin), expected('read'));
      await assert.rejects(keys.write('acme', origin, key), expected('store'));
      await assert.rejects(keys.remove('acme'), expected('remove'));
      assert.equal(lines.length, 3);
      assert.ok(lines[1]?.includes(text.split(/[\n"]/)[0] ?? ''), lines[1]);
      assert.ok(lines.every((line) => !line.includes('\n') && line.length <= 500));
      assert.ok(!String(lines[1]).includes(key));
    });
  }

  it('are used for one window, for their origin only, and written nowhere', async () => {
    const storage = createStorage();
    const keys = new SecretKeys(storage.port, () => undefined);
    storage.lock('locked');
    keys.useForWindow('acme', origin, key);
    assert.equal(await keys.read('acme', origin), key);
    await assert.rejects(keys.read('acme', 'https://other.example'), { name: 'KeyStorageError' });
    await assert.rejects(keys.read('other', origin), { name: 'KeyStorageError' });
    assert.deepEqual([...storage.stored], []);
    keys.dispose();
    await assert.rejects(keys.read('acme', origin), { name: 'KeyStorageError' });
  });

  it('of one window are replaced by a key that is stored later, here or in another window', async () => {
    const storage = createStorage();
    const keys = new SecretKeys(storage.port, () => undefined);
    keys.useForWindow('acme', origin, 'phx_old');
    await keys.write('acme', origin, 'phx_stored');
    assert.equal(await keys.read('acme', origin), 'phx_stored');
    keys.useForWindow('acme', origin, 'phx_old');
    storage.storeElsewhere('cohortDeck.key.acme', JSON.stringify({ origin, key: 'phx_elsewhere' }));
    assert.equal(await keys.read('acme', origin), 'phx_elsewhere');
  });

  it('kept for one window change a connection as stored ones do', async () => {
    const storage = createStorage();
    const keys = new SecretKeys(storage.port, () => undefined);
    const changed: string[] = [];
    keys.onDidChange((id) => changed.push(id));
    keys.useForWindow('acme', origin, key);
    assert.deepEqual(changed, ['acme']);
    storage.storeElsewhere('cohortDeck.key.other', '');
    storage.storeElsewhere('another.extension', '');
    assert.deepEqual(changed, ['acme', 'other']);
    await keys.write('acme', origin, key);
    assert.equal(changed.at(-1), 'acme');
  });

  it('of one window are dropped with their connection, even if the keyring fails again', async () => {
    const storage = createStorage();
    const keys = new SecretKeys(storage.port, () => undefined);
    keys.useForWindow('acme', origin, key);
    storage.lock('locked');
    await assert.rejects(keys.remove('acme'), { operation: 'remove' });
    storage.lock(undefined);
    assert.equal(await keys.read('acme', origin), undefined);
  });
});

describe('a keyring that never answers', () => {
  const port: SecretPort = {
    get: () => new Promise(() => undefined),
    store: () => new Promise(() => undefined),
    delete: () => new Promise(() => undefined),
    onDidChange: () => ({ dispose: () => undefined }),
  };

  it('fails after a while, like one that is locked, and a key for the window works meanwhile', async () => {
    const lines: string[] = [];
    const keys = new SecretKeys(port, (line) => lines.push(line), { maxMs: 5 });
    await assert.rejects(keys.read('acme', origin), { name: 'KeyStorageError', operation: 'read' });
    await assert.rejects(keys.write('acme', origin, key), { name: 'KeyStorageError', operation: 'store' });
    await assert.rejects(keys.remove('acme'), { name: 'KeyStorageError', operation: 'remove' });
    assert.match(lines.join('\n'), /failed to read a key\. It did not respond within 0\.005 s\./);
    keys.useForWindow('acme', origin, key);
    assert.equal(await keys.read('acme', origin), key);
  });

  it('is reported as waited for before it fails, once for each call', async () => {
    const seen: string[] = [];
    const waits = { slowMs: 5, maxMs: 40, onSlow: () => void seen.push('slow') };
    const keys = new SecretKeys(port, () => seen.push('failed'), waits);
    await assert.rejects(keys.write('acme', origin, key));
    await assert.rejects(keys.read('acme', origin));
    assert.deepEqual(seen, ['slow', 'failed', 'slow', 'failed']);
  });
});
