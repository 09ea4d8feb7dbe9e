import assert from 'node:assert/strict';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Cohort } from '#api/responseSchemas.ts';
import { catchApiError, readBytes } from '../../unit/api/support.ts';
import { openDeployment } from './deployment.ts';

const { cohorts, idle, isOurs } = await openDeployment({ persons: 5000 });
await idle();

/** The largest cohort that a CSV holds whole and a test reads quickly. */
async function findCohort(): Promise<Cohort> {
  const fitting: Cohort[] = [];
  for await (const page of cohorts.pages()) {
    fitting.push(
      ...page.results.filter(({ count, is_calculating }) => count && count <= 5000 && !is_calculating),
    );
  }
  const [largest] = fitting.toSorted((a, b) => (b.count ?? 0) - (a.count ?? 0));
  assert.ok(largest, 'the project has no cohort of 1 to 5,000 persons');
  return largest;
}
const cohort = await findCohort();

test('persons come in pages without a count, each person once, as many as the cohort counts', async () => {
  const ids = new Set<string>();
  let pages = 0;
  for (let offset = 0; ; offset += 500) {
    const page = await cohorts.persons(cohort.id, { limit: 500, offset });
    assert.deepEqual(page.problems, []);
    assert.equal(page.count, undefined);
    for (const { id } of page.results) ids.add(id);
    pages++;
    if (page.next === undefined) break;
    assert.ok(page.next.offset > offset);
  }
  assert.equal(ids.size, cohort.count);
  assert.ok(pages >= ids.size / 500);
  if (isOurs) assert.ok(pages > 1);
});

test('a page of persons without a limit has at most a hundred', async () => {
  const page = await cohorts.persons(cohort.id);
  assert.equal(page.results.length, Math.min(100, cohort.count ?? 0));
});

test('the CSV export has a row for each person under its header', async () => {
  const response = await cohorts.openPersons(cohort.id, { format: 'csv' });
  assert.match(response.headers['content-type'] ?? '', /^text\/csv/);
  const text = await readText(response.body);
  const newlinesInQuotes =
    text
      .match(/"(?:[^"]|"")*"/g)
      ?.join('')
      .match(/\r\n/g)?.length ?? 0;
  const lines = (text.match(/\r\n/g)?.length ?? 0) - newlinesInQuotes;
  assert.equal(lines, (cohort.count ?? 0) + 1);
  assert.ok(text.split('\r\n')[0]?.split(',').includes('id'));
});

test('the JSON export is the page as the service serves it', async () => {
  const response = await cohorts.openPersons(cohort.id, { format: 'json', limit: 3 });
  const body: unknown = JSON.parse(await readText(response.body));
  const page = await cohorts.persons(cohort.id, { limit: 3 });
  assert.ok(typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results));
  assert.deepEqual(body.results, page.results);
});

test('an empty cohort exports nothing, in any format', async () => {
  const { id } = await cohorts.createText(
    JSON.stringify({ name: `contract ${process.pid} empty`, is_static: true }),
  );
  assert.equal(await readText((await cohorts.openPersons(id, { format: 'csv' })).body), '');
  assert.deepEqual((await cohorts.persons(id)).results, []);
  await cohorts.updateText(id, JSON.stringify({ deleted: true }));
});

test('persons of a missing cohort are notFound in any format', async () => {
  assert.equal((await catchApiError(cohorts.persons(2_000_000_000))).kind, 'notFound');
  for (const format of ['csv', 'json'] as const) {
    assert.equal((await catchApiError(cohorts.openPersons(2_000_000_000, { format }))).kind, 'notFound');
  }
});

test('an export can be canceled in the middle, and the next request succeeds', async () => {
  const response = await cohorts.openPersons(cohort.id, { format: 'csv' });
  assert.ok((await readBytes(response, 1)) > 0, 'the first bytes arrive');
  assert.equal((await cohorts.retrieve(cohort.id)).id, cohort.id);
});
