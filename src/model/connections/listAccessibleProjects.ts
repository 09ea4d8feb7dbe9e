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
