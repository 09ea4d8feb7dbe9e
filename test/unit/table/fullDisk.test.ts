import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openTable } from '#table/openTable.ts';
import { ignore, noSignal, withTable } from './tables.ts';

const script = path.join(import.meta.dirname, 'sortInChild.ts');

// More than SQLite keeps in memory, so that it writes while the column is read.
const rows = Array.from({ length: 20_000 }, (_, at) => `${'x'.repeat(1000)}${at}\n`);
const manyRows = `name\n${rows.join('')}`;

const onPosix = { skip: process.platform === 'win32' && 'needs a shell and limits of POSIX' };

test('a column that cannot be written fails with the error of the disk, each time', onPosix, async () => {
  await withTable('rows.csv', manyRows, async ({ file, scratchDirectory }) => {
    // A limit on the file size simulates a full disk on any system.
    const command = `trap '' XFSZ; ulimit -f 64; exec '${process.execPath}' '${script}' '${file}' '${scratchDirectory}'`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]);
    assert.equal(stdout, 'Error: disk I/O error\nError: disk I/O error\n');
  });
});

test('a full disk is an error of its own kind, each time', async () => {
  await withTable('rows.csv', manyRows, async ({ file, scratchDirectory }) => {
    const url = new URL('fullDiskWorker.ts', import.meta.url);
    const options = { path: file, scratchDirectory, onIndex: ignore, onBroken: ignore };
    const table = await openTable({ ...options, workerUrl: url });
    const query = { search: '', filters: [], sort: { column: 0, isDescending: true } };
    const full = { errcode: 13, message: 'database or disk is full' };
    try {
      for (let attempt = 0; attempt < 2; attempt++)
        await assert.rejects(table.view(query, noSignal, ignore), full);
    } finally {
      await table.close();
    }
  });
});

test('a grouping that fails leaves a summary of the rows that are still shown', async () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `only${at},${'x'.repeat(1000)}${at}\n`);
  await withTable('rows.csv', `id,name\n${lines.join('')}`, async ({ file, scratchDirectory }) => {
    const url = new URL('fullDiskWorker.ts', import.meta.url);
    const options = { path: file, scratchDirectory, onIndex: ignore, onBroken: ignore };
    const table = await openTable({ ...options, workerUrl: url });
    const query = { search: 'only1999', filters: [], sort: undefined };
    try {
      await assert.rejects(table.view({ ...query, group: 1 }, noSignal, ignore), { errcode: 13 });
      assert.equal((await table.summarize(0, noSignal, ignore)).rows, 2000);
      assert.equal((await table.view(query, noSignal, ignore)).order?.length, 1);
      assert.equal((await table.summarize(0, noSignal, ignore)).rows, 1);
    } finally {
      await table.close();
    }
  });
});
