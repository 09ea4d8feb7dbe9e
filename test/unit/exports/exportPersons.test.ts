// Each fault of one request is in the tables of test/contract/faults, and their orders in test/laws/exports.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportOptions } from '#exports/exportOptions.ts';
import type { ExportProgress } from '#exports/exportProgress.ts';
import {
  empty,
  flood,
  halfBody,
  held,
  json,
  reset,
  text,
  throttled,
  unbounded,
} from '../../misbehaving/acts.ts';
import { stopTime } from '../api/clock.ts';
import { makePersons, printCsv, printPage, startPersons } from './personsService.ts';
import type { Interference, Person, PersonsService } from './personsService.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';

const tenPages = makePersons(95);
/** Small pages, no pauses and one page after the other; test/contract/exports/shippedLimits.test.ts has the limits that ship. */
const quick = { pageSize: 10, firstWaitMs: 0, ahead: 0 };
const ahead = { ...quick, ahead: 2 };

async function run(service: PersonsService, options: Partial<ExportOptions> = {}) {
  const { cohorts, directory } = service;
  return exportPersons({
    cohorts,
    cohortId: 7,
    format: 'json',
    directory,
    fileName: `a.${options.format ?? 'json'}`,
    expectedCount: undefined,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    paging: quick,
    ...options,
  });
}

async function exportFrom(
  context: TestContext,
  persons: readonly Person[],
  interfere: Interference,
  options: Partial<ExportOptions> = {},
) {
  const service = await startPersons(context, persons, interfere);
  const result = await run(service, { expectedCount: persons.length, ...options });
  return { service, result, written: await readFile(result.path, 'utf8') };
}

const asItShould: Interference = () => undefined;

test('the service’s CSV is on disk byte for byte, and line ends inside cells are not counted as rows', async (context) => {
  const { result, written } = await exportFrom(context, tenPages, asItShould, { format: 'csv' });
  assert.equal(written, printCsv(tenPages));
  assert.deepEqual(
    [result.rows, result.complete, result.notes, result.bytes],
    [95, 'yes', [], Buffer.byteLength(written)],
  );
});

test('an empty cohort gives an empty CSV, an empty JSON list and empty NDJSON, all complete', async (context) => {
  for (const [format, expected] of [
    ['csv', ''],
    ['json', '[]\n'],
    ['ndjson', ''],
  ] as const) {
    const { result, written } = await exportFrom(context, [], asItShould, { format });
    assert.deepEqual([written, result.rows, result.complete], [expected, 0, 'yes']);
  }
});

test('JSON of several pages is one list of all persons, one per line, each byte for byte as served', async (context) => {
  const { service, result, written } = await exportFrom(context, tenPages, asItShould);
  assert.equal(written, `[\n${tenPages.map((person) => JSON.stringify(person)).join(',\n')}\n]\n`);
  assert.deepEqual([result.rows, result.complete, result.notes], [95, 'yes', []]);
  assert.equal(service.server.received.length, 10);
});

test('JSON and NDJSON have one line per person even if the service indents its JSON', async (context) => {
  const pretty: Interference = (asked) =>
    text(JSON.stringify(JSON.parse(printPage(tenPages, asked)), null, 2));
  const list = await exportFrom(context, tenPages, pretty);
  const { written } = await exportFrom(context, tenPages, pretty, { format: 'ndjson' });
  const lines = written.trimEnd().split('\n');
  assert.deepEqual(list.written, `[\n${lines.join(',\n')}\n]\n`);
  const persons = lines.map((line): unknown => JSON.parse(line));
  assert.deepEqual(persons, tenPages);
});

test('files and their folder are readable by their owner only', async (context) => {
  const service = await startPersons(context, tenPages);
  const directory = path.join(service.directory, 'new', 'exports');
  const result = await run(service, { directory });
  for (const made of [result.path, directory]) await assertOwnOnly(made);
});

test('a file name that exists gets a number, and the existing file stays', async (context) => {
  const service = await startPersons(context, tenPages);
  const results = [
    await run(service),
    await run(service),
    await run(service, { format: 'ndjson', fileName: 'a.json' }),
  ];
  assert.deepEqual(
    results.map((result) => path.basename(result.path)),
    ['a.json', 'a (2).json', 'a (3).json'],
  );
  assert.deepEqual((await readdir(service.directory)).toSorted(), ['a (2).json', 'a (3).json', 'a.json']);
});

test('a CSV that the service caps is reported as capped, compared with the cohort’s present count', async (context) => {
  const service = await startPersons(context, makePersons(2000), undefined, 5432);
  const result = await run(service, { format: 'csv', expectedCount: 5000 });
  assert.deepEqual(
    [result.rows, result.complete, result.expectedRows, result.notes],
    [2000, 'capped', 5432, ['countChanged']],
  );
});

test('a cohort that grew while it was exported is complete by its new count', async (context) => {
  const service = await startPersons(context, tenPages);
  const result = await run(service, { expectedCount: 80 });
  assert.deepEqual([result.complete, result.expectedRows, result.notes], ['yes', 95, ['countChanged']]);
});

test('an export without a count to compare with is not called complete', async (context) => {
  const service = await startPersons(context, tenPages, undefined, null);
  assert.equal((await run(service)).complete, 'unknown');
});

test('a static cohort, which is never calculated, is complete by its count', async (context) => {
  const cohort = () => ({ count: 95, is_static: true, last_calculation: null });
  const service = await startPersons(context, tenPages, undefined, cohort);
  const result = await run(service, { expectedCount: 95, lastCalculation: null });
  assert.deepEqual([result.complete, result.notes], ['yes', []]);
});

test('fewer or more persons than the count are reported', async (context) => {
  const service = await startPersons(context, tenPages, undefined, 100);
  assert.equal((await run(service, { expectedCount: 100 })).complete, 'fewer');
  const other = await startPersons(context, tenPages, undefined, 90);
  assert.equal((await run(other, { expectedCount: 90 })).complete, 'more');
});

test('a Cohort-shaped response is kept byte for byte as JSON, with a note', async (context) => {
  const cohort = '{ "id": 7,\n "filters": {"results": [1, 2]}, "count": 1.0 }';
  for (const format of ['csv', 'json', 'ndjson'] as const) {
    const { result, written } = await exportFrom(context, tenPages, () => text(cohort), { format });
    assert.equal(written, cohort);
    assert.deepEqual([result.complete, result.notes, result.rows], ['unknown', ['cohortShaped'], 0]);
    assert.equal(path.extname(result.path), '.json');
  }
});

test('a page that fails every time is requested five times, whether or not its response begins', async (context) => {
  const page = printPage(tenPages, { offset: 0, limit: 10 });
  for (const act of [reset(), empty(503), halfBody(page, 300)]) {
    const service = await startPersons(context, tenPages, () => act);
    await assert.rejects(run(service), { name: 'ApiError' });
    assert.equal(service.server.received.length, 5);
  }
});

test('persons without an id are all written, also when their page is interrupted', async (context) => {
  const anonymous = tenPages.map(({ name }) => ({ name }));
  const interfere: Interference = ({ offset, limit, index }) => {
    const page = JSON.stringify({
      results: anonymous.slice(offset, offset + limit),
      next: offset + limit < 95 ? `?offset=${offset + limit}` : null,
    });
    return index === 1 ? halfBody(page, 200) : text(page);
  };
  const { result, written } = await exportFrom(context, tenPages, interfere);
  assert.deepEqual(JSON.parse(written), anonymous);
  assert.deepEqual([result.complete, result.tally.withoutId], ['yes', 95]);
});

test('a throttled export reports the wait, and continues after it', async (context) => {
  const waits: ExportProgress['waiting'][] = [];
  const goOn = stopTime(context);
  const interfere: Interference = ({ index }) => (index === 2 ? throttled(1, '0.2') : undefined);
  const { result } = await exportFrom(context, tenPages, interfere, {
    onProgress({ waiting }) {
      waits.push(waiting);
      if (waiting) goOn();
    },
  });
  assert.equal(result.complete, 'yes');
  const [wait] = waits.filter((one) => one !== undefined);
  assert.equal(wait?.reason, 'throttled');
  assert.ok(wait.ms > 0 && wait.ms <= 220, `${wait.ms} ms`);
  assert.equal(waits.at(-1), undefined);
});

test('several pages are requested at once, and persons stay in the order of the pages', async (context) => {
  const open = Promise.withResolvers<void>();
  let asked = 0;
  // The first page is held until the two after it have been asked for.
  const interfere: Interference = ({ offset, limit }) => {
    if (++asked === 3) open.resolve();
    return offset === 0 ? held(text(printPage(tenPages, { offset, limit })), open.promise) : undefined;
  };
  const { service, result, written } = await exportFrom(context, tenPages, interfere, { paging: ahead });
  assert.deepEqual(JSON.parse(written), tenPages);
  assert.deepEqual([result.complete, service.server.received.length], ['yes', 10]);
  assert.ok(service.server.sockets.most <= 4);
});

test('endless next pages are no longer followed once they bring no new persons', async (context) => {
  const endless: Interference = ({ offset }) =>
    json({ results: tenPages.slice(offset, offset + 10), next: `?limit=10&offset=${offset + 10}` });
  const { result, service } = await exportFrom(context, tenPages, endless);
  assert.deepEqual([result.rows, result.complete, result.notes], [95, 'yes', ['pagingEnded']]);
  assert.ok(service.server.received.length <= 30);
});

test('an object in place of a later page ends the export, and leaves no file', async (context) => {
  const interfere: Interference = ({ index }) => (index === 0 ? undefined : json({ id: 7 }));
  const service = await startPersons(context, tenPages, interfere);
  await assert.rejects(run(service, { expectedCount: 95 }), { name: 'ApiError', kind: 'unexpected' });
  assert.deepEqual(await readdir(service.directory), []);
});

test('a CSV that ends between two rows is kept and reported as incomplete', async (context) => {
  const csv = printCsv(tenPages);
  const upToLastRow = Buffer.byteLength(csv.slice(0, csv.lastIndexOf('0195')));
  const { result } = await exportFrom(context, tenPages, () => unbounded(csv, upToLastRow), {
    format: 'csv',
  });
  assert.deepEqual([result.rows, result.complete], [94, 'fewer']);
});

test('canceling closes the socket and leaves no file', async (context) => {
  for (const format of ['csv', 'json'] as const) {
    const cancelling = new AbortController();
    const body =
      format === 'csv'
        ? flood(() => undefined)
        : flood(() => undefined, { 'content-type': 'application/json' });
    const service = await startPersons(context, tenPages, () => body);
    const running = run(service, {
      format,
      signal: cancelling.signal,
      onProgress: ({ bytes }) => {
        if (bytes > 0) cancelling.abort();
      },
    });
    if (format === 'json') cancelling.abort();
    await assert.rejects(running, { name: 'ApiError', kind: 'cancelled' });
    await service.server.allClosed();
    assert.deepEqual(await readdir(service.directory), []);
  }
});

test('canceling ends a wait at once', async (context) => {
  const cancelling = new AbortController();
  const service = await startPersons(context, tenPages, () => throttled(250, '250'));
  const onProgress = ({ waiting }: ExportProgress): void => {
    if (waiting) cancelling.abort();
  };
  await assert.rejects(run(service, { signal: cancelling.signal, onProgress }), { kind: 'cancelled' });
});

test('an export that is canceled before it begins sends and writes nothing', async (context) => {
  const service = await startPersons(context, tenPages);
  await assert.rejects(run(service, { signal: AbortSignal.abort() }), { kind: 'cancelled' });
  assert.deepEqual([service.server.received.length, await readdir(service.directory)], [0, []]);
});

test('a folder that cannot be created and an invalid name are different errors', async (context) => {
  const service = await startPersons(context, tenPages);
  const { path: file } = await run(service);
  await assert.rejects(run(service, { directory: path.join(file, 'below') }), {
    name: 'ExportError',
    kind: 'noFolder',
  });
  for (const fileName of ['x'.repeat(300), 'a/b.csv', '..', '', 'a\0b']) {
    await assert.rejects(run(service, { fileName }), { name: 'ExportError', kind: 'badName' });
  }
  assert.deepEqual(await readdir(service.directory), ['a.json']);
});
