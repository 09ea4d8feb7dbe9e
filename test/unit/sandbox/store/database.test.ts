import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { Database } from '#sandbox/store/database.ts';
import { temporaryFolder } from '../../../volatile.ts';

test('a durable store shares no memory with other processes, which network drives cannot', async () => {
  const folder = temporaryFolder();
  const database = new Database(path.join(folder, 'store.db'), 'durable');
  database.tune();
  database.exec('CREATE TABLE one (name TEXT)');
  database.insert('one', { name: 'x' });
  assert.equal(database.get('PRAGMA journal_mode')?.['journal_mode'], 'wal');
  assert.deepEqual((await readdir(folder)).toSorted(), ['store.db', 'store.db-wal']); // not store.db-shm
  database.close();
});
