// An export with nothing set but what a person chooses: page size, pages ahead, tries, waits and rate limits are those that
// ship. The service decides the times: it asks for the shortest waits that it can ask for.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { exportPersons } from '#exports/exportPersons.ts';
import { empty, halfBody, throttled } from '../../misbehaving/acts.ts';
import { makePersons, printPage, startPersons } from '../../unit/exports/personsService.ts';

const persons = makePersons(5500);

test('an export with the default limits writes every person once, although pages fail, break off and get a 429', async (context) => {
  const trouble = new Map([
    [1000, () => empty(503, { 'retry-after': '0' })],
    [2000, () => throttled(1, '0.05')],
    [4000, (limit: number) => halfBody(printPage(persons, { offset: 4000, limit }), 50_000)],
  ]);
  const service = await startPersons(
    context,
    persons,
    ({ offset, limit }) => {
      const act = trouble.get(offset);
      trouble.delete(offset);
      return act?.(limit);
    },
    persons.length,
    { retry: undefined },
  );
  const result = await exportPersons({
    cohorts: service.cohorts,
    cohortId: 7,
    format: 'ndjson',
    directory: service.directory,
    fileName: 'a.ndjson',
    expectedCount: persons.length,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  assert.deepEqual([result.rows, result.complete, result.notes], [persons.length, 'yes', ['pagesRepeated']]);
  const lines = (await readFile(result.path, 'utf8')).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    persons.map(({ id }) => id),
  );
  assert.deepEqual(await readdir(service.directory), ['a.ndjson']);
  const asked = service.server.received
    .map(({ url }) => new URL(url, 'http://host.invalid'))
    .filter(({ pathname }) => pathname.endsWith('/persons/'))
    .map(({ searchParams }) => `${searchParams.get('offset')}+${searchParams.get('limit')}`);
  const pages = [0, 1000, 2000, 3000, 4000, 5000].map((offset) => `${offset}+1000`);
  assert.deepEqual([...new Set(asked)].toSorted(), pages);
  assert.deepEqual([...trouble.keys()], [], 'each trouble came');
  assert.ok(asked.length >= pages.length + 3, `${asked.length} requests`);
});
