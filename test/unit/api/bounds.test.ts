// Bounds on what comes in: each response that has none ends in an error, soon and with little read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { lookupLoopback } from '#api/http/dispatcher.ts';
import { flood, json } from '../../misbehaving/acts.ts';
import { catchApiError, collectPages, startClient } from './support.ts';

const megabyte = 1024 * 1024;

for (const [status, kind] of [
  [500, 'server'],
  [404, 'notFound'],
  [400, 'invalid'],
] as const) {
  test(`an endless error of ${status} is classified by its status, and hardly read`, async (t) => {
    let sent = 0;
    const { client, server } = await startClient(t, () => flood((bytes) => (sent += bytes), {}, status));
    assert.equal((await catchApiError(client.cohorts('1').updateText(7, JSON.stringify({})))).kind, kind);
    const cohorts = client.cohorts('1');
    const error = await catchApiError(cohorts.openPersons(7, { format: 'csv', retry: { tries: 1 } }));
    assert.equal(error.kind, kind);
    await server.allClosed();
    assert.ok(sent < 32 * megabyte, `${sent} bytes`);
  });
}

test('an endless response is too large after 64 MB', async (t) => {
  let sent = 0;
  const { client, server } = await startClient(t, () => flood((bytes) => (sent += bytes)));
  const error = await catchApiError(client.cohorts('1').updateText(7, JSON.stringify({})));
  assert.deepEqual([error.kind, error.code], ['unexpected', 'too_large']);
  await server.allClosed();
  assert.ok(sent < 100 * megabyte, `${sent} bytes`);
});

test('a page that is too large is requested again with a tenth of its records', async (t) => {
  const { client, server } = await startClient(t, ({ url }) => {
    const query = new URL(url, 'http://host.invalid').searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
    if (limit > 100) return flood(() => undefined);
    const length = Math.min(limit, 250 - offset);
    const results = Array.from({ length }, (_, index) => ({ id: offset + index + 1, name: 'x' }));
    const next = `/api/projects/1/cohorts/?limit=${limit}&offset=${offset + limit}`;
    return json({ count: 250, next: offset + limit < 250 ? next : null, results });
  });
  const pages = await collectPages(client.cohorts('1').pages({ limit: 1000 }));
  assert.deepEqual(
    pages.flatMap(({ results }) => results.map(({ id }) => id)),
    Array.from({ length: 250 }, (_, index) => index + 1),
  );
  assert.equal(server.received.length, 4);
});

test('persons and projects are requested again with a tenth, too', async (t) => {
  const { client, server } = await startClient(t, ({ url }) => {
    const limit = Number(new URL(url, 'http://host.invalid').searchParams.get('limit'));
    if (limit > 10) return flood(() => undefined);
    return json({ next: null, results: [{ id: '1', uuid: 'a', name: 'x', type: 'person' }] });
  });
  assert.equal((await client.cohorts('1').persons(7, { limit: 100 })).results.length, 1);
  assert.equal((await client.listProjects()).length, 1);
  assert.equal(server.received.length, 4);
});

test('a page that is too large even with one record fails', async (t) => {
  const { client, server } = await startClient(t, () => flood(() => undefined));
  const error = await catchApiError(client.cohorts('1').list({ limit: 15 }));
  assert.deepEqual([error.kind, error.code], ['unexpected', 'too_large']);
  const limits = server.received.map(({ url }) =>
    new URL(url, 'http://host.invalid').searchParams.get('limit'),
  );
  assert.deepEqual(limits, ['15', '2', '1']);
});

test('an endless list of projects ends at ten thousand', async (t) => {
  const { client, lines } = await startClient(t, ({ url }) => {
    const offset = Number(new URL(url, 'http://host.invalid').searchParams.get('offset') ?? 0);
    const results = Array.from({ length: 500 }, (_, index) => ({ id: offset + index + 1, name: 'x' }));
    return json({ next: `/api/projects/?limit=500&offset=${offset + 500}`, results });
  });
  assert.equal((await client.listProjects()).length, 10_000);
  assert.ok(lines.includes('Only the first 10000 projects are listed.'));
});

test('an address without two slashes is refused as ambiguous', () => {
  for (const baseUrl of ['https:/host', 'https:host', 'https:///host', 'http:/localhost', 'https:\\\\host']) {
    assert.throws(() => requireSafeBaseUrl(baseUrl), { kind: 'invalid', attr: 'baseUrl' }, baseUrl);
  }
});

test('a name for this machine is refused if it resolves to another one', async () => {
  const look = async (name: string, all: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lookupLoopback(name, { all }, (error, address) => (error ? reject(error) : resolve(address)));
    });
  // An address is looked up without any network.
  await assert.rejects(look('192.0.2.1', true), { code: 'ERR_NOT_LOOPBACK' });
  await assert.rejects(look('2001:db8::1', false), { code: 'ERR_NOT_LOOPBACK' });
  assert.equal(await look('127.0.0.1', false), '127.0.0.1');
  assert.deepEqual(await look('::1', true), [{ address: '::1', family: 6 }]);
});
