// The message of “Connect…” for an address that leads to something other than the service: real servers of each kind.
import assert from 'node:assert/strict';
import { addWithKey } from '#commands/connections/storeKey.ts';
import { withClient } from '#commands/connections/withClient.ts';
import { ClientFactory } from '#host/clientFactory.ts';
import { createLog } from '#host/log.ts';
import { SecretKeys } from '#host/secretKeys.ts';
import { createConnectionId } from '#model/connections/connections.ts';
import { listAccessibleProjects } from '#model/connections/listAccessibleProjects.ts';
import { Connections } from '#model/connections/connections.ts';
import { hangUp, html, redirect, text } from '../misbehaving/acts.ts';
import { certificate, certificateKey } from '../misbehaving/certificate.ts';
import type { Act, ServerOptions } from '../misbehaving/server.ts';
import { startMisbehaving } from '../misbehaving/server.ts';

describe('an address that leads elsewhere', () => {
  const ignore = (): void => undefined;
  const factory = new ClientFactory(
    createLog({ debug: ignore, info: ignore, warn: ignore, error: ignore, show: ignore }),
  );
  after(() => factory.dispose());

  async function messageAt(url: string): Promise<string> {
    const answer = await withClient(
      { createClient: (target, key, report) => factory.create(target, key, report) },
      { url, key: 'phx_of_this_test', report: ignore },
      (client) => listAccessibleProjects(client, new AbortController().signal),
    );
    return answer.ok ? 'connected' : (answer.message ?? '');
  }

  it('has no server, which the box says alone, and not as of a lost connection', async () => {
    const reported: string[] = [];
    let waits = 0;
    const waiting = factory.onDidWait(() => waits++);
    const server = await startMisbehaving(() => html(), {});
    await server.close();
    const answer = await withClient(
      { createClient: (target, key, report) => factory.create(target, key, report) },
      {
        url: `http://localhost:${server.port}`,
        key: 'phx_of_this_test',
        report: (said) => reported.push(said),
      },
      (client) => listAccessibleProjects(client, new AbortController().signal),
    );
    waiting.dispose();
    assert.ok(!answer.ok);
    assert.ok(reported.length > 0);
    for (const said of reported) assert.match(said, /^No connection\. Retrying in \d+ s\.$/);
    assert.equal(waits, 0);
  });

  async function messageOf(act: Act, options: ServerOptions, scheme: 'http' | 'https'): Promise<string> {
    const server = await startMisbehaving(() => act, options);
    try {
      return await messageAt(`${scheme}://localhost:${server.port}`);
    } finally {
      await server.close();
    }
  }

  it('has a certificate that is not trusted', async () => {
    const tls = { cert: certificate, key: certificateKey };
    assert.match(
      await messageOf(html(), { tls }, 'https'),
      /this machine does not trust the service’s certificate \(\w+\)/,
    );
  });

  it('has no https', async () => {
    assert.match(await messageOf(html(), {}, 'https'), /the address does not support https \(\w+\)/);
  });

  it('closes the connection without a response', async () => {
    assert.match(
      await messageOf(hangUp(), {}, 'http'),
      /the connection was closed before the service responded\. Check the network/,
    );
  });

  it('redirects', async () => {
    assert.match(
      await messageOf(redirect('https://sso.example.com/login?next=1'), {}, 'http'),
      /redirects to https:\/\/sso\.example\.com\/login\. .* new address/,
    );
  });

  it('has no server', async () => {
    assert.match(
      await messageAt('http://127.0.0.1:1'),
      /no server is listening at this address \(ECONNREFUSED\)/,
    );
  });

  it('has something else', async () => {
    assert.match(await messageOf(text('OK'), {}, 'http'), /^The service returned something other than JSON/);
  });

  it('has a web page', async () => {
    assert.match(await messageOf(html(), {}, 'http'), /returned a web page instead of JSON/);
  });
});

function keysIn(stored: Map<string, string>): SecretKeys {
  const secrets = {
    get: async (name: string) => stored.get(name),
    store: async (name: string, value: string) => void stored.set(name, value),
    delete: async (name: string) => void stored.delete(name),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return new SecretKeys(secrets, () => undefined);
}

it('a connection that the settings do not take leaves no key in the keyring, and the message has VS Code’s advice', async () => {
  const stored = new Map<string, string>();
  const keys = keysIn(stored);
  const connections = new Connections({
    get: () => [],
    set: async () => {
      assert.equal(stored.size, 1);
      throw new Error('Open the settings to correct errors in them.');
    },
    onDidChange: () => ({ dispose: () => undefined }),
  });
  const connection = { name: 'Acme', url: 'https://acme.test', projects: [] };
  await assert.rejects(addWithKey({ connections, keys }, connection, 'phx_of_this_test'), {
    name: 'UserError',
    message: 'The connection was not added. Open the settings to correct errors in them.',
  });
  assert.equal(stored.size, 0);
  connections.dispose();
  keys.dispose();
});

it('a new connection has an id that no entry has, also an unusable one and one of another window, whose key stays', async () => {
  const stored = new Map<string, string>();
  const keys = keysIn(stored);
  const id = createConnectionId('https://acme.test', new Set());
  const unusable = { id, url: 'http://acme.test' };
  const ofAnotherWindow = { id: `${id}-2`, url: 'https://acme.test' };
  let entries: readonly unknown[] = [unusable];
  await keys.write(ofAnotherWindow.id, ofAnotherWindow.url, 'phx_of_another_window');
  const connections = new Connections(
    {
      get: () => entries,
      set: async (written) => void (entries = written),
      onDidChange: () => ({ dispose: () => undefined }),
    },
    'Sample Data',
    async (task) => {
      entries = [unusable, ofAnotherWindow];
      await task();
    },
  );
  const connection = { name: 'Acme', url: 'https://acme.test', projects: [] };
  assert.equal(await addWithKey({ connections, keys }, connection, 'phx_of_this_test'), `${id}-3`);
  assert.deepEqual(entries, [unusable, ofAnotherWindow, { id: `${id}-3`, ...connection }]);
  assert.equal(await keys.read(ofAnotherWindow.id, ofAnotherWindow.url), 'phx_of_another_window');
  assert.equal(await keys.read(`${id}-3`, 'https://acme.test'), 'phx_of_this_test');
  connections.dispose();
  keys.dispose();
});
