import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import test from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../volatile.ts';

const src = new URL('../../../../src/', import.meta.url).href;

const onPosix = { skip: process.platform === 'win32' && 'needs modes of files' };

test('what other windows have stored is not overwritten while it cannot be read', onPosix, async () => {
  const folder = temporaryFolder();
  await chmod(folder, 0o777);
  // A user who may not read the file, as another program keeps a window from it on Windows; the root user may.
  const script = `
    import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
    import { MergeBases } from ${JSON.stringify(`${src}model/documents/merge/mergeBases.ts`)};
    import { createFileMemory } from ${JSON.stringify(`${src}model/storage/memory.ts`)};
    import { createTextFiles } from ${JSON.stringify(`${src}model/storage/textFiles.ts`)};
    if (process.getuid?.() === 0) process.setuid(65534);
    const folder = ${JSON.stringify(folder)};
    const row = (hash) => ({ of: 'document', hash, mtime: 1, size: 1 });
    const stored = [{ at: 'theirs', pid: 1, row: row('theirs') }];
    const files = { bases: folder + '/documents.json' };
    writeFileSync(files.bases, JSON.stringify(stored));
    for (const file of Object.values(files)) chmodSync(file, 0);
    const errors = [];
    const onError = ({ code }) => errors.push(code);
    const bases = new MergeBases(createFileMemory(files.bases), createTextFiles(folder + '/texts', Date.now), onError);
    await bases.set('mine', row('mine'), 'mine');
    for (const file of Object.values(files)) chmodSync(file, 0o600);
    const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
    const unread = read(files.bases).map(({ at }) => at);
    const found = bases.get('theirs')?.hash;
    await bases.set('more', row('more'), 'more');
    const kept = read(files.bases).map(({ at }) => at);
    console.log(JSON.stringify({ unread, found, kept, errors: [...new Set(errors)] }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  assert.deepEqual(JSON.parse(stdout), {
    unread: ['theirs'],
    found: 'theirs',
    kept: ['theirs', 'mine', 'more'],
    errors: ['EACCES'],
  });
});
