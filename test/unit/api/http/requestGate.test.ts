// Requests of one connection compete: which goes first, which waits, and how many are sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { RequestGate, type Entry, type Hold } from '#api/http/requestGate.ts';
import type { Cohorts, RetryWait, StreamedResponse } from '#api/clientTypes.ts';
import { flood, held, json, silence, throttled } from '../../../misbehaving/acts.ts';
import type { Received } from '../../../misbehaving/server.ts';
import {
  catchApiError,
  createTestClient,
  readBytes,
  startClient,
  statusCame,
  unlimited,
} from '../support.ts';
import { stopTime } from '../clock.ts';

const answerRecord = ({ url }: Received) => json({ id: Number(/(\d+)\/$/.exec(url)?.[1]) });
const isExport = ({ url }: Received): boolean => url.includes('/persons/');

test('forty reads that get a 429 are held back together, and take hardly more than forty requests', async (t) => {
  let isRefusing = true;
  const waits: RetryWait[] = [];
  const goOn = stopTime(t);
  const { client, server } = await startClient(
    t,
    (request, index) => {
      if (index === 10) isRefusing = false;
      return isRefusing && index < 4 ? throttled(1, '0.3') : answerRecord(request);
    },
    {
      onWait(wait) {
        waits.push(wait);
        goOn();
      },
    },
  );
  const startedMs = performance.now();
  const records = await Promise.all(
    Array.from({ length: 40 }, async (_, id) => client.cohorts('1').retrieve(id)),
  );
  assert.deepEqual(
    records.map(({ id }) => id),
    Array.from({ length: 40 }, (_, id) => id),
  );
  assert.ok(performance.now() - startedMs >= 290);
  assert.ok(server.received.length <= 44, `${server.received.length} requests`);
  assert.deepEqual(
    waits.map(({ reason }) => reason),
    Array.from({ length: waits.length }, () => 'throttled'),
  );
  assert.ok(waits.length >= 1 && waits.length <= 4, `${waits.length} reports`);
});

test('after a 429 one request tries before the others follow', async (t) => {
  const probe = Promise.withResolvers<void>();
  const { client, server } = await startClient(t, (request, index) => {
    if (index === 0) return throttled(1, '0.05');
    return index === 1 ? held(answerRecord(request), probe.promise) : answerRecord(request);
  });
  const first = client.cohorts('1').retrieve(1);
  while (server.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const others = [2, 3].map(async (id) => client.cohorts('1').retrieve(id));
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(server.received.length, 2);
  probe.resolve();
  await Promise.all([first, ...others]);
  assert.equal(server.received.length, 4);
});

const entry: Entry = {
  budget: 'recordsPerMinute',
  priority: 'interactive',
  operation: 'GET /',
  signal: new AbortController().signal,
  maxWaitMs: 60_000,
  onHeld: () => undefined,
};

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('a response to an earlier request lifts no 429, and one whose call ends holds back others for the default time', async () => {
  const gate = new RequestGate(unlimited);
  const [earlier, refused] = [await gate.enter(entry), await gate.enter({ ...entry })];
  refused.throttled(undefined); // its body has not come yet
  earlier.answered({});
  const holds: Hold[] = [];
  const ending = new AbortController();
  const delayed = { ...entry, signal: ending.signal, onHeld: (hold: Hold) => void holds.push(hold) };
  let isSent = false;
  const waiting = gate.enter(delayed).then(() => (isSent = true));
  await someTurns();
  refused.release();
  await someTurns();
  assert.deepEqual([isSent, holds.length], [false, 1]);
  assert.equal(holds[0]?.reason, 'throttled');
  assert.ok(holds[0].ms > 29_000);
  ending.abort();
  await assert.rejects(waiting, (error) => isApiError(error, 'cancelled'));
});

test('after the headers of a 429 nothing leaves until its body says how long to wait', async (t) => {
  const body = JSON.stringify({ detail: 'Request was throttled. Expected available in 3600 seconds.' });
  let sendBody: (() => void) | undefined;
  const { client, server } = await startClient(t, () => (response) => {
    response.writeHead(429, { 'content-type': 'application/json' }).flushHeaders();
    sendBody = () => response.end(body);
  });
  const refused = catchApiError(client.cohorts('1').retrieve(7));
  await statusCame();
  const waiting = catchApiError(client.cohorts('1').retrieve(8));
  await someTurns();
  assert.equal(server.received.length, 1);
  sendBody?.();
  for (const { kind, retryAfterMs = 0 } of await Promise.all([refused, waiting])) {
    assert.equal(kind, 'throttled');
    assert.ok(retryAfterMs > 3_590_000, `${retryAfterMs}`);
  }
  assert.equal(server.received.length, 1);
});

test('after the headers of a 429 whose call is canceled, the others wait for the default time', async (t) => {
  const aborter = new AbortController();
  const hold = Promise.withResolvers<RetryWait>();
  const { client, server } = await startClient(t, (request, index) =>
    index > 0
      ? answerRecord(request)
      : (response) => response.writeHead(429, { 'content-type': 'application/json' }).flushHeaders(),
  );
  const refused = catchApiError(client.cohorts('1').retrieve(7, { signal: aborter.signal }));
  await statusCame();
  const other = new AbortController();
  const waiting = catchApiError(
    client.cohorts('1').retrieve(8, { signal: other.signal, onWait: hold.resolve }),
  );
  aborter.abort();
  assert.equal((await refused).kind, 'cancelled');
  assert.equal((await hold.promise).reason, 'throttled');
  await someTurns();
  assert.equal(server.received.length, 1);
  other.abort();
  assert.equal((await waiting).kind, 'cancelled');
});

test('after a 429 of a streamed response nothing more leaves, also where another request waits for its socket', async (t) => {
  const others = Promise.withResolvers<void>();
  const { client, server } = await startClient(t, (_, index) => {
    if (index === 2) others.resolve();
    return index === 0 ? held(throttled(3600), others.promise) : silence();
  });
  const ending = new AbortController();
  const options = { format: 'csv', signal: ending.signal } as const;
  const asked = [1, 2, 3, 4].map(async (id) => catchApiError(client.cohorts('1').openPersons(id, options)));
  assert.equal((await Promise.race(asked)).kind, 'throttled');
  assert.equal((await asked[3])?.kind, 'throttled');
  assert.equal(server.received.length, 3);
  ending.abort();
  await Promise.all(asked);
});

test('a request that would be held back longer than its deadline fails without being sent', async (t) => {
  const { client, server } = await startClient(t, () => throttled(3600, '3600'));
  const errors = [
    await catchApiError(client.cohorts('1').retrieve(1)),
    await catchApiError(client.cohorts('1').retrieve(2)),
  ];
  for (const error of errors) assert.equal(error.kind, 'throttled');
  assert.equal(errors[0]?.retryAfterMs, 3_600_000);
  assert.equal(server.received.length, 1);
});

// Keys of their own: a gate outlives its client by a minute, and the port of an earlier server can be given again.
test('the budget of a minute is kept by all clients of one key, and waits are reported', async (t) => {
  const waits: RetryWait[] = [];
  const limited = { rateLimits: { recordsPerMinute: 20 }, key: 'phx_shared_budget' };
  const { client, server } = await startClient(t, answerRecord, limited);
  const other = createTestClient(t, server.url, { ...limited, onWait: (wait) => waits.push(wait) });
  const aborter = new AbortController();
  const { signal } = aborter;
  const all = Array.from({ length: 60 }, async (_, id) =>
    (id % 2 === 0 ? client : other).cohorts('1').retrieve(id, { signal }),
  );
  const outcomes = Promise.allSettled(all);
  await Promise.all(all.slice(0, 19));
  assert.equal(server.received.length, 19);
  assert.ok(waits.length >= 1);
  assert.ok(waits.every(({ ms, reason }) => reason === 'paced' && ms > 0 && ms <= 61_000));
  aborter.abort();
  const done = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
  assert.equal(done, 19);
});

test('persons have a budget of their own', async (t) => {
  const { client, server } = await startClient(t, () => json({ id: 1, results: [] }), {
    rateLimits: { recordsPerMinute: 100, personsPerMinute: 3 },
    key: 'phx_persons_budget',
  });
  await client.cohorts('1').persons(1);
  await client.cohorts('1').persons(1);
  const aborter = new AbortController();
  const third = catchApiError(client.cohorts('1').persons(1, { signal: aborter.signal }));
  await client.cohorts('1').retrieve(1);
  aborter.abort();
  assert.equal((await third).kind, 'cancelled');
  assert.equal(server.received.length, 3);
});

/** Streams that nobody reads, so that each keeps its socket. */
async function openUnread(cohorts: Cohorts, count: number): Promise<readonly StreamedResponse[]> {
  return Promise.all(Array.from({ length: count }, async () => cohorts.openPersons(7, { format: 'csv' })));
}

test('one socket stays free for interactive requests, however many exports run', async (t) => {
  const { client, server } = await startClient(t, (request) =>
    isExport(request) ? flood(() => undefined) : answerRecord(request),
  );
  const cohorts = client.cohorts('1');
  const open = await openUnread(cohorts, 3);
  const aborter = new AbortController();
  const fourth = catchApiError(cohorts.openPersons(7, { format: 'csv', signal: aborter.signal }));
  assert.equal((await cohorts.updateText(5, JSON.stringify({ name: 'x' }))).record.id, 5);
  assert.equal(server.received.filter(isExport).length, 3);
  aborter.abort();
  assert.equal((await fourth).kind, 'cancelled');
  for (const response of open) response.cancel();
  await client.close();
  await server.allClosed();
});

test('an export that waits for a socket continues when another one ends', async (t) => {
  const { client } = await startClient(t, () => flood(() => undefined));
  const cohorts = client.cohorts('1');
  const [first, ...others] = await openUnread(cohorts, 3);
  const fourth = cohorts.openPersons(7, { format: 'csv' });
  first?.cancel();
  others.push(await fourth);
  assert.ok((await readBytes(others.at(-1), 1_000_000)) >= 1_000_000);
  for (const response of others) response.cancel();
});

test('closing a client ends its own requests in the gate, and no others', async (t) => {
  const { client, server } = await startClient(t, (request) =>
    request.url.includes('/9/') ? answerRecord(request) : silence(),
  );
  const other = createTestClient(t, server.url);
  const waiting = [1, 2, 3, 4, 5, 6].map(async (id) => catchApiError(client.cohorts('1').retrieve(id)));
  const others = other.cohorts('1').retrieve(9);
  await client.close();
  for (const error of await Promise.all(waiting)) assert.equal(error.kind, 'cancelled');
  assert.equal((await others).id, 9);
});
