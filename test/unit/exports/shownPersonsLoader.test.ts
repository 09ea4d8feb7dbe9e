import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '#api/client.ts';
import { ShownPersonsLoader, ShownPersonsPages } from '#exports/shownPersonsLoader.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';
import { fault, json, text } from '../../misbehaving/acts.ts';
import { type Act, startMisbehaving } from '../../misbehaving/server.ts';
import { temporaryFolder } from '../../volatile.ts';
import { makePersons, printPage, startPersons } from './personsService.ts';

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
  const directory = temporaryFolder();
  const rateLimits = { recordsPerMinute: Infinity, personsPerMinute: Infinity };
  const client = createClient({ baseUrl: server.url, key: 'phx_test', retry: { tries: 1 }, rateLimits });
  context.after(async () => {
    await client.close();
    await server.close();
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

const signal = new AbortController().signal;
const never = { rateLimits: { recordsPerMinute: Infinity, personsPerMinute: Infinity } };

const idsIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).id));

test('the first hundred persons are shown after one request, a thousand more after another', async (context) => {
  const persons = makePersons(1500);
  const { cohorts, directory, server } = await startPersons(context, persons);
  const file = path.join(directory, 'first.ndjson');
  const first = new ShownPersonsPages(file, 7);
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, first.hasMore, server.received.length], [100, true, 1]);
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, first.hasMore], [1100, true]);
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, first.hasMore], [1500, false]);
  assert.deepEqual(
    await idsIn(file),
    persons.map(({ id }) => id),
  );
  await assertOwnOnly(file);
});

test('a person that arrives twice is one row, and overlapping pages lose nobody', async (context) => {
  const persons = makePersons(130);
  const { cohorts, directory } = await startPersons(context, persons, ({ offset }) =>
    offset === 100 ? text(printPage(persons, { offset: 90, limit: 1000 })) : undefined,
  );
  const file = path.join(directory, 'first.ndjson');
  const first = new ShownPersonsPages(file, 7);
  await first.readMore(cohorts, signal);
  await first.readMore(cohorts, signal);
  assert.equal(first.rows, 130);
  assert.equal(new Set(await idsIn(file)).size, 130);
});

test('a page whose connection breaks leaves the file as it was, and can be read again', async (context) => {
  const persons = makePersons(300);
  let breaks = true;
  const { cohorts, directory } = await startPersons(
    context,
    persons,
    (asked) => (asked.offset === 100 && breaks ? text(printPage(persons, asked).slice(0, 9000)) : undefined),
    persons.length,
    never,
  );
  const file = path.join(directory, 'first.ndjson');
  const first = new ShownPersonsPages(file, 7);
  await first.readMore(cohorts, signal);
  await assert.rejects(first.readMore(cohorts, signal), { name: 'ApiError', kind: 'incomplete' });
  assert.equal((await idsIn(file)).length, 100);
  assert.deepEqual([first.rows, first.hasMore], [100, true]);
  breaks = false;
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, (await idsIn(file)).length], [300, 300]);
});

test('a cohort without persons has no rows, and a cohort in place of persons is an error', async (context) => {
  const responses = ['{"results": [], "next": null}', '{"id": 7, "is_static": false}'];
  const { cohorts, directory } = await startPersons(context, [], () => text(responses.shift() ?? ''));
  const file = path.join(directory, 'first.ndjson');
  const first = new ShownPersonsPages(file, 7);
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, first.hasMore, await readFile(file, 'utf8')], [0, false, '']);
  await assert.rejects(new ShownPersonsPages(file, 7).readMore(cohorts, signal), { code: 'cohort_shaped' });
});

test('a `next` that does not advance stops reading, and the persons count as cut short', async (context) => {
  const page = printPage(makePersons(200), { offset: 0, limit: 100 });
  const { cohorts, directory } = await startPersons(context, [], () =>
    text(page.replace('offset=100', 'offset=0')),
  );
  const first = new ShownPersonsPages(path.join(directory, 'first.ndjson'), 7);
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, first.hasMore, first.isCutShort], [100, false, true]);
});

test('large persons are written as they come, none twice after a page broke off, and later pages have fewer persons', async (context) => {
  const persons = makePersons(300).map((person, at) => ({
    ...person,
    properties: at < 4 ? { biography: 'x'.repeat(1024 * 1024) } : {},
  }));
  const page = printPage(persons.slice(0, 4), { offset: 0, limit: 4 }).replace(
    'null',
    '"/?offset=4&limit=4"',
  );
  let breaks = true;
  const { cohorts, directory, server } = await startPersons(
    context,
    persons,
    ({ offset }) => (offset > 0 ? undefined : text(breaks ? page.slice(0, -100) : page)),
    persons.length,
    never,
  );
  const file = path.join(directory, 'first.ndjson');
  const first = new ShownPersonsPages(file, 7);
  await assert.rejects(first.readMore(cohorts, signal), { kind: 'incomplete' });
  assert.ok((await stat(file)).size > 1024 * 1024);
  assert.equal(first.rows, 0);
  breaks = false;
  await first.readMore(cohorts, signal);
  await first.readMore(cohorts, signal);
  const ids = await idsIn(file);
  assert.deepEqual([first.rows, new Set(ids).size, ids.length], [104, 104, 104]);
  assert.match(server.received.at(-1)?.url ?? '', /limit=100&offset=4|offset=4&limit=100/);
});

test('the persons of the first page are passed on as they come; one that is not JSON is still a row', async (context) => {
  const page =
    '{"results": [{"id":"a","properties":{"age":NaN}}, {"id":"b","properties":{"age":7}}], "next": null}';
  const { cohorts, directory } = await startPersons(context, [], () => text(page));
  const given: unknown[] = [];
  const first = new ShownPersonsPages(path.join(directory, 'first.ndjson'), 7, ({ properties }) =>
    given.push(properties),
  );
  await first.readMore(cohorts, signal);
  assert.deepEqual([first.rows, given], [2, [{ age: 7 }]]);
});
