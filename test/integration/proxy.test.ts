// The editor's proxy settings, in the editor: a real proxy on this machine, which alone knows where service.test is.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { ClientFactory } from '#host/clientFactory.ts';
import { createLog } from '#host/log.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { json } from '../misbehaving/acts.ts';
import { certificate, certificateKey } from '../misbehaving/certificate.ts';
import { startProxy } from '../misbehaving/proxy.ts';
import type { Proxy } from '../misbehaving/proxy.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import type { MisbehavingServer } from '../misbehaving/server.ts';

const key = 'phx_through_a_proxy';
const settings = ['proxy', 'noProxy', 'proxySupport', 'proxyStrictSSL', 'proxyAuthorization'] as const;

describe('requests to a service behind a proxy', () => {
  const ends: (() => Promise<void>)[] = [];
  let server: MisbehavingServer;
  let proxy: Proxy;

  beforeEach(async () => {
    server = await startMisbehaving(() => json({ id: 7, name: 'Behind' }), {
      tls: { cert: certificate, key: certificateKey },
    });
    proxy = await startProxy({ after: (end) => void ends.push(end) }, { leadTo: server.port });
    await set({ proxy: proxy.url, proxyStrictSSL: false });
  });

  afterEach(async () => {
    await set(Object.fromEntries(settings.map((name) => [name, undefined])));
    for (const end of ends.splice(0)) await end();
    await server.close();
  });

  it('go through http.proxy, which gets the sign-in and not the key', async () => {
    await set({ proxyAuthorization: 'Basic abc' });
    assert.equal(await ask(), 'Behind');
    assert.ok(proxy.tunnels.length > 0);
    for (const tunnel of proxy.tunnels) {
      assert.deepEqual(tunnel, { target: 'service.test:443', authorization: 'Basic abc' });
    }
    assert.deepEqual(proxy.plainRequests, []);
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${key}`);
    assert.equal(server.received[0]?.headers['proxy-authorization'], undefined);
  });

  for (const [status, advice] of [
    [
      407,
      /the proxy requires authentication \(407\)\. Enter the credentials in the setting http\.proxyAuthorization/,
    ],
    [403, /the proxy rejected the connection \(403\)\. Ask its administrator/],
  ] as const)
    it(`say what to do if it refuses them with ${status}`, async () => {
      const refusing = await startProxy({ after: (end) => void ends.push(end) }, { refuse: status });
      await set({ proxy: refusing.url });
      const errors: unknown[] = [];
      assert.equal(await ask(errors), 'network');
      assert.match(describeError(errors[0]).message, advice);
    });

  it('bypass it if http.noProxy names the host', async () => {
    await set({ noProxy: ['.service.test'] });
    assert.equal(await ask(), 'network');
    assert.deepEqual(proxy.tunnels, []);
  });

  it('bypass it if http.proxySupport is off', async () => {
    await set({ proxySupport: 'off' });
    assert.equal(await ask(), 'network');
    assert.deepEqual(proxy.tunnels, []);
  });

  it('fail for a certificate of an unknown authority, unless http.proxyStrictSSL is off', async () => {
    await set({ proxyStrictSSL: true });
    assert.equal(await ask(), 'network');
    assert.deepEqual(server.received, []);
  });
});

async function set(values: Readonly<Partial<Record<(typeof settings)[number], unknown>>>): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('http');
  for (const [name, value] of Object.entries(values)) {
    await configuration.update(name, value, vscode.ConfigurationTarget.Global);
  }
}

/** The record's name, or the kind of the error, which `errors` gets, over a client as the extension creates it now. */
async function ask(errors: unknown[] = []): Promise<unknown> {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const sink = { debug: keep, info: keep, warn: keep, error: keep, show: () => undefined };
  const factory = new ClientFactory(createLog(sink));
  let client: ApiClient | undefined;
  try {
    client = await factory.create({ url: 'https://service.test' }, key);
    return (await client.cohorts('1').retrieve(7)).name;
  } catch (error) {
    if (!isApiError(error)) throw error;
    errors.push(error);
    return error.kind;
  } finally {
    await client?.close();
    factory.dispose();
    assert.ok(
      lines.length > 0 && lines.every((line) => !line.includes(key) && !line.includes('abc')),
      lines.join('\n'),
    );
  }
}
