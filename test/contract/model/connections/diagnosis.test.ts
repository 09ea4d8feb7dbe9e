// A diagnosis of services, proxies and networks that are broken in one way each: the right step fails, and the page says so
// without the key and without any name that the service sent.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import nodeTls from 'node:tls';
import { TrustedCertificates } from '#api/http/trustedCertificates.ts';
import { diagnose, type DiagnosisTarget } from '#model/connections/diagnose.ts';
import { formatDiagnosis, type Step } from '#model/connections/formatDiagnosis.ts';
import { inEnglish } from '#text/translate.ts';
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
import { startService } from '../../../startService.ts';

let keys = 0;
const canaries = ['canarykey', 'canaryproject', 'canaryperson', 'canaryrecord', 'canarydetail'];
const project = 'canaryproject-1';

/** Each test has a key of its own, and with it a budget of requests of its own. */
function makeKey(): string {
  keys++;
  return `phx_canarykey${keys}`;
}

interface Result {
  readonly text: string;
  /** The status of each step by its title. */
  readonly status: Readonly<Record<string, string>>;
  /** The titles of the steps that failed. */
  readonly failures: readonly string[];
}

const never = new AbortController().signal;

async function examine(target: Partial<DiagnosisTarget> & { readonly baseUrl: string }): Promise<Result> {
  const key = 'key' in target ? target.key : makeKey();
  const whole = { projects: [project], network: {}, mayWrite: () => true, ...target, key };
  return present(await diagnose(whole, inEnglish, never));
}

function present(steps: readonly Step[]): Result {
  const text = formatDiagnosis(steps, { at: new Date(), isSample: false, versions: ['Node 24'] }, inEnglish);
  for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} in ${text}`);
  return {
    text,
    status: Object.fromEntries(steps.map(({ title, status }) => [title, status])),
    failures: steps.filter(({ status }) => status === 'failed').map(({ title }) => title),
  };
}

/** The step failed, none came after it, and the page begins with what it says. */
function assertEndsAt({ status, failures, text }: Result, title: string, words: RegExp): void {
  assert.deepEqual(failures, [title], text);
  const titles = Object.keys(status).filter((one) => one !== 'Rate limit');
  assert.equal(titles.at(-1), title);
  assert.match(text, new RegExp(`^# Connection diagnosis\n\n\\*\\*${title}:\\*\\* [^\n]*${words.source}`));
}

/** A working service that puts a canary wherever a name can be. */
function answer({ method, url }: Received): Act {
  if (method === 'PATCH' || url.includes('/0/')) return fault(404, 'not_found', 'canarydetail');
  const one = { id: 1, name: 'canaryrecord', created_by: { first_name: 'canaryperson' } };
  return json({ count: 1, next: null, previous: null, results: [one] }, 200, { 'x-request-id': 'canarykey' });
}

test('all steps pass where everything works, and none changes anything', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: server.url });
  assert.deepEqual([...new Set(Object.values(result.status))], ['passed'], result.text);
  assert.match(result.text, /^# Connection diagnosis\n\nNo problem found\.\n\n1\. Address: passed/);
  const changes = server.received.filter(({ method }) => method !== 'GET');
  assert.deepEqual(
    changes.map(({ method, url, body }) => [method, url, body]),
    [
      ['PATCH', `/api/projects/${project}/dashboards/0/`, '{}'],
      ['PATCH', `/api/projects/${project}/cohorts/0/`, '{}'],
    ],
  );
});

test('all steps pass for the embedded service, and a missing scope is named with what it is for', async (t) => {
  const [key, lacking] = [makeKey(), makeKey()];
  const scopes = ['dashboard:write', 'cohort:read'];
  const service = await startService({ persons: 100, keys: [{ key }, { key: lacking, scopes }] });
  t.after(async () => {
    await service.close();
  });
  const projects = service.projects.map(({ id }) => id);
  const result = await examine({ baseUrl: service.url, key, projects });
  assert.deepEqual([...new Set(Object.values(result.status))], ['passed'], result.text);
  for (const { name } of service.projects) assert.ok(!result.text.includes(name));
  const { text, failures } = await examine({ baseUrl: service.url, key: lacking, projects });
  assert.deepEqual(failures, ['Scopes'], text);
  assert.match(
    text,
    /lacks `cohort:write, person:read`\. Cohorts cannot be changed\. Persons cannot be shown/,
  );
  assert.match(text, /The key has `dashboard:read, dashboard:write, cohort:read`/);
});

test('a host without an address is not found', async () => {
  const result = await examine({ baseUrl: 'https://no-such-host.invalid' });
  assertEndsAt(result, 'DNS', /`no-such-host\.invalid` was not found \(`E\w+`\)/);
});

test('a port without a listener refuses the connection', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  await server.close();
  const result = await examine({ baseUrl: server.url });
  assertEndsAt(result, 'Connection', /No connection to `127\.0\.0\.1:\d+` \(`ECONNREFUSED`\)/);
});

test('a port that never responds fails at the deadline', async (t) => {
  const baseUrl = await startSilent(t);
  const secure = await examine({ baseUrl: `https://${baseUrl}`, stepMs: 200 });
  assertEndsAt(secure, 'Connection', /No response within 0\.2 s/);
  const plain = await examine({ baseUrl: `http://${baseUrl}`, stepMs: 3000 }); // the steps before it must not reach it
  assertEndsAt(plain, 'HTTP response', /No response within 3 s/);
});

test('a port without TLS fails, and says so', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: `https://127.0.0.1:${server.port}` });
  assertEndsAt(result, 'Connection', /The TLS handshake failed \(`\w+`\)/);
});

/** What a machine trusts, besides Node's own: other files of this process may have made Node trust more. */
function storeOf(pem: string): TrustedCertificates {
  const set: unknown = Reflect.get(nodeTls, 'setDefaultCACertificates'); // the types of Node 22 do not know it yet
  assert.ok(typeof set === 'function');
  const trusted = nodeTls.getCACertificates('default');
  set(nodeTls.getCACertificates('bundled'));
  try {
    return new TrustedCertificates({ reader: `() => ${JSON.stringify([pem])}`, maxPauseMs: 60_000 });
  } finally {
    set(trusted);
  }
}

for (const [name, cert, store, words] of [
  [
    'that is self-signed',
    certificate,
    authority,
    /The certificate is self-signed \(`DEPTH_ZERO_SELF_SIGNED_CERT`\)/,
  ],
  ['of a company’s own authority', signed, certificate, /by an authority that this machine does not trust/],
  ['that has expired', expired, authority, /A certificate has expired \(`CERT_HAS_EXPIRED`\)/],
  [
    'that is not valid yet',
    notYetValid,
    authority,
    /A certificate is not valid yet \(`CERT_NOT_YET_VALID`\)/,
  ],
  ['for another host', ofAnotherHost, authority, /for another host \(`ERR_TLS_CERT_ALTNAME_INVALID`\)/],
] as const) {
  test(`a certificate ${name} fails, says by whom it was issued, and gets no request`, async (t) => {
    const key = cert === certificate ? certificateKey : signedKey;
    const server = await startMisbehaving(answer, { test: t, tls: { cert, key } });
    const certificates = storeOf(store);
    const result = await examine({ baseUrl: `https://localhost:${server.port}`, network: { certificates } });
    assertEndsAt(result, 'Connection', words);
    assert.match(result.text, /signed by `(?:Cohort Deck test CA|service\.test)`, expires `\d{4}-\d\d-\d\d`/);
    assert.equal(server.received.length, 0);
  });
}

test('a certificate is only a warning where certificates are not verified', async (t) => {
  const tls = { cert: certificate, key: certificateKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  const result = await examine({
    baseUrl: `https://localhost:${server.port}`,
    network: { strictTls: false },
  });
  assert.deepEqual([result.status['Connection'], result.status['Key']], ['warning', 'passed']);
  assert.match(result.text, /http\.proxyStrictSSL is off/);
});

for (const [name, conduct, words] of [
  ['that demands a sign-in', { refuse: 407 }, /requires authentication \(407\)/],
  ['that rejects the host', { refuse: 403 }, /rejected the tunnel \(`403`\)/],
  ['that never responds', { isSilent: true }, /No response within/],
  ['that hangs up', { hangUp: true }, /The proxy closed the connection/],
] as const) {
  test(`a proxy ${name} fails, and no credential is in the page`, async (t) => {
    const proxy = await startProxy(t, conduct);
    const withUser = proxy.url.replace('//', '//canaryperson:canarydetail@');
    const network = { proxy: withUser, proxySource: 'HTTPS_PROXY' };
    const stepMs = 'isSilent' in conduct ? 1000 : undefined;
    const result = await examine({ baseUrl: 'https://service.test', network, stepMs });
    assertEndsAt(result, 'Connection', words);
    assert.match(result.text, /Proxy: passed \(\d+ ms\)\. `127\.0\.0\.1:\d+`, from `HTTPS_PROXY`/);
    assert.ok(proxy.tunnels[0]?.authorization?.startsWith('Basic '));
  });
}

for (const [proxy, words] of [
  ['socks5://127.0.0.1:1080', /not an http or https address/],
  ['http://a%:b@127.0.0.1:3128', /invalid “%”/],
] as const) {
  test(`the proxy ${proxy} cannot be used, and the page says why`, async () => {
    const network = { proxy, proxySource: 'http.proxy' };
    assertEndsAt(await examine({ baseUrl: 'https://service.test', network }), 'Proxy', words);
  });
}

test('an https proxy whose certificate is not trusted fails, and gets no credential', async (t) => {
  const tls = { cert: certificate, key: certificateKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  const network = { proxy: `https://a:b@localhost:${server.port}`, proxySource: 'http.proxy' };
  const result = await examine({ baseUrl: 'https://service.test', network });
  assertEndsAt(result, 'Connection', /Proxy: The certificate is self-signed/);
  assert.equal(server.received.length, 0);
});

test('through a proxy all steps pass as well', async (t) => {
  const tls = { cert: certificate, key: certificateKey };
  const server = await startMisbehaving(answer, { test: t, tls });
  const proxy = await startProxy(t, { leadTo: server.port });
  const network = { proxy: proxy.url, proxySource: 'http.proxy', strictTls: false };
  const result = await examine({ baseUrl: 'https://service.test', network });
  assert.deepEqual(result.failures, []);
  assert.match(result.text, /The proxy opened a tunnel to `service\.test`/);
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
  assert.deepEqual(result.failures, []);
  assert.equal(result.status['Connection'], 'warning');
  assert.match(result.text, /The service responds, through VS Code’s own network/);
});

for (const [name, act, words] of [
  ['a text', plainText('OK'), /Received something other than JSON \(status 200\)/],
  ['a web page', html(), /Received a web page instead of JSON \(status 200\)/],
  [
    'a redirect',
    redirect('https://sso.test/canarydetail?canarykey'),
    /Redirected to `https:\/\/sso\.test` \(status 302\)/,
  ],
  ['a failure', fault(503, 'server_error', 'canarydetail'), /The service failed \(status 503\)/],
  ['JSON of another shape', json({ id: 7 }), /Unexpected response \(status 200\)/],
] as const) {
  test(`${name} in place of a response fails at the response`, async (t) => {
    const server = await startMisbehaving(() => act, { test: t });
    assertEndsAt(await examine({ baseUrl: server.url }), 'HTTP response', words);
  });
}

test('a rejected key fails at the key', async (t) => {
  const rejected = fault(401, 'authentication_failed', 'canarydetail');
  const server = await startMisbehaving(() => rejected, { test: t });
  for (const projects of [[project], []]) {
    const result = await examine({ baseUrl: server.url, projects });
    assertEndsAt(result, 'Key', /The service rejects the key \(401\)/);
    assert.match(result.text, /What to do: Run “Change Key…”/);
  }
});

test('the network is also checked without a key', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const result = await examine({ baseUrl: server.url, key: undefined });
  assertEndsAt(result, 'Key', /This machine has no key/);
  assert.equal(result.status['Connection'], 'passed');
  assert.equal(server.received.length, 0);
});

test('only the step of a missing or closed project fails; scopes are checked in another project', async (t) => {
  const server = await startMisbehaving(
    (request) => {
      if (request.url.includes('/gone/')) return fault(404, 'not_found', 'canarydetail');
      return request.url.includes('/closed/')
        ? fault(403, 'permission_denied', 'canarydetail')
        : answer(request);
    },
    { test: t },
  );
  const result = await examine({ baseUrl: server.url, projects: ['gone', 'closed', project] });
  assert.deepEqual(
    result.failures,
    [1, 2].map((position) => `Project ${position} in the tree`),
  );
  assert.equal(result.status['Scopes'], 'passed');
  assert.match(result.text, /no such project \(404\)[^]*has no access \(403\)/);
});

test('no write is sent to a protected project; another one is used if there is one', async (t) => {
  const server = await startMisbehaving(answer, { test: t });
  const none = await examine({ baseUrl: server.url, mayWrite: () => false });
  assert.match(none.text, /Not checked: `dashboard:write, cohort:write`\. No change is sent/);
  assert.equal(none.status['Scopes'], 'passed');
  assert.ok(server.received.every(({ method }) => method === 'GET'));
  const mayWrite = (id: string): boolean => id === 'open';
  await examine({ baseUrl: server.url, projects: [project, 'open'], mayWrite });
  const changes = server.received.filter(({ method }) => method !== 'GET');
  assert.ok(changes.length === 2 && changes.every(({ url }) => url.startsWith('/api/projects/open/')));
});

test('a reached rate limit is no failure of what it refuses, and the page says for how long', async (t) => {
  for (const part of ['/persons/', '/dashboards/', '/']) {
    const plan = (got: Received) => (got.url.includes(part) ? throttled(90, '90') : answer(got));
    const server = await startMisbehaving(plan, { test: t });
    const result = await examine({ baseUrl: server.url });
    assert.deepEqual(result.failures, []);
    assert.equal(result.status['Rate limit'], 'warning');
    assert.match(result.text, /is limiting requests for another \d+ s/);
    assert.match(result.text, /Requests in the last minute: `\d+/);
  }
});

test('a diagnosis that is canceled ends at once', async (t) => {
  const aborter = new AbortController();
  const target = {
    baseUrl: `https://${await startSilent(t)}`,
    key: makeKey(),
    projects: [],
    network: {},
    mayWrite: () => true,
  };
  const cancel = (title: string) => title === 'Connection' && aborter.abort();
  await assert.rejects(diagnose(target, inEnglish, aborter.signal, cancel), { kind: 'cancelled' });
});

/** @returns the host and port of a server that accepts connections, and no more */
async function startSilent(t: TestContext): Promise<string> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => open.add(socket.on('error', () => socket.destroy())));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${portOf(server.address())}`;
}
