// Several exports on one connection, while a person continues to work.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { listResumable } from '#exports/files/checkpointFile.ts';
import { empty, json, throttled } from '../../misbehaving/acts.ts';
import { makePersons, printPage, startPersons } from '../../unit/exports/personsService.ts';
import type { Interference, PersonsService } from '../../unit/exports/personsService.ts';

/** Pages of 3 MB, more than lies in the buffers of a socket that nobody reads. */
const heavy = makePersons(60).map((person) => ({ ...person, properties: { pad: 'x'.repeat(300_000) } }));
const pageSize = 10;

async function run(service: PersonsService, fileName: string, signal = new AbortController().signal) {
  return exportPersons({
    cohorts: service.cohorts,
    cohortId: 7,
    format: 'ndjson',
    directory: service.directory,
    fileName,
    expectedCount: heavy.length,
    signal,
    onProgress: () => undefined,
    paging: { pageSize, firstWaitMs: 1 },
    resumable: { tag: 'here', everyMs: 0 },
  });
}

async function exportTogether(context: TestContext, exports: number, interfere?: Interference) {
  // The person below reads more often than a service allows.
  const service = await startPersons(context, heavy, interfere, heavy.length, {
    rateLimits: { recordsPerMinute: Infinity },
  });
  const all = Promise.all(
    Array.from({ length: exports }, async (_, index) => run(service, `${index}.ndjson`)),
  );
  const end = new AbortController();
  const ending = all.finally(() => end.abort());
  let reads = 0;
  while (!end.signal.aborted) {
    await service.cohorts.retrieve(7);
    reads++;
  }
  for (const { path, complete } of await ending) {
    assert.equal(complete, 'yes');
    assert.equal((await readFile(path, 'utf8')).trimEnd().split('\n').length, heavy.length);
  }
  return { service, reads };
}

test('several exports finish side by side although pages fail at first, while a person reads', async (context) => {
  for (const exports of [2, 4]) {
    const { reads } = await exportTogether(context, exports, ({ index }) =>
      index % 3 === 2 ? empty(503) : undefined,
    );
    assert.ok(reads > 1);
  }
});

test('a read is answered while the service holds every page of several exports', async (context) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const held: number[] = [];
  const service = await startPersons(context, heavy, (asked) => async (response, request) => {
    held.push(asked.offset);
    await isReleased;
    await json(JSON.parse(printPage(heavy, asked)))(response, request);
  });
  const all = Promise.all(Array.from({ length: 4 }, async (_, index) => run(service, `${index}.ndjson`)));
  while (held.length === 0) await setImmediate();
  for (let reads = 0; reads < 10; reads++) await service.cohorts.retrieve(7);
  release();
  for (const { complete } of await all) assert.equal(complete, 'yes');
});

for (const [name, retryAfter] of [
  ['a day', '86400'],
  ['a date beyond what a timer can hold', 'Fri, 01 Jan 2100 00:00:00 GMT'],
] as const) {
  test(`a Retry-After of ${name} ends an export at once, which can be resumed`, async (context) => {
    let isRefusing = true;
    const service = await startPersons(context, heavy, ({ offset }) =>
      isRefusing && offset >= 40 ? throttled(1, retryAfter) : undefined,
    );
    await assert.rejects(run(service, 'a.ndjson'), (error: Error) => {
      assert.equal(Reflect.get(error, 'kind'), 'throttled');
      assert.ok(Number(Reflect.get(error, 'retryAfterMs')) > 5 * 60_000);
      return true;
    });
    const asked = service.server.received.length;
    assert.ok(asked <= 7, `${asked} requests`);
    isRefusing = false;
    const [found] = await listResumable(service.directory);
    assert.equal(found?.rows, 40);
  });
}
