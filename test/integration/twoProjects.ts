// Commands on the embedded service, with handlers called directly.
import { createClient } from '#api/client.ts';
import type { Protection } from '#model/connections/protection.ts';
import type { WriteRequest } from '#model/connections/writeGuard.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { createCommandWindow } from './commandWindow.ts';
import { startService } from '../startService.ts';

/** The two projects of the embedded service, of which the second may be protected. */
export async function startTwoProjects(protection: Protection | 'none' = 'none', persons = 50) {
  const service = await startService({ persons });
  const projects = [
    { id: '1', name: 'Web' },
    { id: '2', name: 'App', protection },
  ];
  const asked: string[] = [];
  const requests: WriteRequest[] = [];
  let agrees = true;
  const overwrites: string[] = [];
  let overwrite = false;
  const window = createCommandWindow({
    url: service.url,
    key: service.key,
    connection: { name: 'Acme', url: service.url, projects },
    confirm: async (request) => {
      requests.push(request);
      asked.push(request.detail);
      return agrees;
    },
    mayOverwrite: async (...question) => {
      overwrites.push(question.join('\n'));
      return overwrite;
    },
  });
  const { catalog, client, guard } = window;
  const elsewhere = createClient({ baseUrl: service.url, key: service.key });
  const ref = (kind: RecordKind, projectId: string, id = 0): RecordRef => ({
    connectionId: 'acme',
    projectId,
    kind,
    id,
  });
  const writerTo = async (projectId: string) => {
    const places = [{ connectionId: 'acme', projectId }];
    return catalog.writer(await guard.approve({ action: 'create', projects: places, detail: '' }));
  };
  const create = async (projectId: string, name: string, values: readonly unknown[] = []) => {
    const filters = { properties: { type: 'AND', values } };
    return (await writerTo(projectId)).create(ref('cohort', projectId), { name, filters });
  };
  return {
    ...window,
    asked,
    /** All questions so far, and the answer from now on. */
    requests,
    answer: (wanted: boolean) => (agrees = wanted),
    /** What was asked before a change of somebody else was replaced, and the answer from now on. */
    overwrites,
    answerOverwrite: (wanted: boolean) => (overwrite = wanted),
    /** Changes what this window has not seen. */
    elsewhere,
    url: service.url,
    create,
    createDashboard: async (projectId: string, name: string) =>
      (await writerTo(projectId)).create(ref('dashboard', projectId), { name }),
    ref,
    inject: (faults: string) => service.inject(faults),
    setHabits: (habits: Parameters<typeof service.setHabits>[0]) => service.setHabits(habits),
    /** What the service has, the newest first. */
    cohortsIn: async (projectId: string) => (await client.cohorts(projectId).list()).results,
    dashboardsIn: async (projectId: string) =>
      (await client.dashboards(projectId).list({ limit: 100 })).results,
    stop: async () => {
      await window.dispose();
      await elsewhere.close();
      await service.close();
    },
  };
}
