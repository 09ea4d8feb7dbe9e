// Which projects a key can read.
import { isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import type { ProjectEntry } from './connection.ts';

/** Undefined if the key may not list projects: the person then enters an id. Throws ApiError. */
export async function listAccessibleProjects(
  client: Pick<ApiClient, 'listProjects'>,
  signal: AbortSignal,
): Promise<readonly ProjectEntry[] | undefined> {
  try {
    const projects = await client.listProjects({ signal });
    return projects.map(({ id, name }) => ({ id, name: name ?? '' }));
  } catch (error) {
    if (isApiError(error, 'forbidden', 'missingScope', 'notFound')) return undefined;
    throw error;
  }
}

/**
 * Whether the service has the project and the key can read its cohorts or its dashboards; false if the service
 * responds that there is no such project. Throws ApiError for every other refusal.
 */
export async function canReadProject(
  client: Pick<ApiClient, 'cohorts' | 'dashboards'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.cohorts(id).list({ limit: 1, signal });
  } catch (error) {
    if (isApiError(error, 'notFound')) return false;
    if (!isApiError(error, 'missingScope')) throw error;
    await client.dashboards(id).list({ limit: 1, signal });
  }
  return true;
}
