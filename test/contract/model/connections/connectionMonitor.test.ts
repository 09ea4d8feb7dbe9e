// The status of a connection to a real server that stops, rejects and comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault, held, reset, silence, throttled } from '../../../misbehaving/acts.ts';
import { id, serveAgain, startWatched, works } from './watched.ts';

test('a service that stops responding is reported as offline once for thirty failed requests, and recovers by itself', async (t) => {
  const { statuses, states, ask, reached, server } = await startWatched(t, works);
  await server.close();
  const errors = await Promise.all(Array.from({ length: 30 }, ask));
  assert.ok(errors.every((error) => statuses.connectionOf(error) === id));
  await reached('offline');
  assert.deepEqual(states, ['offline']);
  const recovered = Promise.withResolvers<string>();
  statuses.onDidRecover(recovered.resolve);
  await serveAgain(t, server.port);
  assert.equal(await recovered.promise, id);
  assert.deepEqual(states, ['offline', 'ready']);
});

test('a request that breaks its connection is no outage where the service answers others', async (t) => {
  const { states, ask, statuses, server } = await startWatched(t, ({ url }) =>
    url.includes('/cohorts/') ? reset() : works(),
  );
  await ask();
  await statuses.check(id);
  assert.deepEqual(states, []);
  assert.ok(server.received.some(({ url }) => url === '/api/projects/?limit=1'));
});

test('a service that no longer responds is offline after one request and one check', async (t) => {
  const { states, ask, reached } = await startWatched(t, silence, { timeoutMs: 50 });
  await ask();
  await reached('offline');
  assert.deepEqual(states, ['offline']);
});

test('a service is offline if its gateway responds in its place', async (t) => {
  const { states, ask, reached } = await startWatched(t, () => fault(503, 'server_error', 'x'));
  await ask();
  await reached('offline');
  assert.deepEqual(states, ['offline']);
});

test('a connection with a rejected key is unauthorized until a request is accepted, and sends no checks meanwhile', async (t) => {
  let isRejected = true;
  const { states, ask, server } = await startWatched(t, () =>
    isRejected ? fault(401, 'authentication_failed', 'x') : works(),
  );
  await ask();
  assert.deepEqual(states, ['unauthorized']);
  assert.equal(server.received.length, 1);
  isRejected = false;
  await ask();
  assert.deepEqual(states, ['unauthorized', 'ready']);
});

test('a connection without a key on this machine is unauthorized', async (t) => {
  const { states, ask } = await startWatched(t, works, { hasKey: false });
  await ask();
  assert.deepEqual(states, ['unauthorized']);
});

test('another key makes a connection ready again, and what failed can be loaded', async (t) => {
  const { states, ask, statuses } = await startWatched(t, () => fault(401, 'authentication_failed', 'x'));
  await ask();
  const recovered: string[] = [];
  statuses.onDidRecover((one) => recovered.push(one));
  statuses.reset(id);
  assert.deepEqual([states, recovered], [['unauthorized', 'ready'], [id]]);
});

test('a connection is throttled until the time that the service names', async (t) => {
  const { statuses, ask } = await startWatched(t, () => throttled(7200, '7200'));
  const before = Date.now();
  await ask();
  const status = statuses.of(id);
  assert.ok(status.state === 'throttled');
  assert.ok(status.untilMs >= before + 7_200_000 && status.untilMs <= Date.now() + 7_200_000 + 60_000);
});

test('a request that the service rejects, as for a missing record, leaves the connection ready', async (t) => {
  const { states, ask } = await startWatched(t, () => fault(404, 'not_found', 'x'));
  await ask();
  assert.deepEqual(states, []);
});

test('a client that was replaced reports nothing, because its key is an old one', async (t) => {
  const { states, clients, server } = await startWatched(t, () => fault(401, 'authentication_failed', 'x'));
  const old = await clients.open(id);
  clients.replace(id);
  await assert.rejects(old.cohorts('1').retrieve(7));
  assert.deepEqual([states, server.received.length], [[], 1]);
});

test('a response to a check with the old key does not change the status of the new one', async (t) => {
  const answered = Promise.withResolvers<void>();
  const { states, statuses, clients, server } = await startWatched(t, () =>
    held(fault(401, 'authentication_failed', 'x'), answered.promise),
  );
  const check = statuses.check(id);
  while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
  clients.replace(id);
  statuses.reset(id);
  answered.resolve();
  await check;
  assert.deepEqual(states, []);
});

test('a connection that stays below the rate limit by itself is not throttled', async (t) => {
  const { states, clients } = await startWatched(t, works, { rateLimits: { recordsPerMinute: 3 } });
  const client = await clients.open(id);
  const aborter = new AbortController();
  const { signal } = aborter;
  const all = Array.from({ length: 8 }, async () => client.cohorts('1').retrieve(7, { signal }));
  const outcomes = Promise.allSettled(all);
  await Promise.all(all.slice(0, 2));
  aborter.abort();
  assert.ok((await outcomes).some(({ status }) => status === 'rejected'));
  assert.deepEqual(states, []);
});
