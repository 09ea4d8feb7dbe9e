import { pathSegment } from '#api/http/safeBaseUrl.ts';
import { readDashboard } from './readRecord.ts';
import { createResource, only, recordPath, requestRecord } from './createResource.ts';
import type { Dashboard } from './responseSchemas.ts';
import type { Transport } from '#api/http/transport.ts';
import type { Dashboards } from './clientTypes.ts';

export function createDashboards(transport: Transport, projectId: string): Dashboards {
  const path = `${transport.address.prefix}/api/projects/${pathSegment(projectId, 'project_id')}/dashboards/`;
  return {
    ...createResource<Dashboard>(transport, path, readDashboard),
    async moveTile(id, { tileId, toDashboard }, options) {
      // Older deployments read toDashboard, newer ones to_dashboard; each ignores the other's.
      const body = { tile: { id: tileId }, toDashboard, to_dashboard: toDashboard };
      return requestRecord(
        transport,
        {
          method: 'PATCH',
          path: recordPath(path, id, 'move_tile'),
          body: JSON.stringify(body),
          signal: options?.signal,
        },
        only(readDashboard, id),
      );
    },
  };
}
