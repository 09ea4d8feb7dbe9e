// The handlers of commands, with a server that records what they request.
import { createDocumentCommands } from '#commands/documents/documentCommands.ts';
import { createRecordLinkCommands } from '#commands/records/recordCommands.ts';
import { createViewCommands } from '#commands/viewCommands.ts';
import { Connections } from '#model/connections/connections.ts';
import type { Protection } from '#model/connections/protection.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { TilesToReveal } from '#model/records/tilesToReveal.ts';
import { fault, json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { createSetting } from '../stored.ts';
import { createCommandWindow } from './commandWindow.ts';

const tile = { id: 11, insight: { name: 'Sales' } };
export const dashboardIn = (projectId: string, id: number): RecordRef => ({
  connectionId: 'acme',
  projectId,
  kind: 'dashboard',
  id,
});

/** Two projects, of which the second may be protected. */
export function createConnections(protection: Protection | 'none' = 'none') {
  const projects = [{ id: '1' }, { id: '2', protection }];
  const setting = createSetting([{ id: 'acme', url: 'https://acme.test', projects }]);
  return { connections: new Connections(setting), disconnect: () => setting.write([]) };
}

export function createGuard(protection?: Protection): WriteGuard {
  return new WriteGuard(createConnections(protection).connections, async () => false);
}

/** The key can view it but not edit it. */
export const viewOnlyDashboard = 6;

export const manyTags = Array.from({ length: 150 }, (_, index) => `tag ${index}`);
/** Which no field of one line shows as they are. */
export const oddTags = ['line\nbreak', 'line\u2028separator', 'zero\u200bwidth', 'x'.repeat(400)];
const tagsOfDashboards = new Map([
  [1, ['growth', 'own']],
  [3, manyTags],
  [4, oddTags],
]);

/** Two projects; each dashboard has the one tile. */
export async function startCommands({
  refuses = () => false,
}: { readonly refuses?: () => boolean | 'key' } = {}) {
  const server = await startMisbehaving(({ method, url, body }) => {
    const refused = method === 'PATCH' && refuses();
    if (refused === 'key') return fault(401, 'authentication_failed', 'no key');
    if (refused) return fault(400, 'invalid', 'not today');
    const changes: object = method === 'PATCH' && body !== '' ? JSON.parse(body) : {}; // responses to changes have them
    const cohort = Number(/cohorts\/(\d+)\/$/.exec(url)?.[1]);
    if (cohort)
      return json({ id: cohort, name: `Cohort ${cohort}`, is_static: cohort === 9, groups: [], ...changes });
    const id = Number(/dashboards\/(\d+)/.exec(url)?.[1] ?? 1);
    const tags = tagsOfDashboards.get(id) ?? ['growth'];
    const level = id === viewOnlyDashboard ? 21 : 37;
    const dashboard = { id, name: `Dashboard ${id}`, tiles: [tile], tags, effective_privilege_level: level };
    const isOne = /\/\d+\/(move_tile\/)?$/.test(url);
    return json(
      isOne ? { ...dashboard, ...changes } : { count: 1, next: null, previous: null, results: [dashboard] },
    );
  });
  const projects = [{ id: '1' }, { id: '2' }];
  const connection = { url: 'https://acme.test', projects };
  const window = createCommandWindow({ url: server.url, key: 'phx_test_key', connection });
  const { connections, catalog, targets } = window;
  const views = { ...window, retryTiles: () => undefined };
  return {
    ...window,
    commands: {
      ...window.commands,
      ...createDocumentCommands({
        connections,
        catalog,
        targets,
        tilesToReveal: async () => new TilesToReveal(),
      }),
      ...createRecordLinkCommands({ connections, targets }),
      ...createViewCommands(views),
    },
    sent: () => server.received.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`),
    /** The bodies of the changes, by the id of the dashboard. */
    changes: () =>
      server.received
        .filter(({ method }) => method === 'PATCH')
        .map(({ url, body }) => [Number(/(\d+)\/$/.exec(url)?.[1]), JSON.parse(body)]),
    stop: async () => {
      await window.dispose();
      await server.close();
    },
  };
}

/** Without what is read before a field is replaced, and after a tile has moved. */
export function writesAmong(requests: readonly string[]): readonly string[] {
  return requests.filter((request) => !request.startsWith('GET '));
}
