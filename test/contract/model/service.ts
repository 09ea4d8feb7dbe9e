// An embedded service of its own for each test file, reached as the extension reaches any service.
import { after, before } from 'node:test';
import { createClient } from '#api/client.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import { Catalog } from '#model/records/catalog.ts';
import type { ListRef } from '#model/records/recordRef.ts';
import { Trash } from '#model/records/trash.ts';
import type { Habit } from '#sandbox/routes/deploymentHabits.ts';
import { createMemory } from '../../stored.ts';
import { startService } from '../../startService.ts';

/** For a project without protection. */
export const approval = new WriteApproval();

export interface Service {
  readonly client: ApiClient;
  readonly projectId: string;
  readonly cohorts: ListRef;
  readonly dashboards: ListRef;
  /** Another client, with a short timeout. */
  createHasty(timeoutMs: number): ApiClient;
  /** Replaces the faults of every response. */
  inject(faults: string): void;
  /** Replaces what the service makes of the JSON that it is sent. */
  setHabits(habits: readonly Habit[]): void;
  createCatalog(pageSize?: number): { readonly catalog: Catalog; readonly trash: Trash };
}

/** Call it at the top of a describe; read what it gives inside the tests only. */
export function useService(): () => Service {
  let service: Service | undefined;
  let stop: (() => Promise<void>) | undefined;
  before(async () => {
    const listening = await startService({ persons: 100 });
    const client = createClient({ baseUrl: listening.url, key: listening.key });
    stop = async () => {
      await client.close();
      await listening.close();
    };
    const projectId = listening.projects[0]?.id ?? '';
    const project = { connectionId: 'sample', projectId };
    service = {
      client,
      projectId,
      createHasty: (timeoutMs) => createClient({ baseUrl: listening.url, key: listening.key, timeoutMs }),
      inject: (faults) => listening.inject(faults),
      setHabits: (habits) => listening.setHabits(habits),
      cohorts: { ...project, kind: 'cohort' },
      dashboards: { ...project, kind: 'dashboard' },
      createCatalog: (pageSize = 100) => {
        const trash = new Trash(createMemory());
        const options = {
          openClient: async () => client,
          trash,
          pageSize: () => pageSize,
          now: () => Date.now(),
        };
        return { catalog: new Catalog(options), trash };
      },
    };
  });
  after(async () => {
    await stop?.();
  });
  return () => {
    if (!service) throw new Error('The service runs inside tests only.');
    return service;
  };
}
