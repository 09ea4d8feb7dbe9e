// The status of a connection to a real server that goes away, refuses and comes back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createClient } from '#api/client.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { ConnectionStatuses } from '#model/connections/connectionStatuses.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { fault, json, reset, silence, throttled } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import type { Act, MisbehavingServer, Received } from '../../../misbehaving/server.ts';

const id = 'one';
let keys = 0;

interface Started {
  readonly statuses: ConnectionStatuses;
  readonly clients: ConnectionClients;
  /** The states that were reported, in order. */
  readonly states: string[];
  readonly server: MisbehavingServer;
  /** Resolves when the status is in the state. */
  readonly reached: (state: string) => Promise<void>;
  /** One request of a person; its error where it fails. */
  readonly ask: () => Promise<unknown>;
}

async function start(
  t: TestContext,
  plan: (request: Received) => Act,
  { timeoutMs = 30_000, hasKey = true }: { readonly timeoutMs?: number; readonly hasKey?: boolean } = {},
): Promise<Started> {
  const server = await startMisbehaving(plan, { test: t });
  const connections = new Connections({
    get: () => [{ id, name: 'One', url: server.url, projects: [{ id: '1' }] }],
    set: async () => undefined,
    onDidChange: () => ({ dispose: () => undefined }),
  });
  keys++;
  const key = hasKey ? `phx_status${keys}` : undefined;
  const store = { read: async () => key, write: async () => undefined, remove: async () => undefined };
  const guard = new WriteGuard(connections, async () => true);
  const clients = new ConnectionClients(connections, store, guard, async ({ url, onOutcome }, current) =>
    createClient({ baseUrl: url, key: current, onOutcome, timeoutMs, retry: { firstWaitMs: 1 } }),
  );
  const statuses = new ConnectionStatuses({
    check: async () => (await clients.open(id)).check(),
    now: Date.now,
    firstWaitMs: 5,
  });
  const states: string[] = [];
  const waiting = new Set<() => void>();
  statuses.onDidChange(() => {
    states.push(statuses.of(id).state);
    for (const look of waiting) look();
  });
  clients.onDidEndCall(({ connectionId, outcome }) => statuses.report(connectionId, outcome));
  t.after(() => {
    statuses.dispose();
    clients.dispose();
  });
  return {
    statuses,
    clients,
    states,
    server,
    reached: async (state) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (statuses.of(id).state !== state) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async ask() {
      try {
        await (await clients.open(id)).cohorts('1').retrieve(7);
        return undefined;
      } catch (error) {
        return error;
      }
    },
  };
}

async function serveAgain(t: TestContext, port: number): Promise<void> {
  const again = createServer((_, response) => response.end('{"results": []}'));
  again.listen(port, '127.0.0.1');
  await once(again, 'listening');
  t.after(() => {
    again.closeAllConnections();
    again.close();
  });
}

const works = (): Act => json({ id: 7 });

test('a service that goes away is offline after the first request, once for thirty, and comes back by itself', async (t) => {
  const { statuses, states, ask, reached, server } = await start(t, works);
  await server.close();
  const errors = await Promise.all(Array.from({ length: 30 }, ask));
  assert.ok(errors.every((error) => statuses.connectionOf(error) === id));
  await reached('offline');
  assert.deepEqual(states, ['offline']);
  const recovered = Promise.withResolvers<string>();
  statuses.onDidRecover(recovered.resolve);
  await serveAgain(t, server.port);
  assert.equal(await recovered.promise, id);
  assert.deepEqual(states, ['offline', 'ready']);
});

test('a request that breaks its connection is no outage where the service answers others', async (t) => {
  const { states, ask, statuses, server } = await start(t, ({ url }) =>
    url.includes('/cohorts/') ? reset() : works(),
  );
  await ask();
  await statuses.check(id);
  assert.deepEqual(states, []);
  assert.ok(server.received.some(({ url }) => url === '/api/projects/?limit=1'));
});

test('a service that answers nothing any more is offline after one request and one check', async (t) => {
  const { states, ask, reached } = await start(t, silence, { timeoutMs: 50 });
  await ask();
  await reached('offline');
  assert.deepEqual(states, ['offline']);
});

test('a gateway that answers for a service that is gone counts as offline', async (t) => {
  const { ask, reached } = await start(t, () => fault(503, 'server_error', 'x'));
  await ask();
  await reached('offline');
});

test('a rejected key is unauthorized until a request is accepted, and nothing is asked meanwhile', async (t) => {
  let isRejected = true;
  const { states, ask, server } = await start(t, () =>
    isRejected ? fault(401, 'authentication_failed', 'x') : works(),
  );
  await ask();
  assert.deepEqual(states, ['unauthorized']);
  assert.equal(server.received.length, 1);
  isRejected = false;
  await ask();
  assert.deepEqual(states, ['unauthorized', 'ready']);
});

test('a connection without a key on this machine is unauthorized', async (t) => {
  const { states, ask } = await start(t, works, { hasKey: false });
  await ask();
  assert.deepEqual(states, ['unauthorized']);
});

test('another key makes a connection ready again, and what failed can be asked for', async (t) => {
  const { states, ask, statuses } = await start(t, () => fault(401, 'authentication_failed', 'x'));
  await ask();
  const recovered: string[] = [];
  statuses.onDidRecover((one) => recovered.push(one));
  statuses.reset(id);
  assert.deepEqual([states, recovered], [['unauthorized', 'ready'], [id]]);
});

test('a service that limits requests is throttled until the time that it says', async (t) => {
  const { statuses, ask } = await start(t, () => throttled(7200, '7200'));
  const before = Date.now();
  await ask();
  const status = statuses.of(id);
  assert.ok(status.state === 'throttled');
  assert.ok(status.untilMs >= before + 7_200_000 && status.untilMs <= Date.now() + 7_200_000 + 60_000);
});

test('a refusal of one request, as of a missing record, leaves the connection ready', async (t) => {
  const { states, ask } = await start(t, () => fault(404, 'not_found', 'x'));
  await ask();
  assert.deepEqual(states, []);
});

test('a client that was replaced reports nothing: its key is an old one', async (t) => {
  const { states, clients, server } = await start(t, () => fault(401, 'authentication_failed', 'x'));
  const old = await clients.open(id);
  clients.replace(id);
  await assert.rejects(old.cohorts('1').retrieve(7));
  assert.deepEqual([states, server.received.length], [[], 1]);
});
