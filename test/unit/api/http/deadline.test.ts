// Whatever a service or proxy does, a call ends within its deadline, and a stream as soon as it makes no progress. Over our own
// connections, test/contract/faults has each case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiErrorKind } from '#api/apiError.ts';
import { earlyHints, hangUp, json, silence, stall, trickle } from '../../../misbehaving/acts.ts';
import { startProxy } from '../../../misbehaving/proxy.ts';
import type { Act } from '../../../misbehaving/server.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { startClock, untilPassed } from '../clock.ts';
import {
  catchApiError,
  collectPages,
  createEditorFetch,
  createTestClient,
  startClient,
  statusCame,
} from '../support.ts';

/** A call that its deadline does not end fails here. */
const timeoutMs = untilPassed;

/** `came` resolves when the request is at the service, and what it does to it has begun. */
function announced(act: Act): { readonly act: Act; readonly came: Promise<void> } {
  const { promise: came, resolve } = Promise.withResolvers<void>();
  return {
    came,
    async act(response, request) {
      await act(response, request);
      resolve();
    },
  };
}

const cases: readonly (readonly [name: string, act: Act, kind: ApiErrorKind])[] = [
  ['a silent service', silence(), 'timeout'],
  ['a body that drips', trickle(), 'timeout'],
  ['a body that stops', stall('{"id": 7'), 'timeout'],
  ['interim responses without end', earlyHints(), 'timeout'],
  ['an error whose body drips', trickle(500), 'server'],
  ['a 404 whose body drips', trickle(404), 'notFound'],
];

for (const [name, misbehavior, kind] of cases) {
  /** As far as a call gets before its deadline. */
  const stuck = kind === 'timeout' ? async () => undefined : statusCame;

  test(`${name} ends a call through the editor's fetch within its deadline`, async (t) => {
    const clock = startClock(t);
    const { act, came } = announced(misbehavior);
    const server = await startMisbehaving(() => act, { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch, timeoutMs });
    const ends = catchApiError(client.cohorts('1').updateText(7, JSON.stringify({})));
    await Promise.all([came, stuck()]);
    clock.pass();
    assert.equal((await ends).kind, kind);
    await server.allClosed();
  });
}

test('a body that stops ends an export that has begun', async (t) => {
  const clock = startClock(t);
  const { client, server } = await startClient(t, () => stall('id\r\n'), { timeoutMs });
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  const ends = catchApiError(collectPages(body));
  assert.equal(clock.pass(), 1);
  assert.equal((await ends).kind, 'timeout');
  await server.allClosed();
});

test('a proxy that never answers CONNECT ends a call within its deadline, and later calls too', async (t) => {
  const proxy = await startProxy(t, { isSilent: true });
  const network = { proxy: proxy.url };
  const client = createTestClient(t, 'https://service.test', { network, timeoutMs: 200 });
  for (let call = 0; call < 6; call++) {
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.ok(error.kind === 'timeout' || error.kind === 'network', error.kind);
  }
});

test('the wait for a socket is part of the deadline', async (t) => {
  const clock = startClock(t);
  const { client } = await startClient(t, () => silence(), { timeoutMs });
  const nine = Array.from({ length: 9 }, async (_, id) => catchApiError(client.cohorts('1').retrieve(id)));
  assert.equal(clock.pass(), 9);
  for (const error of await Promise.all(nine)) assert.equal(error.kind, 'timeout');
});

test('retries share one deadline', async (t) => {
  const clock = startClock(t);
  const { promise: third, resolve } = Promise.withResolvers<void>();
  const plan = (_request: unknown, index: number): Act => {
    if (index === 2) resolve();
    return hangUp();
  };
  const { client } = await startClient(t, plan, { timeoutMs, retry: { tries: 1000, firstWaitMs: 20 } });
  const ends = catchApiError(client.cohorts('1').retrieve(7));
  await third;
  assert.equal(clock.pass(), 1);
  assert.equal((await ends).kind, 'timeout');
});

test('the waits of an export for another try and for its socket are not part of its deadline', async (t) => {
  const clock = startClock(t);
  const plan = (_request: unknown, index: number): Act =>
    index === 0 ? json({}, 503) : json({ results: [] });
  const { client, server } = await startClient(t, plan, { timeoutMs });
  const running: number[] = [];
  const onWait = (): void => void running.push(clock.pass());
  (await client.cohorts('1').openPersons(7, { format: 'json', onWait })).cancel();
  assert.deepEqual([running, server.received.length], [[0], 2]);
});

test('an export may take far longer than the deadline while it makes progress', async (t) => {
  const clock = startClock(t);
  let send: (() => void) | undefined;
  const { client } = await startClient(
    t,
    () => (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).flushHeaders();
      send = () => response.write('x');
    },
    { timeoutMs },
  );
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  send?.();
  let chunks = 0;
  for await (const chunk of body) {
    assert.equal(chunk.length, 1);
    assert.equal(clock.running, 0, 'the deadline ended with the headers');
    if (++chunks === 5) break;
    send?.();
  }
});

test('a slow reader does not count as a lack of progress', async (t) => {
  const clock = startClock(t);
  const csv = `id\r\n${'x\r\n'.repeat(500_000)}`;
  const { client } = await startClient(
    t,
    () => async (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end(csv);
      await Promise.resolve();
    },
    { timeoutMs },
  );
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  let bytes = 0;
  for await (const chunk of body) {
    const isFirst = bytes === 0;
    bytes += chunk.length;
    // The disk takes its time, once: the socket is held back, and no deadline runs then.
    if (isFirst) while (clock.running > 0) await nextTurn();
  }
  assert.equal(bytes, csv.length);
});

for (const status of [429, 503])
  test(`a wait that a service asks for with ${status} does not count`, async (t) => {
    const clock = startClock(t);
    const plan = (_request: unknown, index: number): Act => {
      if (index === 0) return json({}, status, { 'retry-after': '0.5' });
      assert.equal(clock.pass(), 0, 'the deadline is later now');
      return json({ id: 7 });
    };
    const { client } = await startClient(t, plan, { timeoutMs });
    assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
  });
