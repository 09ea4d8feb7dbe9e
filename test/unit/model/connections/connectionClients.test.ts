import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#api/client.ts';
import { gateOfKey } from '#api/http/requestGate.ts';
import { removeConnection } from '#model/connections/connectionEdits.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { flood, json } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { readBytes } from '../../api/support.ts';
import { createSetting } from '../../../stored.ts';

async function start(context: { after(end: () => Promise<void>): void }) {
  const server = await startMisbehaving(({ url }) =>
    url.includes('/persons/') ? flood(() => undefined) : json({ id: 7 }),
  );
  const connections = new Connections(
    createSetting([{ id: 'one', name: 'One', url: server.url, projects: [] }]),
  );
  let key = 'phx_first';
  const keys = {
    read: async () => Promise.resolve(key),
    write: async () => Promise.resolve(),
    remove: async () => Promise.resolve(),
  };
  const guard = new WriteGuard(connections, async () => false);
  const limits: unknown[] = [];
  const clients = new ConnectionClients(connections, keys, guard, async ({ url, rateLimits }, current) => {
    limits.push(rateLimits);
    return createClient({ baseUrl: url, key: current, rateLimits });
  });
  context.after(async () => {
    clients.dispose();
    await server.close();
  });
  return {
    server,
    connections,
    clients,
    limits,
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

test('a connection gets the rate limits that its settings have from the next request on', async (t) => {
  const { connections, clients, limits, server } = await start(t);
  const open = async (requestsPerMinute?: object) => {
    await connections.change(() => [
      { id: 'one', url: server.url, ...(requestsPerMinute && { requestsPerMinute }) },
    ]);
    await (await clients.open('one')).cohorts('1').retrieve(7);
  };
  await open();
  await open({ records: 100 });
  await open({ records: 100 });
  await open();
  assert.deepEqual(limits, [{}, { recordsPerMinute: 100 }, {}]);
});

test('the requests to a service on this machine have a limit once one is set or it has answered 429', () => {
  const usage = (isLoopback: boolean, limits?: object) =>
    gateOfKey({ origin: `https://${isLoopback}.test`, isLoopback }, 'phx_limits', limits).usage();
  assert.equal(usage(false).records.perMinute, 480);
  assert.equal(usage(true).records.perMinute, undefined);
  assert.equal(usage(true, { personsPerMinute: 60 }).persons.perMinute, 60);
  assert.equal(usage(true).persons.perMinute, 60); // of a client that sets none
  assert.equal(usage(true, {}).persons.perMinute, undefined);
});

test('a connection whose entry in the settings becomes unusable finishes its requests and accepts no others', async (t) => {
  const { connections, clients } = await start(t);
  const client = await clients.open('one');
  const running = await client.cohorts('1').openPersons(7, { format: 'csv' });
  await connections.change(() => [{ id: 'one', url: '' }]);
  await assert.rejects(clients.open('one'), { kind: 'unknownConnection' });
  assert.ok((await readBytes(running, 2_000_000)) >= 2_000_000);
});

const moved = () => [{ id: 'one', url: 'https://other.test', projects: [] }];
const unusable = () => [{ id: 'one', url: 'https://' }];
for (const [name, edits, isReplaced] of [
  ['is removed', [removeConnection('one')], false],
  ['gets another address', [moved], false],
  ['gets another address after one that is unusable', [unusable, moved], false],
  ['gets another address after another key', [moved], true],
] as const)
  test(`a connection that ${name} ends its requests`, async (t) => {
    const { connections, clients, server } = await start(t);
    const client = await clients.open('one');
    const running = await client.cohorts('1').openPersons(7, { format: 'csv' });
    if (isReplaced) clients.replaceAll();
    for (const edit of edits) await connections.change(edit);
    await assert.rejects(readBytes(running, Infinity), { kind: 'cancelled' });
    await server.allClosed();
  });
