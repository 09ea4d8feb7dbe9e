import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, markNeverSent } from '#api/apiError.ts';
import { requireSafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { collectResponse } from '#api/http/collectResponse.ts';
import { createDispatcher } from '#api/http/connect/undiciDispatcher.ts';
import { createUndiciWire } from '#api/http/connect/undiciWire.ts';
import { createFetchFallback } from '#api/http/connect/fetchFallback.ts';
import { flood, halfBody, json, redirect, silence, text } from '../../../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../../../misbehaving/listing.ts';
import { startMisbehaving } from '../../../../misbehaving/server.ts';
import {
  catchApiError,
  collectPages,
  createEditorFetch,
  createTestClient,
  readBytes,
  testKey,
} from '../../support.ts';

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

test('a write goes through the fallback with its body', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }, 201), { test: t });
  const { editorFetch } = createEditorFetch(server.url);
  const client = createTestClient(t, 'https://service.test', { fallbackFetch: editorFetch });
  assert.equal((await client.cohorts('1').createText(JSON.stringify({ name: 'Ünï' }))).id, 7);
  assert.equal(server.received[0]?.body, '{"name":"Ünï"}');
  assert.equal(server.received[0].headers['content-type'], 'application/json');
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
  const own = createUndiciWire(dispatcher);
  const { asked, editorFetch } = createEditorFetch(server.url);
  let nowMs = 0;
  let isOwnBroken = true;
  const throughWire = createFetchFallback(own, editorFetch, () => nowMs);
  const request = { origin: 'https://service.test', path: '/', method: 'GET', headers: {}, body: undefined };
  const ask = async (): Promise<string> =>
    throughWire(async (wire) => {
      const isOwn = wire === own;
      if (isOwn && isOwnBroken) throw markNeverSent(new ApiError('network', 'not connected'));
      const { origin } = isOwn ? new URL(server.url) : request;
      const options = { wire, operation: 'GET /', signals: [], onHeaders: () => undefined, keep: () => true };
      await collectResponse({ ...options, request: { ...request, origin } });
      return isOwn ? 'own' : 'fallback';
    });
  assert.equal(await ask(), 'fallback');
  isOwnBroken = false;
  nowMs = 9 * 60_000;
  assert.equal(await ask(), 'fallback');
  nowMs = 20 * 60_000;
  assert.equal(await ask(), 'own');
  assert.equal(asked.length, 2);
});
