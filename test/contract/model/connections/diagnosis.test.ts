// A diagnosis of services, proxies and networks that are broken in one way each: the right step fails, and the page says so
// without the key and without any name that the service sent.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { diagnose, type DiagnosisTarget } from '#api/diagnosis/diagnose.ts';
import type { Step } from '#api/diagnosis/findings.ts';
import { inEnglish } from '#text/translate.ts';
import { formatDiagnosis } from '#model/connections/formatDiagnosis.ts';
import { listen } from '#sandbox/server.ts';
import { fault, html, json, redirect, text as plainText, throttled } from '../../../misbehaving/acts.ts';
import {
  authority,
  expired,
  notYetValid,
  ofAnotherHost,
  signed,
  signedKey,
} from '../../../misbehaving/authority.ts';
import { certificate, certificateKey } from '../../../misbehaving/certificate.ts';
import { startProxy } from '../../../misbehaving/proxy.ts';
import { portOf, startMisbehaving } from '../../../misbehaving/server.ts';
import type { Act, Received } from '../../../misbehaving/server.ts';
import { createEditorFetch } from '../../../unit/api/support.ts';
import { volatileDir } from '../../../volatile.ts';

const run = promisify(execFile);
let keys = 0;
const canaries = ['canarykey', 'canaryproject', 'canaryperson', 'canaryrecord', 'canarydetail'];
const project = 'canaryproject-1';

/** Each test has a key of its own, and with it a budget of requests of its own. */
function makeKey(): string {
  keys++;
  return `phx_canarykey${keys}`;
}

interface Result {
  readonly steps: readonly Step[];
  readonly text: string;
  /** The status of each step by its name: `tcp`, `cohort:read`, `project 1`. */
  readonly status: Readonly<Record<string, string>>;
}

async function examine(target: Partial<DiagnosisTarget> & { readonly baseUrl: string }): Promise<Result> {
  const key = 'key' in target ? target.key : makeKey();
  const whole = { projects: [project], network: {}, mayWrite: () => true, ...target, key };
  return present(await diagnose(whole, new AbortController().signal), key);
}

function present(steps: readonly Step[], key: string | undefined): Result {
  const context = { at: new Date(), isSample: false, versions: ['Node 24'], secrets: key ? [key] : [] };
  const text = formatDiagnosis(steps, context, inEnglish);
  for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} in ${text}`);
  return { steps, text, status: Object.fromEntries(steps.map((step) => [nameOf(step), step.status])) };
}

function nameOf({ name }: Step): string {
  if (typeof name === 'string') return name;
  return 'scope' in name ? name.scope : `project ${name.project}`;
}

/** A working service that puts a canary wherever a name can be. */
function answer({ method, url }: Received): Act {
  if (method === 'PATCH' || url.includes('/0/')) return fault(404, 'not_found', 'canarydetail');
  const one = { id: 1, name: 'canaryrecord', created_by: { first_name: 'canaryperson' } };
  return json({ count: 1, next: null, previous: null, results: [one] }, 200, { 'x-request-id': 'canarykey' });
}

function failures({ status }: Result): readonly string[] {
  return Object.keys(status).filter((name) => status[name] === 'failed');
}

function assertSkippedAfter({ status }: Result, name: string): void {
  const names = Object.keys(status).filter((one) => one !== 'rate' && one !== 'clock');
  const after = names.slice(names.indexOf(name) + 1);
  assert.ok(after.length > 0);
  assert.deepEqual(
    after.filter((one) => status[one] !== 'skipped'),
    [],
  );
}

test('all steps pass where everything works, and none changes anything', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: server.url });
  assert.deepEqual([...new Set(Object.values(result.status))], ['passed'], result.text);
  assert.match(result.text, /^# Connection diagnosis\n\nNo problem found\. 15 passed/);
  const changes = server.received.filter(({ method }) => method !== 'GET');
  assert.deepEqual(
    changes.map(({ method, url, body }) => [method, url, body]),
    [
      ['PATCH', `/api/projects/${project}/dashboards/0/`, '{}'],
      ['PATCH', `/api/projects/${project}/cohorts/0/`, '{}'],
    ],
  );
});

test('all steps pass for the embedded service', async (t) => {
  const dataDir = await mkdtemp(path.join(volatileDir, 'cohort-deck-'));
  const service = await listen({ dataDir, persons: 100 });
  t.after(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const projects = service.projects.map(({ id }) => id);
  const result = await examine({ baseUrl: service.url, key: service.key, projects });
  assert.deepEqual([...new Set(Object.values(result.status))], ['passed'], result.text);
  for (const { name } of service.projects) assert.ok(!result.text.includes(name));
});

test('a host without an address fails at DNS', async () => {
  const result = await examine({ baseUrl: 'https://no-such-host.invalid' });
  assert.deepEqual(failures(result), ['dns']);
  assertSkippedAfter(result, 'dns');
  assert.match(result.text, /no-such-host\.invalid was not found \(E\w+\)/);
});

test('a port without a listener fails at TCP', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  await server.close();
  const result = await examine({ baseUrl: server.url });
  assert.deepEqual(failures(result), ['tcp']);
  assertSkippedAfter(result, 'tcp');
  assert.match(result.text, /No connection to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/);
});

test('a port that never responds fails at TLS, or for plain http at the response, at the deadline', async (t) => {
  const server = net.createServer((socket) => socket.on('error', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = portOf(server.address());
  const secure = await examine({ baseUrl: `https://127.0.0.1:${port}`, stepMs: 200 });
  assert.deepEqual(failures(secure), ['tls']);
  const plain = await examine({ baseUrl: `http://127.0.0.1:${port}`, stepMs: 200 });
  assert.deepEqual(failures(plain), ['http']);
  for (const { text } of [secure, plain]) assert.match(text, /No response within 0\.2 s/);
});

test('a port without TLS fails at TLS', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: `https://127.0.0.1:${server.port}` });
  assert.deepEqual(failures(result), ['tls']);
  assert.match(result.text, /The TLS handshake failed \(\w+\)/);
});

test('a self-signed certificate fails at TLS, and is only a warning where certificates are not verified', async (t) => {
  const tls = { cert: certificate, key: certificateKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  const baseUrl = `https://localhost:${server.port}`;
  const strict = await examine({ baseUrl });
  assert.deepEqual(failures(strict), ['tls']);
  assertSkippedAfter(strict, 'tls');
  assert.match(strict.text, /self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  assert.match(strict.text, /service\.test, signed by service\.test, expires 2120-01-01/);
  const lax = await examine({ baseUrl, network: { strictTls: false } });
  assert.deepEqual([lax.status['tls'], lax.status['key']], ['warning', 'passed']);
});

test('a company’s own authority fails at TLS where this machine does not know it', async (t) => {
  const tls = { cert: signed, key: signedKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  // Other tests of this process trust the authority.
  const result = await examineAlone(t, `https://localhost:${server.port}`, {});
  assert.deepEqual(failures(result), ['tls']);
  assert.match(result.text, /signed by an authority that this machine does not trust/);
  assert.match(result.text, /Install your company’s certificate authority in the system’s certificate store/);
  assert.match(result.text, /service\.test, signed by Cohort Deck test CA/);
});

for (const [name, store] of Object.entries({ NODE_EXTRA_CA_CERTS: 'extra', SSL_CERT_FILE: 'system' })) {
  if (store === 'system' && process.platform !== 'linux') continue; // others have no such variable
  test(`a company’s own authority is trusted by ${name}, and the page says by what`, async (t) => {
    const tls = { cert: signed, key: signedKey };
    const server = await startMisbehaving(answer, { test: t, tls });
    const result = await examineAlone(t, `https://localhost:${server.port}`, { [name]: authority });
    assert.deepEqual(failures(result), []);
    const findings = result.steps.find((step) => step.name === 'tls')?.findings;
    assert.deepEqual(findings?.[0], { is: 'trusted', store });
  });
}

for (const [name, cert, words] of [
  ['that has expired', expired, /A certificate has expired \(CERT_HAS_EXPIRED\)/],
  ['that is not valid yet', notYetValid, /A certificate is not valid yet \(CERT_NOT_YET_VALID\)/],
  ['for another host', ofAnotherHost, /for another host \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
] as const) {
  test(`a certificate ${name} fails at TLS and says so`, async (t) => {
    const server = await startMisbehaving(answer, { test: t, tls: { cert, key: signedKey } });
    const trusted = { NODE_EXTRA_CA_CERTS: authority };
    const result = await examineAlone(t, `https://localhost:${server.port}`, trusted);
    assert.deepEqual(failures(result), ['tls']);
    assert.match(result.text, words);
  });
}

test('a proxy that demands a sign-in fails at the tunnel, and no credential is in the page', async (t) => {
  const proxy = await startProxy(t, { refuse: 407 });
  const withUser = proxy.url.replace('//', '//canaryperson:canarydetail@');
  const network = { proxy: withUser, proxySource: 'HTTPS_PROXY' };
  const result = await examine({ baseUrl: 'https://service.test', network });
  assert.deepEqual(failures(result), ['tunnel']);
  assertSkippedAfter(result, 'tunnel');
  assert.match(result.text, /127\.0\.0\.1:\d+, from HTTPS_PROXY/);
  assert.match(result.text, /requires authentication \(407\)/);
  assert.ok(proxy.tunnels[0]?.authorization?.startsWith('Basic '));
});

test('a proxy that never responds fails at the tunnel, and so does one that hangs up', async (t) => {
  for (const conduct of [{ isSilent: true }, { hangUp: true }] as const) {
    const proxy = await startProxy(t, conduct);
    const result = await examine({
      baseUrl: 'https://service.test',
      network: { proxy: proxy.url },
      stepMs: 300,
    });
    assert.deepEqual(failures(result), ['tunnel']);
  }
});

test('through a proxy all steps pass as well', async (t) => {
  const tls = { cert: certificate, key: certificateKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  const proxy = await startProxy(t, { leadTo: server.port });
  const network = { proxy: proxy.url, proxySource: 'http.proxy', strictTls: false };
  const result = await examine({ baseUrl: 'https://service.test', network });
  assert.deepEqual(failures(result), []);
  assert.equal(result.status['tunnel'], 'passed');
});

test('if only the editor’s own network reaches the service, the failed steps are warnings', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const proxy = await startProxy(t, { refuse: 407 });
  const { editorFetch } = createEditorFetch(server.url);
  const result = await examine({
    baseUrl: 'https://service.test',
    network: { proxy: proxy.url },
    fallbackFetch: editorFetch,
  });
  assert.deepEqual(failures(result), []);
  assert.deepEqual([result.status['tunnel'], result.status['http']], ['warning', 'warning']);
  assert.match(result.text, /through VS Code’s own network/);
});

for (const [name, act, words] of [
  ['a text', plainText('OK'), /Received something other than JSON \(status 200\)/],
  ['a web page', html(), /Received a web page instead of JSON \(status 200\)/],
  [
    'a redirect',
    redirect('https://sso.test/canarydetail?canarykey'),
    /Redirected to `https:\/\/sso\.test` \(status 302\)/,
  ],
  ['a failure', fault(503, 'server_error', 'canarydetail'), /the service failed \(status 503\)/],
] as const) {
  test(`${name} in place of a response fails at the response`, async (t) => {
    const server = await startMisbehaving(() => act, { test: t });
    const result = await examine({ baseUrl: server.url });
    assert.deepEqual(failures(result), ['http']);
    assert.equal(result.status['key'], 'skipped');
    assert.match(result.text, words);
  });
}

test('a rejected key fails at the key', async (t) => {
  const server = await startMisbehaving(() => fault(401, 'authentication_failed', 'canarydetail'), {
    test: t,
  });
  const result = await examine({ baseUrl: server.url });
  assert.deepEqual(failures(result), ['key']);
  assert.equal(result.status['http'], 'passed');
  assert.equal(result.status['cohort:read'], 'skipped');
  assert.match(result.text, /Change Key…/);
});

test('the network is also checked without a key', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: server.url, key: undefined });
  assert.deepEqual(failures(result), ['key']);
  assert.equal(result.status['tcp'], 'passed');
  assert.equal(server.received.length, 0);
});

test('each missing scope is a failure of its own, and write scopes are separate from read scopes', async (t) => {
  const dataDir = await mkdtemp(path.join(volatileDir, 'cohort-deck-'));
  const key = makeKey();
  const service = await listen({ dataDir, keys: [{ key, scopes: ['dashboard:write', 'cohort:read'] }] });
  t.after(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const projects = service.projects.map(({ id }) => id);
  const result = await examine({ baseUrl: service.url, key, projects });
  assert.deepEqual(failures(result), ['cohort:write', 'person:read'], result.text);
  assert.equal(result.status['dashboard:read'], 'passed');
  assert.match(result.text, /The key lacks the scope person:read/);
});

test('only the step of a missing project fails; scopes are checked in another project', async (t) => {
  const server = await startMisbehaving(
    (request) => (request.url.includes('/gone/') ? fault(404, 'not_found', 'canarydetail') : answer(request)),
    { test: t },
  );
  const result = await examine({ baseUrl: server.url, projects: ['gone', project] });
  assert.deepEqual(failures(result), ['project 1']);
  assert.equal(result.status['person:read'], 'passed');
});

test('no write is sent to a protected project; another one is used if there is one', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const none = await examine({ baseUrl: server.url, mayWrite: () => false });
  assert.deepEqual([none.status['cohort:write'], none.status['cohort:read']], ['skipped', 'passed']);
  assert.ok(server.received.every(({ method }) => method === 'GET'));
  const mayWrite = (id: string): boolean => id === 'open';
  const some = await examine({ baseUrl: server.url, projects: [project, 'open'], mayWrite });
  assert.equal(some.status['cohort:write'], 'passed');
  const changes = server.received.filter(({ method }) => method !== 'GET');
  assert.ok(changes.length === 2 && changes.every(({ url }) => url.startsWith('/api/projects/open/')));
});

test('a clock that is far from the service’s is a warning', async (t) => {
  const date = new Date(Date.now() - 600_000).toUTCString();
  const server = await startMisbehaving(
    ({ url }) => json({ results: [] }, url.includes('/0/') ? 404 : 200, { date }),
    { test: t },
  );
  const result = await examine({ baseUrl: server.url });
  assert.equal(result.status['clock'], 'warning');
  assert.match(result.text, /clock is (59|60)\d s ahead of the service’s/);
});

test('a reached rate limit is a warning at the response, and the page says until when', async (t) => {
  const server = await startMisbehaving(() => throttled(90, '90'), { test: t });
  const result = await examine({ baseUrl: server.url });
  assert.deepEqual(failures(result), []);
  assert.deepEqual([result.status['http'], result.status['rate']], ['warning', 'warning']);
  assert.match(result.text, /is limiting requests until \d{4}-\d\d-\d\dT[\d:]+Z/);
  assert.match(result.text, /Requests in the last minute: 1 of/);
});

test('a scope or a project whose request is throttled counts as not checked, not as failed', async (t) => {
  const refusing = async (part: string) =>
    startMisbehaving((got) => (got.url.includes(part) ? throttled(90, '90') : answer(got)), { test: t });
  const persons = await refusing('/persons/');
  const one = await examine({ baseUrl: persons.url });
  assert.deepEqual([failures(one), one.status['person:read']], [[], 'warning']);
  assert.match(
    one.text,
    /Scope person:read: \*\*warning\*\*.*Not checked: the rate limit is reached\..* until \d/,
  );
  assert.doesNotMatch(one.text, /failed:|\*\*failed/);

  const cohorts = await refusing('/cohorts/');
  const all = await examine({ baseUrl: cohorts.url });
  assert.deepEqual(failures(all), []);
  assert.deepEqual([all.status['dashboard:read'], all.status['project 1']], ['warning', 'warning']);
  assert.doesNotMatch(all.text, /the key has access to none/);
});

test('a diagnosis that is canceled ends at once', async (t) => {
  const server = net.createServer((socket) => socket.on('error', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const aborter = new AbortController();
  const baseUrl = `https://127.0.0.1:${portOf(server.address())}`;
  const target = { baseUrl, key: makeKey(), projects: [], network: {}, mayWrite: () => true };
  const running = diagnose(target, aborter.signal, (name) => name === 'tls' && aborter.abort());
  await assert.rejects(running, { kind: 'cancelled' });
});

/** In a process that trusts the certificate in an environment variable's file. */
async function examineAlone(
  t: TestContext,
  baseUrl: string,
  trusted: Readonly<Record<string, string>>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  t.after(async () => rm(folder, { recursive: true }));
  const env: Record<string, string | undefined> = { ...process.env };
  for (const [name, text] of Object.entries(trusted)) {
    env[name] = path.join(folder, `${name}.pem`);
    await writeFile(path.join(folder, `${name}.pem`), text);
  }
  const module = new URL('../../../../src/api/diagnosis/diagnose.ts', import.meta.url).href;
  const target = { baseUrl, key: makeKey(), projects: [project], network: {} };
  const code = `const { diagnose } = await import(${JSON.stringify(module)});
    const steps = await diagnose({ ...${JSON.stringify(target)}, mayWrite: () => true }, new AbortController().signal);
    console.log(JSON.stringify(steps));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { env });
  return present(JSON.parse(stdout), target.key);
}
