// The system's certificates come from a thread: here one that is slow, fails or finds nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { TrustedCertificates, type CertificateOptions } from '#api/http/trustedCertificates.ts';
import { diagnose } from '#model/connections/diagnose.ts';
import { formatDiagnosis } from '#model/connections/formatDiagnosis.ts';
import { inEnglish } from '#text/translate.ts';
import { json } from '../../../misbehaving/acts.ts';
import { authority, expired, notYetValid, signed, signedKey } from '../../../misbehaving/authority.ts';
import { startProxy } from '../../../misbehaving/proxy.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { catchApiError, createEditorFetch, createTestClient } from '../support.ts';

const tls = { cert: signed, key: signedKey };

/** As the system does on managed Macs: the call blocks its thread. */
function store(certificates: readonly string[], ms: number, options: CertificateOptions = {}) {
  const reader = `() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
    return ${JSON.stringify(certificates)};
  }`;
  return new TrustedCertificates({ reader, maxPauseMs: 1, ...options });
}

for (const [way, options] of [
  ['directly', {}],
  ['through a proxy', { proxied: true }],
] as const) {
  test(`a request ${way} that needs a slow store goes ahead with Node’s certificates, and again with the system’s`, async (t) => {
    const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
    const proxy = 'proxied' in options ? await startProxy(t, { leadTo: server.port }) : undefined;
    const certificates = store([authority], 1500);
    const lines: string[] = [];
    const client = createTestClient(t, proxy ? 'https://service.test' : `https://localhost:${server.port}`, {
      network: { certificates, proxy: proxy?.url },
      timeoutMs: 1000, // the wait for the store does not count
      log: (line) => lines.push(line),
    });
    assert.equal((await client.cohorts('1').createText(JSON.stringify({ name: 'x' }))).id, 7);
    assert.equal(server.received.length, 1);
    assert.match(
      lines.join('\n'),
      /network (UNABLE_TO_VERIFY|UNABLE_TO_GET|SELF_SIGNED).*\n.*waits for the system/,
    );
    assert.equal(certificates.state, 'read');
  });
}

test('what Node itself trusts, or is not to verify, does not wait for a store that never comes', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
  const certificates = store([authority], 2 ** 30);
  const client = createTestClient(t, `https://localhost:${server.port}`, {
    network: { certificates, strictTls: false },
  });
  assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
  assert.equal(certificates.state, 'reading');
});

test('a store that fails, that posts no list, or that takes too long is given up, and the request says why', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
  for (const certificates of [
    new TrustedCertificates({ reader: '() => { throw new Error() }' }),
    new TrustedCertificates({ reader: '() => process.exit(3)' }),
    new TrustedCertificates({ reader: '() => 7' }),
    store([authority], 2 ** 30, { maxReadMs: 300 }),
  ]) {
    const client = createTestClient(t, `https://localhost:${server.port}`, { network: { certificates } });
    const error = await catchApiError(client.cohorts('1').retrieve(7));
    assert.deepEqual(
      [error.kind, error.code, certificates.state],
      ['network', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreadable'],
    );
  }
  assert.equal(server.received.length, 0);
});

test('a request that waits for the store ends when it is cancelled, and when its client closes', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
  for (const end of ['cancel', 'close'] as const) {
    const waiting = Promise.withResolvers<void>();
    const client = createTestClient(t, `https://localhost:${server.port}`, {
      network: { certificates: store([authority], 2 ** 30) },
      log: (line) => line.includes('waits for') && waiting.resolve(),
    });
    const aborter = new AbortController();
    const call = catchApiError(client.cohorts('1').retrieve(7, { signal: aborter.signal }));
    await waiting.promise;
    if (end === 'cancel') aborter.abort();
    else await client.close();
    assert.ok(isApiError(await call, 'cancelled'));
  }
});

test('while the store is read, the editor’s fetch carries what Node’s certificates do not trust', async (t) => {
  const secure = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
  const plain = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const proxy = await startProxy(t, { leadTo: secure.port });
  const { editorFetch } = createEditorFetch(plain.url);
  const client = createTestClient(t, 'https://service.test', {
    network: { certificates: store([authority], 2 ** 30), proxy: proxy.url },
    fallbackFetch: editorFetch,
  });
  assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
  assert.deepEqual([secure.received.length, plain.received.length], [0, 1]);
});

test('certificates that are not valid now, twice there or unreadable are skipped', async () => {
  const certificates = store([expired, notYetValid, 'nonsense', authority, authority], 0);
  const alive = setInterval(() => undefined, 1000); // the thread keeps no process from ending
  await certificates.settled;
  clearInterval(alive);
  assert.deepEqual(certificates.ofSystem, [authority]);
  assert.equal(certificates.state, 'read');
});

for (const [state, words, certificates] of [
  ['read', /Connection: passed .* Trusted\./, () => store([authority], 0, { maxPauseMs: 60_000 })],
  ['empty', /store is empty, or VS Code may not read it/, () => store([], 0, { maxPauseMs: 60_000 })],
  ['reading', /store is still being read/, () => store([authority], 2 ** 30)],
  [
    'unreadable',
    /store could not be read/,
    () => new TrustedCertificates({ reader: '() => { throw new Error() }', maxPauseMs: 60_000 }),
  ],
] as const) {
  test(`a diagnosis knows that the store is ${state}`, async (t) => {
    const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls });
    const network = { certificates: certificates() };
    const baseUrl = `https://localhost:${server.port}`;
    const target = { baseUrl, key: undefined, projects: [], network, mayWrite: () => false };
    const steps = await diagnose(target, inEnglish, new AbortController().signal);
    const context = { at: new Date(), isSample: false, versions: [] };
    assert.match(formatDiagnosis(steps, context, inEnglish), words);
  });
}
