import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import { createDispatcher } from '#api/http/dispatcher.ts';
import { Exchange } from '#api/http/exchange.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { flood, halfBody, json, redirect, silence, text, unbounded } from '../../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../../misbehaving/listing.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import {
  catchApiError,
  collectPages,
  createEditorFetch,
  createTestClient,
  readBytes,
  startClient,
  testKey,
} from '../support.ts';

test('if our own connection cannot be opened, the fallback is used, and then immediately for later requests', async (t) => {
  const server = await startMisbehaving(createListing(createCohorts(150)), { test: t });
  const { asked, editorFetch } = createEditorFetch(server.url);
  const lines: string[] = [];
  const client = createTestClient(t, 'https://service.test', {
    fallbackFetch: editorFetch,
    log: (line) => lines.push(line),
  });
  const pages = await collectPages(client.cohorts('1').pages());
  assert.deepEqual(
    pages.map(({ results }) => results.length),
    [100, 50],
  );
  assert.equal(asked.length, 2);
  assert.equal(lines.filter((line) => line.includes('network')).length, 1);
  assert.equal(server.received[0]?.headers.authorization, `Bearer ${testKey}`);
});

for (const [form, close] of [
  ['announced by its length', (body: string) => text(body, 200, { connection: 'close' })],
  ['ended by its connection', (body: string) => unbounded(body, body.length)],
] as const) {
  test(`a body ${form} is whole if its connection has ended before anybody reads`, async (t) => {
    const { client } = await startClient(t, ({ url }) => {
      const kilobytes = Number(/\/cohorts\/(\d+)\/persons/.exec(url)?.[1] ?? 0);
      return kilobytes === 0 ? json({ id: 7 }) : close('x'.repeat(kilobytes * 1000));
    });
    const cohorts = client.cohorts('1');
    for (const kilobytes of [32, 64, 80, 96, 112, 128, 200]) {
      const stream = await cohorts.openPersons(kilobytes, { format: 'csv' });
      // Until these have come, the end of the first connection has come as well.
      for (let other = 0; other < 5; other++) await cohorts.retrieve(7);
      assert.equal(await readBytes(stream, Infinity), kilobytes * 1000);
    }
  });
}

test('a write goes through the fallback with its body', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }, 201), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  assert.equal((await client.cohorts('1').createText(JSON.stringify({ name: 'Ünï' }))).id, 7);
  assert.equal(server.received[0]?.body, '{"name":"Ünï"}');
  assert.equal(server.received[0].headers['content-type'], 'application/json');
});

test('a write that is refused by the time our own connection has failed does not go through the fallback', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const { asked, editorFetch } = createEditorFetch(server.url);
  let checks = 0;
  const check = (): void => {
    // Before its turn, and then before it is sent in the other way.
    if (++checks === 2) throw new ApiError('readOnly', 'It was protected.');
  };
  const client = createTestClient(t, 'https://service.test', {
    fallbackFetch: editorFetch,
    guard: { check },
  });
  const error = await catchApiError(client.cohorts('1').createText('{}'));
  assert.deepEqual([error.kind, checks, asked], ['readOnly', 2, []]);
  assert.equal(server.received.length, 0);
});

test('a write that is refused by the time a connection is open is not written to it, and others are', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  let checks = 0;
  const check = (): void => {
    // Before its turn, and then before it is sent over the open connection.
    if (++checks === 2) throw new ApiError('readOnly', 'It was protected.');
  };
  const client = createTestClient(t, server.url, { guard: { check } });
  const error = await catchApiError(client.cohorts('1').createText('{}'));
  assert.deepEqual([error.kind, checks, server.received.length], ['readOnly', 2, 0]);
  await client.cohorts('1').createText('{}');
  assert.deepEqual([checks, server.received.length], [4, 1]);
});

test('a write that is refused while the fallback is in use does not go through it', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const { asked, editorFetch } = createEditorFetch(server.url);
  let checks = 0;
  const check = (): void => {
    // Each of the two has a check before its turn, and one before it is sent.
    if (++checks === 4) throw new ApiError('readOnly', 'It was protected.');
  };
  const client = createTestClient(t, 'https://service.test', {
    fallbackFetch: editorFetch,
    guard: { check },
  });
  await client.cohorts('1').createText('{}');
  const error = await catchApiError(client.cohorts('1').createText('{}'));
  assert.deepEqual([error.kind, checks, asked.length], ['readOnly', 4, 1]);
});

test('the fallback follows no redirect either', async (t) => {
  const server = await startMisbehaving(() => redirect('https://sso.example/'), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  const error = await catchApiError(client.cohorts('1').list());
  assert.equal(error.code, 'redirect');
  assert.equal(server.received.length, 1);
});

test('an export streams through the fallback, and cancelling closes its socket', async (t) => {
  const server = await startMisbehaving(() => flood(() => undefined), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  const response = await client.cohorts('1').openPersons(7, { format: 'csv' });
  assert.ok((await readBytes(response, 5_000_000)) >= 5_000_000);
  await server.allClosed();
});

test('an export that ends early is incomplete through the fallback as well', async (t) => {
  const server = await startMisbehaving(() => halfBody('id,name\r\n1,Ada\r\n', 9), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  const { body } = await client.cohorts('1').openPersons(7, { format: 'csv' });
  const error = await catchApiError(collectPages(body));
  assert.equal(error.kind, 'incomplete');
});

for (const coding of ['gzip', 'br', 'deflate'])
  test(`a body that is marked as ${coding} and is not is named through the fallback as well`, async (t) => {
    const body = '{"id":7,"name":"plain, and longer than any header"}';
    const server = await startMisbehaving(() => text(body, 200, { 'content-encoding': coding }), { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
    const { kind, code, detail } = await catchApiError(client.cohorts('1').retrieve(7));
    assert.deepEqual([kind, code, detail], ['unexpected', 'compressed', coding]);
  });

test('a service that never answers is a timeout through the fallback as well', async (t) => {
  const server = await startMisbehaving(() => silence(), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch, timeoutMs: 50 });
  assert.equal((await catchApiError(client.cohorts('1').list())).kind, 'timeout');
  await server.allClosed();
});

const unusable = {
  'socks5://127.0.0.1:1080': 'ERR_PROXY_SCHEME',
  'http://[': 'ERR_PROXY_SCHEME',
  'file:///etc': 'ERR_PROXY_SCHEME',
  'http://me:100%@proxy.test': 'ERR_PROXY_SIGN_IN',
  // Each would be an escape if the two were one text.
  'http://me%4:1pass@proxy.test': 'ERR_PROXY_SIGN_IN',
  'http://me%C3:%A9@proxy.test': 'ERR_PROXY_SIGN_IN',
};

for (const [proxy, code] of Object.entries(unusable)) {
  test(`a proxy of ${proxy} is left to the fallback`, async (t) => {
    const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const network = { proxy };
    const client = createTestClient(t, 'https://service.test', { network, fallbackFetch: editorFetch });
    assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
    const alone = createTestClient(t, 'https://service.test', { network });
    assert.equal((await catchApiError(alone.cohorts('1').retrieve(7))).code, code);
  });
}

test('loopback has no fallback', async (t) => {
  const { asked, editorFetch } = createEditorFetch('http://127.0.0.1:1');
  const client = createTestClient(t, 'http://127.0.0.1:1', { fallbackFetch: editorFetch });
  assert.equal((await catchApiError(client.cohorts('1').list())).kind, 'network');
  assert.deepEqual(asked, []);
});

test('if the fallback cannot connect either, the first error is thrown', async (t) => {
  const gone = await startMisbehaving(() => json({}));
  await gone.close();
  const { asked, editorFetch } = createEditorFetch(gone.url);
  const client = createTestClient(t, 'https://service.test', {
    fallbackFetch: editorFetch,
    retry: { tries: 1 },
  });
  const error = await catchApiError(client.cohorts('1').list());
  assert.equal(error.kind, 'network');
  assert.ok(error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN', error.code);
  assert.equal(asked.length, 1);
});

test('after a while our own connection is tried again', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const dispatcher = createDispatcher(requireSafeBaseUrl(server.url), {}, 1000);
  t.after(async () => dispatcher.destroy());
  const { asked, editorFetch } = createEditorFetch(server.url);
  let nowMs = 0;
  const exchange = new Exchange(dispatcher, editorFetch, () => nowMs);
  const ask = async (origin: string): Promise<boolean> => {
    const { signal } = new AbortController();
    const request = { origin, path: '/', method: 'GET', headers: {}, body: undefined, signal };
    const { body, isByEditor } = await exchange.send(
      request,
      () => undefined,
      () => undefined,
    );
    body.resume();
    return isByEditor;
  };
  assert.equal(await ask('https://service.test'), true);
  nowMs = 9 * 60_000;
  assert.equal(await ask(server.url), true);
  nowMs = 20 * 60_000;
  assert.equal(await ask(server.url), false);
  assert.equal(asked.length, 2);
});

// A connection that breaks after the service has the request: a write must not be sent again, and not be called unsent.
/** Every socket that this process opens from now on, as Node names them to whoever listens. */
function watchSockets(context: TestContext): Socket[] {
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    const socket: unknown = message instanceof Object ? Reflect.get(message, 'socket') : undefined;
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe('net.client.socket', onSocket);
  context.after(() => void unsubscribe('net.client.socket', onSocket));
  return sockets;
}

/** What the kernel reports for an open connection when the route to the host is lost. */
function loseRoute(sockets: readonly Socket[], code: string): void {
  for (const socket of sockets) {
    socket.destroy(Object.assign(new Error(`read ${code}`), { code, errno: -113, syscall: 'read' }));
  }
}

for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ENOTFOUND']) {
  test(`a write whose open connection dies with ${code} is sent once and may have been done`, async (t) => {
    const sockets = watchSockets(t);
    const { client, server } = await startClient(t, () => () => loseRoute(sockets, code));
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, error.code, wasNeverSent(error)], ['network', code, false]);
    assert.equal(server.received.length, 1);
  });

  test(`through the editor's fetch a write that dies with ${code} is sent once as well`, async (t) => {
    const sockets = watchSockets(t);
    const server = await startMisbehaving(() => () => loseRoute(sockets, code), { test: t });
    const { editorFetch } = createEditorFetch(server.url);
    const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, error.code, wasNeverSent(error)], ['network', code, false]);
    assert.equal(server.received.length, 1);
  });

  test(`a response whose body dies with ${code} had reached the service`, async (t) => {
    const sockets = watchSockets(t);
    const { client, server } = await startClient(t, () => (response) => {
      // The client reads what has come, then loses the route.
      for (const socket of sockets) socket.once('readable', () => setImmediate(loseRoute, sockets, code));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id":');
    });
    const error = await catchApiError(client.cohorts('1').updateText(7, JSON.stringify({ name: 'x' })));
    assert.deepEqual([error.kind, wasNeverSent(error)], ['incomplete', false]);
    assert.equal(server.received.length, 1);
  });
}

test('a write over a connection that is refused was never sent, also through the editor’s fetch', async (t) => {
  const gone = await startMisbehaving(() => json({}));
  await gone.close();
  const direct = createTestClient(t, gone.url);
  assert.ok(wasNeverSent(await catchApiError(direct.cohorts('1').createText(JSON.stringify({})))));
  const { editorFetch } = createEditorFetch(gone.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  assert.ok(wasNeverSent(await catchApiError(client.cohorts('1').createText(JSON.stringify({})))));
});
