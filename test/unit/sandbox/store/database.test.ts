import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Database } from '#sandbox/store/database.ts';

test('a durable store shares no memory with other processes, which network drives cannot', async (context) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-store-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const database = new Database(path.join(folder, 'store.db'), 'durable');
  database.tune();
  database.exec('CREATE TABLE one (name TEXT)');
  database.insert('one', { name: 'x' });
  assert.equal(database.get('PRAGMA journal_mode')?.['journal_mode'], 'wal');
  assert.deepEqual((await readdir(folder)).toSorted(), ['store.db', 'store.db-wal']); // not store.db-shm
  database.close();
});
