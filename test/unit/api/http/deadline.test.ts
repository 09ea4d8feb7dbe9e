// Whatever a service or proxy does, a call ends within its deadline, and a stream as soon as it makes no progress.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiErrorKind } from '#api/apiError.ts';
import { drip, earlyHints, flood, hangUp, json, silence, stall, trickle } from '../../../misbehaving/acts.ts';
import { startProxy } from '../../../misbehaving/proxy.ts';
import type { Act } from '../../../misbehaving/server.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { catchApiError, collectPages, createEditorFetch, createTestClient, startClient } from '../support.ts';

const timeoutMs = 200;
/** Two cores may be busy with other tests. */
const patienceMs = 50 * timeoutMs;

async function timed<T>(work: Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work;
  const ms = performance.now() - startedMs;
  assert.ok(ms < patienceMs, `${ms} ms`);
  return result;
}

const cases: readonly (readonly [name: string, act: Act, kind: ApiErrorKind])[] = [
  ['a silent service', silence(), 'timeout'],
  ['a body that drips', trickle(), 'timeout'],
  ['a body that stops', stall('{"id": 7'), 'timeout'],
  ['interim answers without end', earlyHints(), 'timeout'],
  ['an error whose body drips', trickle(500), 'server'],
  ['a 404 whose body drips', trickle(404), 'notFound'],
];

for (const [name, act, kind] of cases) {
  test(`${name} ends a call within its deadline, and closes its socket`, async (t) => {
    const { client, server } = await startClient(t, () => act, { timeoutMs });
    assert.equal((await timed(catchApiError(client.cohorts('1').retrieve(7)))).kind, kind);
    await server.allClosed();
  });

  test(`${name} ends a call through the editor's fetch as well`, async (t) => {
    const server = await startMisbehaving(() => act, { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch, timeoutMs });
    assert.equal((await timed(catchApiError(client.cohorts('1').update(7, {})))).kind, kind);
    await server.allClosed();
  });

  test(`${name} ends an export that has not begun, or makes no progress`, async (t) => {
    const { client, server } = await startClient(t, () => act, { timeoutMs });
    const read = async () => collectPages((await client.cohorts('1').openPersons(7, { format: 'csv' })).body);
    assert.equal((await timed(catchApiError(read()))).kind, kind);
    await server.allClosed();
  });
}

test('a proxy that never answers CONNECT ends a call within its deadline, and later calls too', async (t) => {
  const proxy = await startProxy(t, { isSilent: true });
  const client = createTestClient(t, 'https://service.test', { network: { proxy: proxy.url }, timeoutMs });
  for (let call = 0; call < 6; call++) {
    const error = await timed(catchApiError(client.cohorts('1').create({ name: 'x' })));
    assert.ok(error.kind === 'timeout' || error.kind === 'network', error.kind);
  }
});

test('the wait for a socket is part of the deadline', async (t) => {
  const { client } = await startClient(t, () => silence(), { timeoutMs });
  const nine = Array.from({ length: 9 }, async (_, id) =>
    timed(catchApiError(client.cohorts('1').retrieve(id))),
  );
  for (const error of await Promise.all(nine)) assert.equal(error.kind, 'timeout');
});

test('tries that fail one after the other share one deadline', async (t) => {
  const retry = { tries: 1000, firstWaitMs: 20 };
  const { client, server } = await startClient(t, () => hangUp(), { timeoutMs, retry });
  assert.equal((await timed(catchApiError(client.cohorts('1').retrieve(7)))).kind, 'timeout');
  assert.ok(server.received.length > 1);
});

test('an export may take far longer than the deadline while it makes progress', async (t) => {
  const { client } = await startClient(t, () => flood(() => undefined), { timeoutMs });
  const answer = await client.cohorts('1').openPersons(7, { format: 'csv' });
  const startedMs = performance.now();
  for await (const chunk of answer.body) {
    assert.ok(chunk.length > 0);
    if (performance.now() - startedMs > 2 * timeoutMs) break;
  }
  answer.cancel();
});

test('a reader that is slow is no lack of progress', async (t) => {
  const longTimeoutMs = 1500; // a busy machine delivers nothing for some hundred milliseconds
  const csv = `id\r\n${'x\r\n'.repeat(500_000)}`;
  const { client } = await startClient(
    t,
    () => async (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end(csv);
      await Promise.resolve();
    },
    { timeoutMs: longTimeoutMs },
  );
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of body) {
    bytes += chunk.length;
    // The disk takes its time, once.
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1.5 * longTimeoutMs));
    isFirst = false;
  }
  assert.equal(bytes, csv.length);
});

test('a body that comes byte by byte, but fast, is whole', async (t) => {
  const { client } = await startClient(t, () => drip('{"id":7,"name":"Sound"}'));
  assert.equal((await client.cohorts('1').retrieve(7)).name, 'Sound');
});

test('announced waits for the rate limit do not count', async (t) => {
  const { client } = await startClient(
    t,
    (_request, index) => (index === 0 ? json({}, 429, { 'retry-after': '0.5' }) : json({ id: 7 })),
    { timeoutMs },
  );
  assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
});
