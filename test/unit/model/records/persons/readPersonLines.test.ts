import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { type ApiClient, nextStands } from '#api/clientTypes.ts';
import { type PersonPart, readPersonLines } from '#model/records/persons/readPersonLines.ts';

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

  const copy = async (id: number, part: PersonPart, pageSize = 10) => {
    const limits = { pageSize, maxPersons: 100, signal: new AbortController().signal };
    return readPersonLines(client.cohorts('1'), id, part, limits);
  };

  it('that are shorter than requested skip nobody', async () => {
    const { lines } = (await copy(1, 'ids', 1000)) ?? {};
    assert.deepEqual(
      lines,
      persons.map(({ id }) => id),
    );
  });

  it('that do not advance are a problem of what was copied', async () => {
    const { lines, problems } = (await copy(2, 'ids', 1000)) ?? {};
    assert.deepEqual([lines?.length, problems], [maxOnPage, [nextStands]]);
  });

  it('that repeat the same persons are one as well, although their offsets advance', async () => {
    pages = 0;
    const { lines, persons: read, problems } = (await copy(4, 'ids')) ?? {};
    assert.deepEqual([lines?.length, read, problems], [maxOnPage, maxOnPage, [nextStands]]);
    assert.equal(pages, 21); // the first one, and 20 without a new person
  });

  it('are too many for a copy once they have more persons than allowed', async () => {
    const limits = { pageSize: 10, maxPersons: 24, signal: new AbortController().signal };
    assert.equal(await readPersonLines(client.cohorts('1'), 1, 'ids', limits), undefined);
  });

  it('say how many persons may have more distinct ids than a copy', async () => {
    const { lines, withMostIds } = (await copy(1, 'distinctIds')) ?? {};
    assert.deepEqual([lines?.length, withMostIds], [9 * 9 + 8 * 10 + 8 * 11, 8]);
    assert.equal((await copy(1, 'ids'))?.withMostIds, 0);
  });

  it('say how many persons a copy has, and what could not be read', async () => {
    const whole = await copy(1, 'ids');
    assert.deepEqual([whole?.lines.length, whole?.persons, whole?.problems], [25, 25, []]);
    const incomplete = await copy(3, 'emails');
    assert.deepEqual([incomplete?.lines.length, incomplete?.persons], [0, 25]);
    assert.match(incomplete?.problems[0] ?? '', /^Person 1 of the page could not be read/);
  });
});
