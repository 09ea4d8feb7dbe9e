import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { bypassesProxy } from '#api/http/dispatcher.ts';
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { json } from '../../../misbehaving/acts.ts';
import { certificate, certificateKey } from '../../../misbehaving/certificate.ts';
import { createCohorts, createListing } from '../../../misbehaving/listing.ts';
import { startProxy } from '../../../misbehaving/proxy.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { catchApiError, collectPages, createTestClient, testKey } from '../support.ts';
import { temporaryFolder } from '../../../volatile.ts';

const run = promisify(execFile);
const tls = { cert: certificate, key: certificateKey };
const clientModule = new URL('../../../../src/api/client.ts', import.meta.url).href;

/** Runs a module in a process of its own, where nothing has been loaded, and gives what it prints. */
async function withLock(code: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, ...env },
  });
  return stdout.trim();
}

async function startSecure(t: TestContext) {
  return startMisbehaving(createListing(createCohorts(1500)), { test: t, tls });
}

test('neither loading us nor a request touches the process-wide dispatcher', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const printed = await withLock(`
    const slots = () => [1, 2].map((n) => typeof globalThis[Symbol.for('undici.globalDispatcher.' + n)]);
    const { createClient } = await import(${JSON.stringify(clientModule)});
    const client = createClient({ baseUrl: '${server.url}', key: 'k' });
    const { id } = await client.cohorts('1').retrieve(7);
    await client.close();
    console.log(JSON.stringify([id, ...slots()]));
  `);
  assert.deepEqual(JSON.parse(printed), [7, 'undefined', 'undefined']);
});

test('an https request goes through the proxy as a tunnel, with the sign-in and without the key', async (t) => {
  const server = await startSecure(t);
  const proxy = await startProxy(t, { leadTo: server.port });
  const client = createTestClient(t, 'https://service.test', {
    network: { proxy: proxy.url, proxyAuthorization: 'Basic abc', strictTls: false },
  });
  const pages = await collectPages(client.cohorts('1').pages());
  assert.equal(pages.length, 15);
  assert.ok(proxy.tunnels.length >= 1 && proxy.tunnels.length <= 4, `${proxy.tunnels.length} tunnels`);
  for (const tunnel of proxy.tunnels)
    assert.deepEqual(tunnel, { target: 'service.test:443', authorization: 'Basic abc' });
  assert.deepEqual(proxy.plainRequests, []);
  assert.equal(server.received[0]?.headers.authorization, `Bearer ${testKey}`);
  assert.equal(server.received[0]?.headers['proxy-authorization'], undefined);
});

for (const [name, conduct] of Object.entries({
  'refuses the sign-in': { refuse: 407 },
  'is broken': { refuse: 502 },
  'hangs up': { hangUp: true },
} as const)) {
  test(`a proxy that ${name} ends in an error, not in endless tries`, async (t) => {
    const proxy = await startProxy(t, conduct);
    const client = createTestClient(t, 'https://service.test', { network: { proxy: proxy.url } });
    const error = await catchApiError(client.cohorts('1').createText(JSON.stringify({ name: 'x' })));
    assert.equal(error.kind, 'network');
    assert.ok(proxy.tunnels.length <= 4, `${proxy.tunnels.length} tunnels`);
  });
}

test('loopback never goes through the proxy', async (t) => {
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t });
  const proxy = await startProxy(t, { refuse: 502 });
  const client = createTestClient(t, server.url, { network: { proxy: proxy.url } });
  assert.equal((await client.cohorts('1').retrieve(7)).id, 7);
  assert.deepEqual(proxy.tunnels, []);
});

test('a certificate of an unknown authority is refused before anything is sent', async (t) => {
  const server = await startSecure(t);
  const client = createTestClient(t, `https://localhost:${server.port}`);
  const error = await catchApiError(client.cohorts('1').list());
  assert.deepEqual([error.kind, error.code], ['network', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
  assert.equal(server.received.length, 0);
});

test('a certificate for another host is refused', async (t) => {
  const server = await startSecure(t);
  const folder = await keepCertificate();
  const printed = await listAlone(`https://127.0.0.1:${server.port}`, { NODE_EXTRA_CA_CERTS: folder });
  assert.equal(printed, 'network ERR_TLS_CERT_ALTNAME_INVALID');
});

test('without strict TLS any certificate is accepted', async (t) => {
  const server = await startSecure(t);
  const client = createTestClient(t, `https://localhost:${server.port}`, { network: { strictTls: false } });
  assert.equal((await client.cohorts('1').list()).results.length, 100);
});

const variables = process.platform === 'linux' ? ['SSL_CERT_FILE'] : []; // elsewhere the system has a store
for (const name of ['NODE_EXTRA_CA_CERTS', ...variables]) {
  test(`certificates that the system trusts are trusted, as ${name} names them`, async (t) => {
    const server = await startSecure(t);
    const file = await keepCertificate();
    assert.equal(await listAlone(`https://localhost:${server.port}`, { [name]: file }), '100');
  });
}

async function keepCertificate(): Promise<string> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'certificate.pem');
  await writeFile(file, certificate);
  return file;
}

async function listAlone(baseUrl: string, env: Readonly<Record<string, string>>): Promise<string> {
  return withLock(
    `const { createClient } = await import(${JSON.stringify(clientModule)});
    const client = createClient({ baseUrl: '${baseUrl}', key: 'k' });
    try {
      console.log((await client.cohorts('1').list()).results.length);
    } catch (error) {
      console.log(error.kind, error.code);
    }
    await client.close();`,
    env,
  );
}

test('hosts that bypass the proxy are named as in NO_PROXY', () => {
  const cases: readonly (readonly [noProxy: string, baseUrl: string, bypasses: boolean])[] = [
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.EXAMPLE', 'https://a.example', true],
    ['a.example', 'https://b.a.example', true],
    ['.a.example', 'https://b.a.example', true],
    ['*.a.example', 'https://b.a.example', true],
    ['a.example', 'https://ba.example', false],
    ['a.example', 'https://a.example.org', false],
    ['a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['x.example, a.example', 'https://a.example', true],
    ['', 'https://a.example', false],
    ['10.0.0.5', 'https://10.0.0.5', true],
    ['[fd00::1]', 'https://[fd00::1]:8443', true],
    ['', 'http://127.0.0.1:8010', true],
    ['', 'http://localhost:8010', true],
  ];
  for (const [noProxy, baseUrl, bypasses] of cases) {
    assert.equal(
      bypassesProxy(requireSafeBaseUrl(baseUrl), [noProxy]),
      bypasses,
      `${noProxy} for ${baseUrl}`,
    );
  }
});
