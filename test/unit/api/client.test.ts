import assert from 'node:assert/strict';
import { test } from 'node:test';
import { empty, fault, json, silence, text, unbounded } from '../../misbehaving/acts.ts';
import { createListing } from '../../misbehaving/listing.ts';
import { catchApiError, startClient, testKey } from './support.ts';

test('each verb sends its method, its path with a trailing slash, its key, and only the given fields', async (t) => {
  const { client, server } = await startClient(t, (request) =>
    request.method === 'DELETE' ? empty(204) : json({ id: 7, count: 0, results: [] }),
  );
  const dashboards = client.dashboards('12');
  await dashboards.list({ limit: 5, offset: 10 });
  await dashboards.createText(JSON.stringify({ name: 'New', tags: [] }));
  await dashboards.retrieve(7);
  await dashboards.updateText(7, JSON.stringify({ pinned: true }));
  await dashboards.delete(7);
  assert.deepEqual(
    server.received.map(({ method, url, body }) => `${method} ${url} ${body}`.trim()),
    [
      'GET /api/projects/12/dashboards/?limit=5&offset=10',
      'POST /api/projects/12/dashboards/ {"name":"New","tags":[]}',
      'GET /api/projects/12/dashboards/7/',
      'PATCH /api/projects/12/dashboards/7/ {"pinned":true}',
      'DELETE /api/projects/12/dashboards/7/',
    ],
  );
  for (const { headers, method } of server.received) {
    assert.equal(headers.authorization, `Bearer ${testKey}`);
    const sendsBody = method === 'POST' || method === 'PATCH';
    assert.equal(headers['content-type'], sendsBody ? 'application/json' : undefined);
  }
});

for (const value of [-1, 1.5, NaN, 2 ** 53]) {
  test(`a limit of ${value} and a record ${value} are refused before anything is sent`, async (t) => {
    const { client, server } = await startClient(t, () => json({}));
    assert.equal((await catchApiError(client.cohorts('1').list({ limit: value }))).kind, 'invalid');
    if (value !== -1)
      assert.equal((await catchApiError(client.cohorts('1').retrieve(value))).kind, 'invalid');
    assert.equal(server.received.length, 0);
  });
}

test('all pages of projects are listed', async (t) => {
  const projects = Array.from({ length: 230 }, (_, index) => ({
    id: index + 1,
    name: `Project ${index + 1}`,
  }));
  const { client } = await startClient(t, createListing(projects));
  const listed = await client.listProjects();
  assert.equal(listed.length, 230);
  assert.deepEqual(listed[0], { id: '1', name: 'Project 1' });
});

test('projects may come as a bare list', async (t) => {
  const { client } = await startClient(t, () => json([{ id: 'abc', name: 'One' }]));
  assert.deepEqual(await client.listProjects(), [{ id: 'abc', name: 'One' }]);
});

test('projects that the key may not list throw an error with the missing scope', async (t) => {
  const { client } = await startClient(t, () =>
    fault(403, 'permission_denied', "API key missing required scope 'project:read'"),
  );
  assert.equal((await catchApiError(client.listProjects())).scope, 'project:read');
});

test('JSON that stops anywhere is incomplete where its length is unknown', async (t) => {
  const body = '{"id":7,"name":"é\\n","tags":[true,null,-1.5e+3,{}]}';
  let bytes = 0;
  const { client } = await startClient(t, () => unbounded(body, bytes), { retry: { tries: 1 } });
  for (bytes = 1; bytes < Buffer.byteLength(body); bytes++)
    assert.equal((await catchApiError(client.cohorts('1').retrieve(7))).kind, 'incomplete', `${bytes}`);
});

test('a whole text that is not JSON is no incomplete one, and is not requested again', async (t) => {
  const bodies = ['{"id":7,"count":NaN}', '{"id":7,}', "{'id':7}\n", '{"id":7} x', '[1 2]', '{"id":"a\tb"}'];
  for (const body of bodies) {
    const { client, server } = await startClient(t, () => unbounded(body, body.length));
    const { kind, code } = await catchApiError(client.cohorts('1').retrieve(7));
    assert.deepEqual([kind, code, server.received.length], ['notJson', 'malformed', 1], body);
  }
});

test('aborting a request ends it at once and closes its socket', async (t) => {
  const aborter = new AbortController();
  const { client, server } = await startClient(t, () => {
    queueMicrotask(() => aborter.abort());
    return silence();
  });
  const error = await catchApiError(client.cohorts('1').retrieve(7, { signal: aborter.signal }));
  assert.equal(error.kind, 'cancelled');
  await server.allClosed();
});

test('a request with an aborted signal is never sent', async (t) => {
  const { client, server } = await startClient(t, () => json({ id: 7 }));
  const signal = AbortSignal.abort();
  assert.equal((await catchApiError(client.cohorts('1').retrieve(7, { signal }))).kind, 'cancelled');
  assert.equal(server.received.length, 0);
});

test('a fifth request waits for one of four connections, and can be aborted while it does', async (t) => {
  let released: ((value?: undefined) => void) | undefined;
  const until = new Promise((resolve) => {
    released = resolve;
  });
  const { client, server } = await startClient(t, (request) => async (response, received) => {
    await until;
    await json({ id: Number(/(\d+)\/$/.exec(request.url)?.[1]) })(response, received);
  });
  const four = [1, 2, 3, 4].map(async (id) => client.cohorts('1').retrieve(id));
  const aborter = new AbortController();
  const fifth = catchApiError(client.cohorts('1').retrieve(5, { signal: aborter.signal }));
  aborter.abort();
  assert.equal((await fifth).kind, 'cancelled');
  released?.();
  assert.deepEqual(
    (await Promise.all(four)).map(({ id }) => id),
    [1, 2, 3, 4],
  );
  assert.equal(server.sockets.most, 4);
  assert.ok(server.received.every(({ url }) => !url.includes('/5/')));
});

test('connections are kept for the next requests', async (t) => {
  const { client, server } = await startClient(t, () => json({ id: 7 }));
  for (let turn = 0; turn < 20; turn++) await client.cohorts('1').retrieve(7);
  assert.equal(server.received.length, 20);
  // A connection rests for one turn of the event loop, so that two take turns.
  assert.ok(server.sockets.opened <= 2, `${server.sockets.opened} connections`);
});

test('each request is logged in one line, without key, body or query, and problems by the names of fields', async (t) => {
  const { client, lines } = await startClient(t, (request) =>
    request.method === 'PATCH' ? json({ id: 7, name: 5, email: 'secret@example.com' }) : text('secret', 500),
  );
  await client.cohorts('1').updateText(7, JSON.stringify({ name: 'secret name' }));
  const error = await catchApiError(client.cohorts('1').list({ limit: 12345 }));
  assert.deepEqual(
    lines.map((line) => line.replace(/\d+ ms$/, 'n ms')),
    [
      'PATCH /api/projects/1/cohorts/7/ 200 n ms',
      'Cohort 7: name has an unexpected type and reads as empty.',
      'GET /api/projects/1/cohorts/ 500 n ms',
    ],
  );
  for (const told of [...lines, error.message, error.operation ?? '', String(error.cause)]) {
    assert.ok(!/secret|12345|phx_/.test(told), told);
  }
});
