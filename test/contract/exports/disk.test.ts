import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { exportFormatNames } from '#exports/files/exportFormat.ts';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { reset } from '../../misbehaving/acts.ts';
import { makePersons, startPersons, type PersonsService } from '../../unit/exports/personsService.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../unit/exports/exportInChild.ts');

async function outcomeOf(command: string, env: NodeJS.ProcessEnv = process.env): Promise<unknown> {
  const { stdout } = await run('/bin/sh', ['-c', command], { env });
  return JSON.parse(stdout);
}

/** A limit on the file size simulates a full disk on any system. */
async function exportToFullDisk({ server, directory }: PersonsService, format: string): Promise<unknown> {
  return outcomeOf(
    `trap '' XFSZ; ulimit -f 64; exec '${process.execPath}' '${script}' ${server.url} '${directory}' ${format} 4000`,
  );
}

test('a full disk is an error of its own kind, and leaves no file', async (context) => {
  const service = await startPersons(context, makePersons(4000));
  for (const format of exportFormatNames) {
    const outcome = await exportToFullDisk(service, format);
    assert.deepEqual(outcome, { name: 'ExportError', kind: 'diskFull' }, format);
    assert.deepEqual(await readdir(service.directory), [], format);
  }
});

test('an export that was resumed can be resumed after a full disk', async (context) => {
  let breaksAt = 40;
  const service = await startPersons(context, makePersons(4000), ({ offset }) =>
    offset === breaksAt ? reset() : undefined,
  );
  const outcome = await outcomeOf(
    `exec '${process.execPath}' '${script}' ${service.server.url} '${service.directory}' ndjson 4000`,
  );
  assert.deepEqual(outcome, { name: 'ApiError', kind: 'network' });
  breaksAt = -1;
  assert.deepEqual(await exportToFullDisk(service, 'ndjson'), { name: 'ExportError', kind: 'diskFull' });
  const [kept, ...others] = await listResumable(service.directory);
  assert.ok(kept && kept.rows >= 40);
  assert.deepEqual(others, []);
});

test('a folder without write permission is an error of its own kind', async (context) => {
  const service = await startPersons(context, makePersons(3));
  await chmod(service.directory, 0o555);
  const outcome = await outcomeOf(
    `exec '${process.execPath}' '${script}' ${service.server.url} '${service.directory}' json 3`,
    { ...process.env, AS_NOBODY: '1' },
  );
  assert.deepEqual(outcome, { name: 'ExportError', kind: 'noPermission' });
  assert.equal(service.server.received.length, 0, 'nothing was asked of the service');
});

test('a part holds what was appended, in order, in pieces of any size', async (context) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'exports-'));
  context.after(async () => rm(directory, { recursive: true }));
  const part = await createPartFile(directory, 'a.bin');
  const pieces: Buffer[] = [];
  for (let number = 0; number < 3000; number++) {
    const size = [1, 700, 40_000, 33_000, 5][number % 5] ?? 0;
    const piece = Buffer.alloc(size, number % 251);
    pieces.push(Buffer.from(piece));
    part.appendCopy(piece);
    piece.fill(0); // its owner writes over it
    if (part.isFull) await part.drained();
  }
  const { readFile } = await import('node:fs/promises');
  const whole = Buffer.concat(pieces);
  assert.equal(part.bytes, whole.length);
  assert.ok((await readFile(await part.finish())).equals(whole));
});
