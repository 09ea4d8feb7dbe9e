import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, test } from 'node:test';
import tls from 'node:tls';
import { createClient } from '#api/client.ts';
import { isApiError, wasNeverSent } from '#api/apiError.ts';
import { json } from '../../misbehaving/acts.ts';
import { authority, signed, signedKey } from '../../misbehaving/authority.ts';
import { startProxy } from '../../misbehaving/proxy.ts';
import { portOf, startMisbehaving } from '../../misbehaving/server.ts';
import { catchApiError, createTestClient, testKey } from '../../unit/api/support.ts';
import { certificates, openings, proxies } from './connections.ts';
import { casesOf, testCases } from './table.ts';

trust(authority);
describe('faults before and below a request', { concurrency: true }, () => {
  testCases('a connection', casesOf(openings));
  testCases('a certificate', casesOf(certificates));
  testCases('a proxy', casesOf(proxies));
});

test('the TLS handshake names the host of the address, also through a proxy', async (t) => {
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null, context: tls.SecureContext) => void): void => {
    names.push(name);
    done(null, tls.createSecureContext({ cert: signed, key: signedKey }));
  };
  const server = await startMisbehaving(() => json({ id: 7 }), { test: t, tls: { SNICallback } });
  const proxy = await startProxy(t, { leadTo: server.port });
  const direct = createTestClient(t, `https://localhost:${server.port}`);
  await direct.cohorts('1').retrieve(7);
  const tunneled = createTestClient(t, 'https://service.test', { network: { proxy: proxy.url } });
  await tunneled.cohorts('1').retrieve(7);
  assert.deepEqual(names, ['localhost', 'service.test']);
});

test('a large write to a service that stops reading ends at its deadline, and counts as possibly done', async (t) => {
  const server = net.createServer((socket) => socket.pause());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  const client = createClient({ baseUrl: url, key: testKey, timeoutMs: 5000 });
  const body = JSON.stringify({ description: 'x'.repeat(20_000_000) });
  const error = await catchApiError(client.cohorts('1').updateText(7, body));
  assert.ok(isApiError(error, 'timeout') && !wasNeverSent(error));
  await client.close();
});

/** As `NODE_EXTRA_CA_CERTS` would, for this process; the types of Node 22 do not know it yet. */
function trust(certificate: string): void {
  const trusted = [...tls.getCACertificates('default'), certificate];
  const set: unknown = Reflect.get(tls, 'setDefaultCACertificates');
  assert.ok(typeof set === 'function');
  set(trusted);
}
