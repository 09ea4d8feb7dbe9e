import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { nextStands, type Page } from '#api/clientTypes.ts';
import { held, json, reset, silence } from '../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../misbehaving/listing.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';
import { catchApiError, collectPages, createTestClient, startClient, unlimited, testKey } from './support.ts';
import { createClient } from '#api/client.ts';

const idsOf = (pages: readonly Page<{ readonly id: number }>[]): readonly number[] =>
  pages.flatMap(({ results }) => results.map(({ id }) => id));
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

test('all records come in order, with one request for each page', async (t) => {
  const { client, server } = await startClient(t, createListing(createCohorts(1234)));
  const pages = await collectPages(client.cohorts('1').pages());
  assert.deepEqual(idsOf(pages), upTo(1234));
  assert.equal(pages.length, 13);
  assert.equal(server.received.length, 13);
  assert.ok(pages.every(({ count, problems }) => count === 1234 && problems.length === 0));
});

test('pages are requested ahead on at most four connections', async (t) => {
  let release: (() => void) | undefined;
  const four = new Promise<void>((resolve) => {
    release = resolve;
  });
  let underWay = 0;
  let most = 0;
  const listing = createListing(createCohorts(3000));
  const { client, server } = await startClient(t, (request, index) => {
    if (index === 0) return listing(request, index);
    underWay++;
    most = Math.max(most, underWay);
    if (underWay === 4) release?.(); // the second page is not answered before the fifth is asked for
    return held(async (response, received) => {
      underWay--;
      await listing(request, index)(response, received);
    }, four);
  });
  assert.deepEqual(idsOf(await collectPages(client.cohorts('1').pages())), upTo(3000));
  assert.equal(most, 4);
  assert.equal(server.sockets.most, 4);
});

test('a list that fits one page takes one request', async (t) => {
  const { client, server } = await startClient(t, createListing(createCohorts(100)));
  await collectPages(client.cohorts('1').pages());
  assert.equal(server.received.length, 1);
});

test('reading only the first page requests few others and ends those', async (t) => {
  const listing = createListing(createCohorts(5000));
  const { client, server } = await startClient(t, (request, index) =>
    index === 0 ? listing(request, index) : silence(),
  );
  for await (const page of client.cohorts('1').pages()) {
    assert.equal(page.results.length, 100);
    break;
  }
  await client.close();
  await server.allClosed();
  assert.ok(server.received.length <= 5, `${server.received.length} requests`);
});

test('aborting ends the requests under way and throws cancelled', async (t) => {
  const aborter = new AbortController();
  const listing = createListing(createCohorts(5000));
  const { client, server } = await startClient(t, (request, index) => {
    if (index === 4) queueMicrotask(() => aborter.abort());
    return index === 0 ? listing(request, index) : silence();
  });
  const error = await catchApiError(collectPages(client.cohorts('1').pages({ signal: aborter.signal })));
  assert.equal(error.kind, 'cancelled');
  while (server.sockets.open > 1) await new Promise((resolve) => setImmediate(resolve)); // the first is idle
});

test('a next that says http and another host is followed on the own origin', async (t) => {
  const foreign = await startMisbehaving(() => json({}), { test: t });
  const listing = createListing(createCohorts(250), {
    rewriteNext: (next) => next?.replace('http://service.internal', foreign.url),
  });
  const { client } = await startClient(t, listing);
  assert.equal(idsOf(await collectPages(client.cohorts('1').pages())).length, 250);
  assert.equal(foreign.received.length, 0);
});

test('a next that skips records is pulled back to the end of its page', async (t) => {
  const { client, server } = await startClient(t, ({ url }) => {
    const offset = Number(new URL(url, 'http://service.internal').searchParams.get('offset') ?? 0);
    const next =
      offset < 4 ? `/api/projects/1/cohorts/7/persons/?format=json&limit=2&offset=${offset + 4}` : null;
    return json({ next, results: [{ id: `${offset}` }, { id: `${offset + 1}` }] });
  });
  const ids: unknown[] = [];
  for await (const { results, problems } of client.cohorts('1').personPages(7, { limit: 2 })) {
    ids.push(...results.map(({ id }) => id));
    assert.deepEqual(problems, []);
  }
  assert.deepEqual(ids, ['0', '1', '2', '3', '4', '5']);
  assert.equal(server.received.length, 3);
});

const standing = {
  'another list without an offset': () => 'https://evil.example/api/projects/1/cohorts/?cursor=2',
  itself: (request: string) => request,
  'the first page': () => '/api/projects/1/cohorts/?limit=100&offset=0',
  'an offset further back': (request: string) => request.replace(/offset=\d+/, 'offset=50'),
};
for (const [name, next] of Object.entries(standing)) {
  test(`a list whose second page leads to ${name} ends there and says so`, async (t) => {
    const listing = createListing(createCohorts(1000), {
      rewriteNext: (given, offset) =>
        offset === 100 ? next('/api/projects/1/cohorts/?limit=100&offset=100') : given,
    });
    const { client } = await startClient(t, listing);
    const pages = await collectPages(client.cohorts('1').pages());
    assert.deepEqual(idsOf(pages), upTo(200));
    assert.deepEqual(pages.at(-1)?.problems, [nextStands]);
  });
}

test('endless pages without new records end after a while', async (t) => {
  const { client, server } = await startClient(t, (_request, index) =>
    json({ next: `/api/projects/1/cohorts/?offset=${(index + 1) * 100}`, results: [{ id: 1 }] }),
  );
  const pages = await collectPages(client.cohorts('1').pages());
  assert.deepEqual(idsOf(pages), [1]);
  assert.deepEqual(pages.at(-1)?.problems, [nextStands]);
  assert.ok(server.received.length < 50);
});

test('a page that cannot be loaded throws its error after the pages before it', async (t) => {
  const listing = createListing(createCohorts(1000));
  const { client } = await startClient(t, (request, index) =>
    request.url.includes('offset=300') ? reset() : listing(request, index),
  );
  const given: number[] = [];
  const error = await catchApiError(
    (async () => {
      for await (const page of client.cohorts('1').pages()) given.push(...page.results.map(({ id }) => id));
    })(),
  );
  assert.equal(error.kind, 'network');
  assert.deepEqual(given, upTo(300));
});

test('whatever moves, shrinks or is miscounted, the walk ends without duplicates, and has all records if nothing moved', async (t) => {
  let respond: ReturnType<typeof createListing> = createListing([]);
  let index = 0;
  const server = await startMisbehaving((request) => respond(request, index++), { test: t });
  const client = createTestClient(t, server.url, { rateLimits: unlimited });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        total: fc.integer({ min: 0, max: 60 }),
        limit: fc.integer({ min: 1, max: 20 }),
        moves: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8 }),
        shorts: fc.array(fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }), { maxLength: 8 }),
        count: fc.constantFrom('true', 'less', 'more', 'null'),
        host: fc.constantFrom('http://service.internal', 'https://evil.example', 'http://127.0.0.1:1'),
        loopAt: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
      }),
      async ({ total, limit, moves, shorts, count, host, loopAt }) => {
        index = 0;
        respond = createListing(createCohorts(total), {
          move: (at) => moves[at] ?? 0,
          shortPage: (at) => shorts[at],
          count: (real) => ({ true: real, less: Math.floor(real / 2), more: real * 3, null: null })[count],
          rewriteNext: (next, offset) =>
            loopAt !== undefined && offset >= loopAt
              ? `${host}/api/projects/1/cohorts/?limit=${limit}&offset=${offset}`
              : next?.replace('http://service.internal', host),
        });
        const pages = await collectPages(client.cohorts('1').pages({ limit }));
        const ids = idsOf(pages);
        assert.equal(new Set(ids).size, ids.length, 'a record came twice');
        assert.ok(index <= pages.length + 8, `${index} requests for ${pages.length} pages`);
        const isSound =
          loopAt === undefined && moves.every((n) => n === 0) && shorts.every((n) => n === undefined);
        if (isSound) assert.deepEqual(ids, upTo(total));
      },
    ),
    { numRuns: 150 },
  );
});

test('a path prefix is kept before every path, and a next without it is understood', async (t) => {
  const { server } = await startClient(t, (request) =>
    request.url.includes('/persons/')
      ? json({ results: [] })
      : json({
          id: 3,
          count: 1,
          results: [],
          next: 'http://internal/api/projects/@current/cohorts/?limit=1&offset=1',
        }),
  );
  const prefixed = createClient({ baseUrl: `${server.url}/proxied/posthog/`, key: testKey });
  t.after(async () => prefixed.close());
  const page = await prefixed.cohorts('@current').list({ limit: 1 });
  assert.deepEqual(page.next, { offset: 1, limit: 1 });
  await prefixed.cohorts('@current').persons(5, { limit: 2, offset: 4 });
  await prefixed.dashboards('a?b#c').moveTile(3, { tileId: 4, toDashboard: 5 });
  assert.deepEqual(
    server.received.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /proxied/posthog/api/projects/@current/cohorts/?limit=1',
      'GET /proxied/posthog/api/projects/@current/cohorts/5/persons/?limit=2&offset=4&format=json',
      'PATCH /proxied/posthog/api/projects/a%3Fb%23c/dashboards/3/move_tile/',
    ],
  );
  assert.deepEqual(JSON.parse(server.received[2]?.body ?? ''), {
    tile: { id: 4 },
    toDashboard: 5,
    to_dashboard: 5,
  });
});
