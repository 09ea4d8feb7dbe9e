// A connection to a real server, with its status.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { createClient } from '#api/client.ts';
import type { RateLimits } from '#api/clientTypes.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { Connections } from '#model/connections/connections.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { json } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import type { Act, MisbehavingServer, Received } from '../../../misbehaving/server.ts';
import { createSetting } from '../../../stored.ts';

export const id = 'one';
let keys = 0;

export interface Started {
  readonly statuses: ConnectionMonitor;
  readonly clients: ConnectionClients;
  /** The states that were reported, in order. */
  readonly states: string[];
  readonly server: MisbehavingServer;
  /** Resolves when the status is in the state. */
  readonly reached: (state: string) => Promise<void>;
  /** One request of a person; its error if it fails. */
  readonly ask: () => Promise<unknown>;
}

interface StartOptions {
  readonly timeoutMs?: number;
  readonly hasKey?: boolean;
  readonly rateLimits?: Partial<RateLimits>;
}

export async function startWatched(
  t: TestContext,
  plan: (request: Received) => Act,
  { timeoutMs = 30_000, hasKey = true, rateLimits = {} }: StartOptions = {},
): Promise<Started> {
  const server = await startMisbehaving(plan, { test: t });
  const connections = new Connections(
    createSetting([{ id, name: 'One', url: server.url, projects: [{ id: '1' }] }]),
  );
  keys++;
  const key = hasKey ? `phx_status${keys}` : undefined;
  const store = { read: async () => key, write: async () => undefined, remove: async () => undefined };
  const guard = new WriteGuard(connections, async () => true);
  const clients = new ConnectionClients(connections, store, guard, async ({ url, onOutcome }, current) =>
    createClient({ baseUrl: url, key: current, onOutcome, timeoutMs, rateLimits, retry: { firstWaitMs: 1 } }),
  );
  const statuses = new ConnectionMonitor({
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

export async function serveAgain(t: TestContext, port: number): Promise<void> {
  const again = createServer((_, response) => response.end('{"results": []}'));
  again.listen(port, '127.0.0.1');
  await once(again, 'listening');
  t.after(() => {
    again.closeAllConnections();
    again.close();
  });
}

export const works = (): Act => json({ id: 7 });
