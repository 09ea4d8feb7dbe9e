import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createClient } from '#api/client.ts';
import { nextPagePath } from '#api/readPage.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { json } from '../../misbehaving/acts.ts';
import { startClient, testKey } from './support.ts';
import { cases } from '../../cases.ts';

test('a path prefix is kept before every path, and a next without it is understood', async (t) => {
  const { client, server } = await startClient(t, (request) =>
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
  assert.equal(page.next, '/proxied/posthog/api/projects/@current/cohorts/?limit=1&offset=1');
  await prefixed.cohorts('@current').persons(5, { limit: 2, offset: 4 });
  await prefixed.dashboards('a?b#c').moveTile(3, { tileId: 4, toDashboard: 5 });
  await client.listProjects();
  assert.deepEqual(
    server.received.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /proxied/posthog/api/projects/@current/cohorts/?limit=1',
      'GET /proxied/posthog/api/projects/@current/cohorts/5/persons/?limit=2&offset=4&format=json',
      'PATCH /proxied/posthog/api/projects/a%3Fb%23c/dashboards/3/move_tile/',
      'GET /api/projects/',
    ],
  );
  assert.deepEqual(JSON.parse(server.received[2]?.body ?? ''), {
    tile: { id: 4 },
    toDashboard: 5,
    to_dashboard: 5,
  });
});

test('any `next` leads to a request for the list’s own path or to none', () => {
  const address = requireSafeBaseUrl('https://own.example/prefix');
  const path = '/prefix/api/projects/1/cohorts/';
  const pieces = fc.constantFrom(
    'https://',
    'http://',
    '//',
    'javascript:',
    'own.example',
    'evil.example',
    ':8443',
    '@',
    '/prefix',
    '/api/projects/1',
    '/cohorts',
    '/dashboards',
    '/',
    '..',
    '%2e%2e',
    '%2F',
    '\\',
    '?offset=100',
    '&limit=5',
    '#x',
    '%',
    '\t',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
      const safe = nextPagePath(parts.join(''), path, address);
      if (safe === undefined) return;
      const url = new URL(safe, address.origin);
      assert.equal(url.origin, address.origin);
      assert.equal(url.pathname, path);
      assert.equal(`${url.pathname}${url.search}`, safe);
    }),
    cases(2000),
  );
});
