import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { exportFormatNames, exportFormats } from '#exports/files/exportFormat.ts';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { reset } from '../../misbehaving/acts.ts';
import { formatCsv } from '../../personsCsv.ts';
import { volatileDir } from '../../volatile.ts';
import { makePersons, startPersons, type PersonsService } from '../../unit/exports/personsService.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../unit/exports/exportInChild.ts');

const onPosix = { skip: process.platform === 'win32' && 'needs a shell and limits of POSIX' };

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

test('a full disk is an error of its own kind, and leaves what can be resumed', onPosix, async (context) => {
  for (const format of exportFormatNames) {
    const service = await startPersons(context, makePersons(4000));
    const outcome = await exportToFullDisk(service, format);
    assert.deepEqual(outcome, { name: 'ExportError', kind: 'diskFull' }, format);
    const kept = await listResumable(service.directory);
    assert.equal(kept.length, exportFormats[format].isResumable ? 1 : 0, format);
    assert.equal((await readdir(service.directory)).length, 2 * kept.length, format);
    if (kept[0]) assert.ok(kept[0].rows > 0, format);
  }
});

test(
  'a CSV that does not fit on the disk keeps its persons, also of one page, and is made once it does',
  onPosix,
  async (context) => {
    // 20 persons in one page; each row of the CSV has a cell for each property of the last one.
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`p${at}`, at]));
    const persons = makePersons(20).map((one, at) => (at < 19 ? one : { ...one, properties: wide }));
    const service = await startPersons(context, persons);
    const command = `exec '${process.execPath}' '${script}' ${service.server.url} '${service.directory}' csvAll 20`;
    const outcome = await outcomeOf(`trap '' XFSZ; ulimit -f 100; ${command}`);
    assert.deepEqual(outcome, { name: 'ExportError', kind: 'diskFull' });
    const [kept, ...others] = await listResumable(service.directory);
    assert.deepEqual([kept?.rows, others], [20, []]);
    await outcomeOf(command);
    assert.deepEqual(await readdir(service.directory), ['a.txt']);
    assert.equal(await readFile(path.join(service.directory, 'a.txt'), 'utf8'), formatCsv(persons));
  },
);

test('an export that was resumed can be resumed after a full disk', onPosix, async (context) => {
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

test('a folder without write permission is an error of its own kind', onPosix, async (context) => {
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
    pieces.push(piece);
    part.append(piece);
    if (part.isFull) await part.drained();
  }
  const whole = Buffer.concat(pieces);
  assert.equal(part.bytes, whole.length);
  assert.ok((await readFile(await part.finish())).equals(whole));
});

test(
  'a copy of an interrupted export that does not fit on the disk leaves nothing, also once its columns are complete',
  onPosix,
  async (context) => {
    const directory = await mkdtemp(path.join(volatileDir, 'exports-'));
    context.after(async () => rm(directory, { recursive: true }));
    const partPath = path.join(directory, 'a.csv.1.part');
    // 36 kB of JSON, and 200 kB of CSV: each row has a cell for each property of the last person.
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, at]));
    const persons = Array.from({ length: 3000 }, (_, at) => (at < 2999 ? { id: at } : wide));
    const text = persons.map((person) => JSON.stringify(person)).join('\n');
    await writeFile(partPath, text);
    const source = new URL('../../../src/exports/writeInterruptedFile.ts', import.meta.url).href;
    const code = `
    import { readdirSync, readlinkSync } from 'node:fs';
    import { writeInterruptedFile } from ${JSON.stringify(source)};
    const kept = ${JSON.stringify({ partPath, bytes: text.length, format: 'csvAll' })};
    const error = await writeInterruptedFile(kept, 'b.csv', new AbortController().signal).catch((error) => error);
    const links = process.platform !== 'linux' ? [] : readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync('/proc/self/fd/' + fd);
      } catch {
        return ''; // that of the folder itself
      }
    });
    console.log(JSON.stringify([error.kind, links.filter((link) => link.includes('.part'))]));`;
    const outcome = await outcomeOf(
      `trap '' XFSZ; ulimit -f 293; exec '${process.execPath}' --input-type=module -e "$CODE"`,
      { ...process.env, CODE: code },
    );
    assert.deepEqual(outcome, ['diskFull', []]);
    assert.deepEqual(await readdir(directory), ['a.csv.1.part']);
  },
);

test(
  'an export whose folder does not let it have its name at the end stays, whole',
  onPosix,
  async (context) => {
    const persons = makePersons(400);
    const service: PersonsService = await startPersons(context, persons, ({ offset }) => {
      if (offset >= 380) chmodSync(service.directory, 0o555);
      return undefined;
    });
    await chmod(service.directory, 0o777);
    const outcome = await outcomeOf(
      `exec '${process.execPath}' '${script}' ${service.server.url} '${service.directory}' ndjson 400`,
      { ...process.env, AS_NOBODY: '1' },
    );
    await chmod(service.directory, 0o777);
    const name = (await readdir(service.directory)).find((one) => one.endsWith('.part')) ?? '';
    assert.partialDeepStrictEqual(outcome, {
      path: path.join(service.directory, name),
      rows: 400,
      complete: 'yes',
      notes: ['unnamed'],
      nameRefusal: { code: 'EACCES' },
    });
    assert.deepEqual(await listResumable(service.directory), [], 'it is not offered as an interrupted one');
    const lines = (await readFile(path.join(service.directory, name), 'utf8')).trim().split('\n');
    assert.deepEqual(
      lines.map((line): unknown => JSON.parse(line)),
      persons,
    );
  },
);
