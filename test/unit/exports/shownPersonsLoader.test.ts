import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '#api/client.ts';
import { ShownPersonsLoader } from '#exports/shownPersonsLoader.ts';
import { fault, json, text } from '../../misbehaving/acts.ts';
import { startMisbehaving, type Act } from '../../misbehaving/server.ts';
import { volatileDir } from '../../volatile.ts';
import { makePersons, printPage } from './personsService.ts';

const broken = fault(500, 'error', 'broken');

async function start(context: TestContext) {
  const everyone = makePersons(3000);
  /** In place of the responses of a service that works. */
  const acts: { persons?: Act | undefined; cohort?: Act | undefined } = {};
  let calculations = 0;
  const server = await startMisbehaving(({ url }) => {
    const { pathname, searchParams } = new URL(url, 'http://host.invalid');
    if (!pathname.endsWith('/persons/'))
      return acts.cohort ?? json({ id: 7, count: 3000, last_calculation: `at ${++calculations}` });
    const asked = { offset: Number(searchParams.get('offset')), limit: Number(searchParams.get('limit')) };
    return acts.persons ?? text(printPage(everyone, asked));
  });
  const directory = await mkdtemp(path.join(volatileDir, 'persons-'));
  const rateLimits = { recordsPerMinute: Infinity, personsPerMinute: Infinity };
  const client = createClient({ baseUrl: server.url, key: 'phx_test', retry: { tries: 1 }, rateLimits });
  context.after(async () => {
    await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  });
  const cohorts = client.cohorts('1');
  const fileOf = (name: string) => path.join(directory, name);
  await writeFile(fileOf('empty'), '');
  /** What the table was given, in order. */
  const shown: string[] = [];
  let files = 0;
  /** The persons that came for each first page that was requested. */
  const firsts: unknown[][] = [];
  const persons = new ShownPersonsLoader({
    cohortId: 7,
    file: fileOf('empty'),
    createFile: async () => fileOf(`file ${++files}`),
    beginFirst: () => {
      const first: unknown[] = [];
      firsts.push(first);
      return (person) => first.push(person.properties);
    },
    openCohorts: async () => cohorts,
    retrieve: async (signal) => cohorts.retrieve(7, { signal }),
    show: async (file) => void shown.push(path.basename(file)),
    grow: async () => void shown.push('grown'),
  });
  return {
    persons,
    acts,
    shown,
    firsts,
    server,
    files: async () => readdir(directory),
    /** Resolves once the persons are in a file. */
    written: async (name: string) => {
      while (!(await readdir(directory)).includes(name)) await setTimeout(5);
    },
    rowsIn: async (name: string) => (await readFile(fileOf(name), 'utf8')).split('\n').length - 1,
  };
}

test('the first persons come with their cohort, and Load More adds to their file', async (context) => {
  const { persons, shown, files, rowsIn } = await start(context);
  assert.deepEqual([persons.shown.rows, persons.cohort], [0, undefined]);
  assert.equal(await persons.refresh(), true);
  assert.equal(persons.cohort?.last_calculation, 'at 1');
  assert.equal(await persons.loadMore(), true);
  assert.deepEqual([persons.shown.rows, await rowsIn('file 1')], [1100, 1100]);
  assert.deepEqual([shown, await files()], [['file 1', 'grown'], ['file 1']]);
});

test('Refresh reads into another file, and the old one is removed once the new one is shown', async (context) => {
  const { persons, shown, files } = await start(context);
  await persons.refresh();
  await persons.loadMore();
  await persons.refresh();
  assert.deepEqual([persons.shown.rows, persons.cohort?.last_calculation], [100, 'at 2']);
  assert.deepEqual([shown, await files()], [['file 1', 'grown', 'file 2'], ['file 2']]);
});

for (const request of ['persons', 'cohort'] as const) {
  test(`a Refresh whose ${request} fails leaves the table as it was, and Retry refreshes`, async (context) => {
    const { persons, acts, shown, files, rowsIn } = await start(context);
    await persons.refresh();
    await persons.loadMore();
    acts[request] = broken;
    await assert.rejects(persons.refresh(), { status: 500 });
    assert.equal(persons.readsAnew, true);
    assert.deepEqual([persons.shown.rows, persons.cohort?.last_calculation], [1100, 'at 1']);
    assert.deepEqual([await files(), await rowsIn('file 1')], [['file 1'], 1100]);
    acts[request] = undefined;
    await persons.retry();
    assert.deepEqual([shown, await files()], [['file 1', 'grown', 'file 3'], ['file 3']]);
    assert.notEqual(persons.cohort?.last_calculation, 'at 1');
    await persons.loadMore();
    assert.deepEqual([persons.shown.rows, await rowsIn('file 3')], [1100, 1100]);
  });
}

test('each request for a first page has its own persons, and later pages add none', async (context) => {
  const { persons, acts, firsts } = await start(context);
  await persons.refresh();
  await persons.loadMore();
  acts.persons = broken;
  await assert.rejects(persons.refresh(), { status: 500 });
  acts.persons = undefined;
  await persons.retry();
  assert.deepEqual(
    firsts.map((first) => first.length),
    [100, 0, 100],
  );
});

test('after a failed Load More, Retry loads more', async (context) => {
  const { persons, acts, shown } = await start(context);
  await persons.refresh();
  acts.persons = broken;
  await assert.rejects(persons.loadMore(), { status: 500 });
  assert.equal(persons.readsAnew, false);
  assert.equal(persons.shown.rows, 100);
  acts.persons = undefined;
  await persons.retry();
  assert.deepEqual([persons.shown.rows, shown], [1100, ['file 1', 'grown']]);
});

test('Refresh replaces a Load More in progress', async (context) => {
  const { persons, acts, shown, server } = await start(context);
  await persons.refresh();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  acts.persons = () => resolve();
  const more = persons.loadMore();
  await asked;
  acts.persons = undefined;
  assert.deepEqual(await Promise.all([persons.refresh(), more]), [true, false]);
  assert.deepEqual([persons.shown.rows, shown], [100, ['file 1', 'file 2']]);
  assert.equal(server.received.filter(({ url }) => url.includes('offset=0')).length, 2);
});

test('closing waits for the request in progress, and leaves no file', async (context) => {
  const { persons, acts, files, shown, written } = await start(context);
  const { promise: ended, resolve: isEnded } = Promise.withResolvers<void>();
  acts.cohort = (response) => void response.once('close', isEnded);
  const first = persons.refresh();
  await written('file 1');
  await persons.dispose();
  assert.deepEqual([await files(), await first, shown], [[], false, []]);
  await ended;
});

test('after closing, nothing is read or shown, and no file appears again', async (context) => {
  const { persons, files, server, shown } = await start(context);
  await persons.refresh();
  await persons.dispose();
  const requests = server.received.length;
  assert.deepEqual(await Promise.all([persons.retry(), persons.loadMore(), persons.refresh()]), [
    false,
    false,
    false,
  ]);
  assert.deepEqual([server.received.length, await files(), shown], [requests, [], ['file 1']]);
});

test('persons that have arrived are removed if their cohort cannot be read', async (context) => {
  const { persons, acts, files, written } = await start(context);
  acts.cohort = async (response, request) => {
    await written('file 1');
    await broken(response, request);
  };
  await assert.rejects(persons.refresh(), { status: 500 });
  assert.deepEqual(await files(), ['empty']);
});

test('where the cohort cannot be read, the request for its persons ends, and leaves no file', async (context) => {
  const { persons, acts, files } = await start(context);
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  const { promise: ended, resolve: isEnded } = Promise.withResolvers<void>();
  acts.persons = (response) => {
    response.once('close', isEnded);
    isAsked();
  };
  acts.cohort = async (response, request) => {
    await asked;
    await broken(response, request);
  };
  await assert.rejects(persons.refresh(), { status: 500 });
  await ended;
  assert.deepEqual(await files(), ['empty']);
});
