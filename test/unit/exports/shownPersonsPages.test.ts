import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { ShownPersonsPages } from '#exports/shownPersonsPages.ts';
import { text } from '../../misbehaving/acts.ts';
import { makePersons, printPage, startPersons } from './personsService.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';

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
