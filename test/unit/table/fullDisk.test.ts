import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withTable } from './tables.ts';

const script = path.join(import.meta.dirname, 'sortInChild.ts');

test('a column that does not fit on the disk fails with the error of the disk, each time', async () => {
  // More than SQLite keeps in memory, so that it writes while the column is read.
  const rows = Array.from({ length: 20_000 }, (_, at) => `${'x'.repeat(1000)}${at}\n`);
  await withTable('rows.csv', `name\n${rows.join('')}`, async ({ file, scratchDirectory }) => {
    // A limit on the file size simulates a full disk on any system.
    const command = `trap '' XFSZ; ulimit -f 64; exec '${process.execPath}' '${script}' '${file}' '${scratchDirectory}'`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]);
    assert.equal(stdout, 'Error: disk I/O error\nError: disk I/O error\n');
  });
});
