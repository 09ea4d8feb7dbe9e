// The service that the contract is checked against: the one that COHORT_DECK_TEST_URL, COHORT_DECK_TEST_KEY and
// COHORT_DECK_TEST_PROJECT name, else an embedded one of this file's own. What the cases make is deleted at the end,
// also after a failure; records that were there are only read.
import { after } from 'node:test';
import { createClient } from '#api/client.ts';
import type { ApiClient, Cohorts, Dashboards } from '#api/clientTypes.ts';
import { startService } from '../../startService.ts';

export interface Deployment {
  readonly url: string;
  readonly client: ApiClient;
  readonly dashboards: Dashboards;
  readonly cohorts: Cohorts;
  /** The embedded service, so that data may be relied on and records moved about. */
  readonly isOurs: boolean;
  /** A client with another key, which the embedded service gives these scopes. */
  withKey(key: string): ApiClient;
  /** Resolves when no cohort is being calculated; at once if that cannot be known. */
  readonly idle: () => Promise<void>;
}

/** A key that the embedded service lets read dashboards and nothing else. */
export const narrowKey = 'phx_reads_dashboards_only';

export const isOurs = process.env['COHORT_DECK_TEST_URL'] === undefined;

/** Called once at the top of a file. `persons`: how many the embedded service has. */
export async function openDeployment({ persons = 300 } = {}): Promise<Deployment> {
  const { url, key, idle, stop } = isOurs ? await startOurs(persons) : readNamed();
  const clients: ApiClient[] = [];
  const open = (withKey: string): ApiClient => {
    const client = createClient({ baseUrl: url, key: withKey });
    clients.push(client);
    return client;
  };
  const made: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const remove of made) await remove();
    await Promise.all(clients.map(async (client) => client.close()));
    await stop();
  });
  const client = open(key);
  const projectId =
    process.env['COHORT_DECK_TEST_PROJECT'] ?? (await client.listProjects())[0]?.id ?? '@current';
  return {
    url,
    client,
    dashboards: removingLater(client.dashboards(projectId), made),
    cohorts: removingLater(client.cohorts(projectId), made),
    isOurs,
    withKey: open,
    idle,
  };
}

/** The resource, with the deletion of each record that it creates added to `made`. */
function removingLater<R extends Dashboards | Cohorts>(resource: R, made: (() => Promise<unknown>)[]): R {
  return new Proxy(resource, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'createText') return member.bind(target);
      return async (body: string) => {
        const record = await target.createText(body);
        made.push(() => target.updateText(record.id, JSON.stringify({ deleted: true })));
        return record;
      };
    },
  });
}

function readNamed() {
  const { COHORT_DECK_TEST_URL: url = '', COHORT_DECK_TEST_KEY: key = '' } = process.env;
  return { url, key, idle: async () => undefined, stop: async () => undefined };
}

async function startOurs(persons: number) {
  const service = await startService({ persons, keys: [{ key: narrowKey, scopes: ['dashboard:read'] }] });
  const stop = async (): Promise<void> => {
    await service.close();
  };
  return { url: service.url, key: service.key, idle: async () => service.idle(), stop };
}
