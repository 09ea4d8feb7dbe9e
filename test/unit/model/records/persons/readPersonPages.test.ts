import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { readPersonPages } from '#model/records/persons/readPersonPages.ts';
import { readPersonLines } from '#model/records/persons/readPersonLines.ts';

const persons = Array.from({ length: 25 }, (_, index) => ({
  id: `person-${index}`,
  distinct_ids: Array.from({ length: [9, 10, 11][index % 3] ?? 0 }, (_id, id) => `${index}-${id}`),
}));
const maxOnPage = 10;

describe('pages of persons', () => {
  let server: Server;
  let client: ApiClient;
  let pages = 0;

  before(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://host');
      const isRepeating = url.pathname.includes('/4/');
      const asked = Number(url.searchParams.get('offset'));
      const offset = isRepeating ? 0 : asked;
      pages++;
      const isInCircles = url.pathname.includes('/2/');
      const end = offset + Math.min(maxOnPage, Number(url.searchParams.get('limit')));
      const next = isRepeating ? asked + maxOnPage : isInCircles ? 0 : end;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          results: [...(url.pathname.includes('/3/') ? ['no person'] : []), ...persons.slice(offset, end)],
          next: end < persons.length ? `http://other${url.pathname}?limit=${maxOnPage}&offset=${next}` : null,
        }),
      );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    client = createClient({ baseUrl: `http://127.0.0.1:${address.port}`, key: 'key' });
  });

  after(async () => {
    await client.close();
    server.close();
  });

  const read = async (id: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    const { signal } = new AbortController();
    for await (const page of readPersonPages(client.cohorts('1'), id, 1000, signal))
      ids.push(...page.results.map((person) => person.id));
    return ids;
  };

  it('that are shorter than requested skip nobody', async () => {
    assert.deepEqual(
      await read(1),
      persons.map(({ id }) => id),
    );
  });

  it('that do not advance are an error', async () => {
    await assert.rejects(read(2), (error) => isApiError(error, 'unexpected'));
  });

  it('that repeat the same persons are an error, although their offsets advance', async () => {
    pages = 0;
    const signal = AbortSignal.timeout(5000);
    const limits = { pageSize: 10, maxPersons: 100, signal };
    await assert.rejects(readPersonLines(client.cohorts('1'), 4, 'ids', limits), (error) =>
      isApiError(error, 'unexpected'),
    );
    assert.equal(pages, 21); // the first one, and 20 without a new person
  });

  it('say how many persons may have more distinct ids than a copy', async () => {
    const limits = { pageSize: 10, maxPersons: 100, signal: new AbortController().signal };
    const copy = await readPersonLines(client.cohorts('1'), 1, 'distinctIds', limits);
    assert.deepEqual([copy?.lines.length, copy?.withMostIds], [9 * 9 + 8 * 10 + 8 * 11, 8]);
    const ofIds = await readPersonLines(client.cohorts('1'), 1, 'ids', limits);
    assert.equal(ofIds?.withMostIds, 0);
  });

  it('say how many persons a copy has, and what could not be read', async () => {
    const limits = { pageSize: 10, maxPersons: 100, signal: new AbortController().signal };
    const whole = await readPersonLines(client.cohorts('1'), 1, 'ids', limits);
    assert.deepEqual([whole?.lines.length, whole?.persons, whole?.problems], [25, 25, []]);
    const incomplete = await readPersonLines(client.cohorts('1'), 3, 'emails', limits);
    assert.deepEqual([incomplete?.lines.length, incomplete?.persons], [0, 25]);
    assert.match(incomplete?.problems[0] ?? '', /^Person 1 of the page could not be read/);
  });
});
