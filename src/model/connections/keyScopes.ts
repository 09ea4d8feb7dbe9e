// Which scopes a key has, found out before a person needs them.
import { ApiError, isApiError } from '#api/apiError.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { type TransportGuard, WriteApproval } from '#api/writeApproval.ts';
import type { Translate } from '#text/translate.ts';

export const scopes = [
  'dashboard:read',
  'dashboard:write',
  'cohort:read',
  'cohort:write',
  'person:read',
] as const;
export type Scope = (typeof scopes)[number];

/** No service has a record with this id. */
const noRecord = 0;

/** Whether something that reads like a change may be sent to a project. */
export type MayWrite = (projectId: string) => boolean;

/** Asked right before each request of a client that finds out scopes. */
export function guardBy(mayWrite: MayWrite): TransportGuard {
  return {
    check(projectId) {
      if (projectId !== undefined && mayWrite(projectId)) return;
      throw new ApiError('readOnly', 'The project is protected from changes here.', { place: projectId });
    },
  };
}

/**
 * Which of its scopes a key has in a project that it may enter; undefined for one that no response names. A list is read; a
 * write is tried as an empty change of a record that no service has, which changes nothing.
 */
export async function checkScopes(
  client: ApiClient,
  project: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<Scope, boolean | undefined>> {
  const [dashboards, cohorts] = [client.dashboards(project), client.cohorts(project)];
  const writer = client.withApproval(new WriteApproval());
  const options = { limit: 1, signal };
  const requests: Record<Scope, () => Promise<unknown>> = {
    'dashboard:read': () => dashboards.list(options),
    'dashboard:write': () => writer.dashboards(project).updateText(noRecord, '{}', { signal }),
    'cohort:read': () => cohorts.list(options),
    'cohort:write': () => writer.cohorts(project).updateText(noRecord, '{}', { signal }),
    'person:read': () => cohorts.persons(noRecord, options),
  };
  const ask = async (scope: Scope) => [scope, isGranted(scope, await errorOf(requests[scope]))] as const;
  const others = scopes.filter((scope) => scope !== 'person:read').map(ask);
  // Persons have the lowest rate limit, and a 429 holds all other requests.
  return new Map([...(await Promise.all(others)), await ask('person:read')]);
}

function isGranted(scope: Scope, error: ApiError | undefined): boolean | undefined {
  // Persons need the scope of cohorts as well, so that the one that is missing may be another.
  if (error?.kind === 'missingScope') return error.scope === scope ? false : undefined;
  const hasNoRecord = error?.kind === 'notFound' || error?.status === 400;
  const isList = scope === 'dashboard:read' || scope === 'cohort:read';
  return error === undefined || (hasNoRecord && !isList) ? true : undefined;
}

/** How a request failed; undefined if it did not. */
export async function errorOf(request: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await request();
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/**
 * The scopes that the service says are missing, in the first project that the key may enter, best one that may be written.
 * `signal` ends the search with what was found so far.
 */
export async function findMissingScopes(
  client: ApiClient,
  projects: readonly string[],
  mayWrite: MayWrite,
  signal: AbortSignal,
): Promise<readonly Scope[]> {
  for (const project of projects.toSorted((one, other) => +mayWrite(other) - +mayWrite(one))) {
    const error = await errorOf(() => client.cohorts(project).list({ limit: 1, signal }));
    if (signal.aborted) return [];
    if (error && error.kind !== 'missingScope') continue;
    const found = await checkScopes(client, project, signal);
    return scopes.filter((scope) => found.get(scope) === false);
  }
  return [];
}

/** Records that cannot be shown cannot be changed either, so only the first is reported. */
export function consequencesOf(missing: readonly Scope[], t: Translate): readonly string[] {
  const lacks = (scope: Scope): boolean => missing.includes(scope);
  return [
    lacks('dashboard:read') && t('Dashboards cannot be shown.'),
    lacks('dashboard:write') && !lacks('dashboard:read') && t('Dashboards cannot be changed.'),
    lacks('cohort:read') && t('Cohorts cannot be shown.'),
    lacks('cohort:write') && !lacks('cohort:read') && t('Cohorts cannot be changed.'),
    lacks('person:read') && t('Persons cannot be shown or exported.'),
  ].filter((sentence) => sentence !== false);
}
