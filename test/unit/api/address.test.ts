import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { guardNext, parseAddress, pathSegment } from '#api/address.ts';
import { createClient } from '#api/client.ts';
import { ApiError } from '#api/apiError.ts';
import { json } from '../../misbehaving/acts.ts';
import { startClient, testKey } from './support.ts';

test('an address is https, or http on loopback, with a path or without', () => {
  const cases: readonly (readonly [baseUrl: string, origin: string, prefix: string])[] = [
    ['https://us.posthog.com', 'https://us.posthog.com', ''],
    [' https://us.posthog.com/ ', 'https://us.posthog.com', ''],
    ['https://Host.example:8443/a/b//', 'https://host.example:8443', '/a/b'],
    ['http://127.0.0.1:8010', 'http://127.0.0.1:8010', ''],
    ['http://localhost/x', 'http://localhost', '/x'],
    ['http://[::1]:80/', 'http://[::1]', ''],
  ];
  for (const [baseUrl, origin, prefix] of cases) {
    const address = parseAddress(baseUrl);
    assert.deepEqual([address.origin, address.prefix], [origin, prefix], baseUrl);
  }
});

for (const baseUrl of [
  '',
  'us.posthog.com',
  'ftp://us.posthog.com',
  'http://us.posthog.com',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'https://user:secret@us.posthog.com',
  'javascript:alert(1)',
]) {
  test(`no client is created for the address "${baseUrl}"`, () => {
    assert.throws(
      () => createClient({ baseUrl, key: testKey }),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.kind, error.attr], ['invalid', 'baseUrl']);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
  });
}

for (const key of ['', 'with space', 'with\r\nX-Injected: 1', 'ключ']) {
  test(`no client is created for the key ${JSON.stringify(key)}`, () => {
    assert.throws(() => createClient({ baseUrl: 'https://a.example', key }), {
      kind: 'invalid',
      attr: 'key',
    });
  });
}

test('a path prefix is kept before every path, and a next without it is understood', async (t) => {
  const { client, server } = await startClient(t, (request) =>
    request.url.includes('/persons/')
      ? json({ results: [] })
      : json({
          id: 1,
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
  await prefixed.dashboards('a/b?c#d').moveTile(3, { tileId: 4, toDashboard: 5 });
  await client.listProjects();
  assert.deepEqual(
    server.received.map(({ method, url }) => `${method} ${url}`),
    [
      'GET /proxied/posthog/api/projects/@current/cohorts/?limit=1',
      'GET /proxied/posthog/api/projects/@current/cohorts/5/persons/?limit=2&offset=4&format=json',
      'PATCH /proxied/posthog/api/projects/a%2Fb%3Fc%23d/dashboards/3/move_tile/',
      'GET /api/projects/',
    ],
  );
  assert.deepEqual(JSON.parse(server.received[2]?.body ?? ''), {
    tile: { id: 4 },
    toDashboard: 5,
    to_dashboard: 5,
  });
});

test('a project id that would name another path is refused', () => {
  for (const id of ['', '.', '..']) assert.throws(() => pathSegment(id, 'project_id'), { kind: 'invalid' });
});

test('whatever the project id, the request stays under projects', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
      if (id === '.' || id === '..') return;
      const path = `/api/projects/${pathSegment(id, 'project_id')}/cohorts/`;
      assert.equal(new URL(path, 'https://a.example').pathname.split('/').length, 6);
    }),
  );
});

test('whatever next says, what is asked for is on the own path, or nothing is', () => {
  const address = parseAddress('https://own.example/prefix');
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
      const safe = guardNext(parts.join(''), path, address);
      if (safe === undefined) return;
      const url = new URL(safe, address.origin);
      assert.equal(url.origin, address.origin);
      assert.equal(url.pathname, path);
      assert.equal(`${url.pathname}${url.search}`, safe);
    }),
    { numRuns: 2000 },
  );
});
