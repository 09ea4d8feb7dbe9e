import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#api/client.ts';
import { removeConnection } from '#model/connections/connectionEdits.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { flood, json } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { readBytes } from '../../api/support.ts';

async function start(context: { after(end: () => Promise<void>): void }) {
  const server = await startMisbehaving(({ url }) =>
    url.includes('/persons/') ? flood(() => undefined) : json({ id: 7 }),
  );
  let value: unknown = [{ id: 'one', name: 'One', url: server.url, projects: [] }];
  const changed = new Emitter<void>();
  const connections = new Connections({
    get: () => value,
    set: async (entries) => {
      value = entries;
      changed.fire();
      return Promise.resolve();
    },
    onDidChange: changed.event,
  });
  let key = 'phx_first';
  const keys = {
    read: async () => Promise.resolve(key),
    write: async () => Promise.resolve(),
    remove: async () => Promise.resolve(),
  };
  const guard = new WriteGuard(connections, async () => false);
  const clients = new ConnectionClients(connections, keys, guard, async ({ url }, current) =>
    Promise.resolve(createClient({ baseUrl: url, key: current })),
  );
  context.after(async () => {
    clients.dispose();
    await server.close();
  });
  return {
    server,
    connections,
    clients,
    setKey: (next: string): void => {
      key = next;
    },
  };
}

test('a client that is replaced finishes its requests, and later ones are sent with the new key', async (t) => {
  const { server, clients, setKey } = await start(t);
  const old = await clients.open('one');
  const running = await old.cohorts('1').openPersons(7, { format: 'csv' });
  setKey('phx_second');
  clients.replaceAll();
  await (await clients.open('one')).cohorts('1').retrieve(7);
  // The export's next page still goes out on its own client.
  await old.cohorts('1').retrieve(7);
  assert.deepEqual(
    server.received.map(({ headers }) => headers.authorization),
    ['Bearer phx_first', 'Bearer phx_second', 'Bearer phx_first'],
  );
  assert.ok((await readBytes(running, 2_000_000)) >= 2_000_000);
});

test('a connection whose entry in the settings becomes unusable finishes its requests and accepts no others', async (t) => {
  const { connections, clients } = await start(t);
  const client = await clients.open('one');
  const running = await client.cohorts('1').openPersons(7, { format: 'csv' });
  await connections.change(() => [{ id: 'one', url: '' }]);
  await assert.rejects(clients.open('one'), { kind: 'unknownConnection' });
  assert.ok((await readBytes(running, 2_000_000)) >= 2_000_000);
});

test('a connection that is removed ends its requests', async (t) => {
  const { connections, clients, server } = await start(t);
  const client = await clients.open('one');
  const running = await client.cohorts('1').openPersons(7, { format: 'csv' });
  await connections.change(removeConnection('one'));
  await assert.rejects(readBytes(running, Infinity), { kind: 'cancelled' });
  await server.allClosed();
});
