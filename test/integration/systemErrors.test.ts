import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { copyTo as copyExportTo } from '#commands/exports/saveExport.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { volatileDir } from '../volatile.ts';

const run = promisify(execFile);

describe('a host without SQLite', () => {
  it('is named in a sentence of its own', async () => {
    const code = "import('node:sqlite').catch(({ message }) => console.log(message))";
    const args = ['--no-experimental-sqlite', '--eval', code];
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    assert.match(stdout, /node:sqlite/);
    assert.equal(
      describeError(new Error(stdout)).message,
      'This editor runs extensions without SQLite, which this needs. Use VS Code 1.103 or newer.',
    );
  });
});

describe('an error of a file', () => {
  let folder = '';
  let file = '';
  before(async () => {
    folder = await mkdtemp(path.join(volatileDir, 'file-errors-'));
    file = path.join(folder, 'a.csv');
    await writeFile(file, 'id');
  });
  after(() => rm(folder, { recursive: true }));

  it('of an export that is copied to a folder that takes none says so', async function () {
    if (process.platform !== 'linux') return this.skip();
    const [source, target] = [file, '/proc/a.csv'].map((one) => vscode.Uri.file(one));
    assert.ok(source && target);
    await assert.rejects(copyExportTo(source, target), {
      message: 'No file can be created in “/proc”. Select another folder.',
    });
    await assert.rejects(copyExportTo(vscode.Uri.joinPath(source, 'gone'), target), vscode.FileSystemError);
  });

  it('of a copy leaves the file that it would replace, and nothing beside it', async () => {
    const kept = path.join(folder, 'kept.csv');
    await writeFile(kept, 'kept');
    const names = await readdir(folder);
    const gone = vscode.Uri.file(path.join(folder, 'gone.csv'));
    await assert.rejects(copyExportTo(gone, vscode.Uri.file(kept)));
    assert.equal(await readFile(kept, 'utf8'), 'kept');
    await copyExportTo(vscode.Uri.file(file), vscode.Uri.file(kept));
    assert.equal(await readFile(kept, 'utf8'), 'id');
    assert.deepEqual(await readdir(folder), names);
  });

  const copyTo = (...parts: readonly string[]) =>
    vscode.workspace.fs.copy(vscode.Uri.file(file), vscode.Uri.file(path.join(folder, ...parts)), {
      overwrite: true,
    });
  const cases: readonly (readonly [string, () => Thenable<unknown>, RegExp])[] = [
    [
      'of a copy by VS Code to a name that is too long',
      () => copyTo('a'.repeat(300)),
      /rejected the file name/,
    ],
    ['of a copy by VS Code below a file', () => copyTo('a.csv', 'b.csv'), /^[A-Z](?!.*\bE[A-Z]{3,}\b: )/],
    [
      'of a read by VS Code of a file that is gone',
      () => vscode.workspace.fs.readFile(vscode.Uri.file(path.join(folder, 'gone'))),
      /^The file or its folder does not exist\.$/,
    ],
    ['of a file that is gone', () => readFile(path.join(folder, 'gone')), /^The file or its .* \(.*gone\)$/],
    [
      'of a folder that is a file',
      () => readdir(file),
      /^The file or its folder does not exist\. \(.*a\.csv\)$/,
    ],
  ];
  for (const [name, act, words] of cases)
    it(`${name} is in words of its own`, async () => {
      const error: unknown = await act().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const { message } = describeError(error);
      assert.match(message, words);
    });

  it('is in words whatever its kind; an error of a connection is none', () => {
    const messageOf = (code: string, more: object = {}) =>
      describeError(Object.assign(new Error('raw English'), { code, ...more })).message;
    assert.match(messageOf('ENOSPC'), /^The disk is full/);
    assert.match(messageOf('EACCES', { path: '/a.csv' }), /^No permission\. .* \(\/a\.csv\)$/);
    assert.match(messageOf('EBUSY'), /^Another program is using the file/);
    assert.equal(messageOf('EIO'), 'The file could not be read or written (EIO).');
    assert.match(messageOf('ERR_SQLITE_ERROR', { errcode: 13 }), /^The disk is full/);
    assert.equal(
      messageOf('ERR_SQLITE_ERROR', { errcode: 266 }),
      'The file could not be read or written (SQLite 10).',
    );
    for (const code of ['ECONNRESET', 'ERR_OTHER']) assert.equal(messageOf(code), 'raw English');
  });
});
