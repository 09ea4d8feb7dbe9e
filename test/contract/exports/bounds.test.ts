// What a service may send and a folder may hold without doing harm: every case ends in an error that says why.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportOptions } from '#exports/exportOptions.ts';
import { listResumable, writeCheckpoint } from '#exports/files/checkpointFile.ts';
import { text } from '../../misbehaving/acts.ts';
import type { Act } from '../../misbehaving/server.ts';
import { maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import { makePersons, pagedFormats, printCsv, startPersons } from '../../unit/exports/personsService.ts';
import type { PersonsService } from '../../unit/exports/personsService.ts';

async function run(service: PersonsService, options: Partial<ExportOptions> = {}) {
  return exportPersons({
    cohorts: service.cohorts,
    cohortId: 7,
    format: 'json',
    directory: service.directory,
    fileName: 'a.txt',
    expectedCount: undefined,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: { ahead: 0, tries: 1 },
    ...options,
  });
}

/** Sends `start` and then `more`, again and again until the client hangs up. */
function endless(start: string, more: string): Act {
  const piece = more.repeat(Math.ceil(65_536 / more.length));
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(start);
    const send = (): void => {
      while (!response.destroyed) {
        if (response.write(piece)) continue;
        response.once('drain', send);
        return;
      }
    };
    send();
  };
}

for (const [what, act] of [
  ['person', endless('{"next":null,"results":[{"id":"1","name":"', 'x')],
  ['depth of nesting', endless('{"next":null,"results":[{"id":', '[')],
  ['stretch of white space before a page', endless('', ' \n')],
  ['stretch of white space between persons', endless('{"results":[{"id":"1"},', ' ')],
  ['list of fields without persons', endless('{', '"field":1,')],
] as const) {
  test(`an endless ${what} ends the export with an error, in every format`, async (context) => {
    const service = await startPersons(context, [], () => act);
    for (const format of pagedFormats) {
      await assert.rejects(run(service, { format }), { name: 'ApiError', kind: 'unexpected' });
      assert.deepEqual(await readdir(service.directory), [], format);
    }
  });
}

test('a quote that is never closed ends the export of the service’s CSV, whose rest would fill the memory', async (context) => {
  const service = await startPersons(context, [], () => endless('id,name\r\n1,"', 'x\r\n'));
  await assert.rejects(run(service, { format: 'csv' }), { name: 'ApiError', kind: 'unexpected' });
  assert.deepEqual(await readdir(service.directory), []);
});

test('a person of several megabytes is exported whole', async (context) => {
  const person = { id: '1', note: 'x'.repeat(7e6), name: 'Large' };
  const service = await startPersons(context, [], () =>
    text(JSON.stringify({ next: null, results: [person] })),
  );
  const result = await run(service);
  assert.deepEqual(JSON.parse(await readFile(result.path, 'utf8')), [person]);
});

test('a CSV that a proxy has compressed is the CSV that it was', async (context) => {
  const csv = printCsv(makePersons(5));
  for (const [coding, compress] of Object.entries({
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
  })) {
    const headers = { 'content-encoding': coding, 'content-type': 'text/csv' };
    const service = await startPersons(context, [], () => text(compress(csv), 200, headers), 5);
    const result = await run(service, { format: 'csv' });
    assert.equal(result.rows, 5);
    assert.equal(await readFile(result.path, 'utf8'), csv);
  }
});

test('a compressed CSV that does not say so is an error, and no file of unreadable bytes', async (context) => {
  const service = await startPersons(context, [], () => text(gzipSync(printCsv(makePersons(5)))));
  await assert.rejects(run(service, { format: 'csv' }), {
    name: 'ApiError',
    kind: 'unexpected',
    message: /compressed/,
  });
  assert.deepEqual(await readdir(service.directory), []);
});

test('a list of lists is one cell of JSON, and more properties than columns are JSON in the last one', async (context) => {
  const lists = Array.from({ length: 50_000 }, (_, at) => [at, 1]);
  const properties = Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`p${at}`, at]));
  const persons = [{ id: 'lists', tags: lists }, { id: 'wide', properties }, ...makePersons(200)];
  const page = JSON.stringify({ next: null, results: persons });
  const service = await startPersons(context, [], () => text(page));
  const result = await run(service, { format: 'csvAll' });
  assert.ok(result.notes.includes('columnsFull'));
  const [header = '', ...rows] = (await readFile(result.path, 'utf8')).split('\r\n');
  assert.equal(header.split(',').length, maxColumns);
  assert.ok(header.endsWith(`,${restColumn}`));
  const row = rows.find((one) => one.startsWith('wide') || one.includes(',wide,')) ?? '';
  const rest: unknown = JSON.parse((/"(\{.*\})"$/.exec(row)?.[1] ?? '').replaceAll('""', '"'));
  assert.equal(
    Object.entries(rest ?? {})
      .at(-1)
      ?.join(),
    'properties.p11999,11999',
  );
  assert.ok(rows.some((one) => one.includes(JSON.stringify(lists))));
  assert.ok(result.bytes < 5_000_000);
});

test('a list of 20,000 items is one cell of JSON, so that the CSV stays as large as the persons', async (context) => {
  const items = Array.from({ length: 20_000 }, (_, at) => at);
  const persons = [{ id: 'long', tags: items }, ...makePersons(200), { id: 'short', tags: ['a', 'b'] }];
  const page = JSON.stringify({ next: null, results: persons });
  const service = await startPersons(context, [], () => text(page));
  const result = await run(service, { format: 'csvAll' });
  const csv = await readFile(result.path, 'utf8');
  assert.equal(result.rows, 202);
  assert.ok(csv.length < 2 * page.length, `${csv.length} bytes from ${page.length}`);
  const [header = '', long = ''] = csv.split('\r\n');
  assert.deepEqual(
    header.split(',').filter((name) => name.startsWith('tags')),
    ['tags', 'tags.0', 'tags.1'],
  );
  assert.ok(long.includes(`"${JSON.stringify(items)}"`), 'the list is whole');
});

test('a checkpoint whose file name leads out of its folder is not offered', async (context) => {
  const service = await startPersons(context, makePersons(5));
  const partPath = path.join(service.directory, 'a.json.999999999.part');
  await writeFile(partPath, '[\n');
  const checkpoint = {
    cohortId: 7,
    format: 'json',
    tag: 'here',
    offset: 0,
    limit: 10,
    bytes: 0,
    rows: 0,
    expectedCount: undefined,
    lastCalculation: undefined,
  } as const;
  for (const fileName of [
    '../a.json',
    '/tmp/a.json',
    '..',
    'b/a.json',
    String.raw`..\a.json`,
    'a\0.json',
    '',
  ]) {
    await writeCheckpoint(partPath, { ...checkpoint, fileName });
    assert.deepEqual(await listResumable(service.directory), [], fileName);
    const resumeFrom = { ...checkpoint, fileName, partPath };
    await assert.rejects(run(service, { fileName, resumeFrom }), { name: 'ExportError', kind: 'badName' });
  }
  await writeCheckpoint(partPath, { ...checkpoint, fileName: 'a.json' });
  assert.equal((await listResumable(service.directory)).length, 1);
});
