// api/ is the service's interface, typed. It knows HTTP and JSON and no editor. A resource is a verb and a path; what
// is common to all calls lies below it: createResource, transport (tries), exchange (a request and its response).
import { pathSegment, requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { createCohorts } from './cohorts.ts';
import { createDashboards } from './dashboards.ts';
import { ApiError, isApiError } from './apiError.ts';
import { readJson, requestRecord } from './createResource.ts';
import { inSmallerPages, listPages, pagePath, readPage } from './pages.ts';
import { readProject, readUser } from './readRecord.ts';
import type { Project } from './responseSchemas.ts';
import { type Call, createTransport, type Transport } from '#api/http/transport.ts';
import type { ApiClient, CallOptions, ClientOptions, Cursor, Page } from './clientTypes.ts';

/** A person may be waiting for a check to learn why a command failed. */
const maxCheckMs = 10_000;
/** Endless pages must not fill the memory. */
const maxProjects = 10_000;
/** Problems of a page. */
const mostLogged = 100;

/**
 * Opens no connection yet. Throws ApiError `invalid`, its `attr` `baseUrl` or `key`, for an address that a key must not
 * be sent to and for a key that no header can carry.
 */
export function createClient(options: ClientOptions): ApiClient {
  const address = requireSafeBaseUrl(options.baseUrl);
  if (!/^[\x21-\x7e]+$/.test(options.key)) {
    throw new ApiError('invalid', 'The key is empty or contains invalid characters.', { attr: 'key' });
  }
  return createClientOn(createTransport(address, options));
}

function createClientOn(transport: Transport): ApiClient {
  return {
    origin: transport.address.origin,
    listProjects: async (callOptions) => listProjects(transport, callOptions),
    retrieveProject: async (id, { signal } = {}) => {
      const path = `${transport.address.prefix}/api/projects/${pathSegment(id, 'project_id')}/`;
      return requestRecord(transport, { method: 'GET', path, signal }, readProject);
    },
    retrieveUser: async ({ signal, priority } = {}) => {
      const path = `${transport.address.prefix}/api/users/@me/`;
      const call: Call = { method: 'GET', path, signal, priority };
      const { json, fields } = readJson(await transport.send(call), call);
      const user = readUser(json);
      if (!user) throw new ApiError('unexpected', 'The response names no user.', fields);
      return user;
    },
    check: async ({ signal } = {}) => {
      const path = `${transport.address.prefix}/api/projects/?limit=1`;
      const once = { retry: { tries: 1 }, timeoutMs: maxCheckMs, isUnreported: true };
      try {
        await transport.send({ method: 'GET', path, signal, ...once });
      } catch (error) {
        // A key that may not list projects, or a service without the list, is a response as well.
        if (!isApiError(error, 'forbidden', 'missingScope', 'notFound', 'notJson')) throw error;
      }
    },
    dashboards: (projectId) => createDashboards(transport, projectId),
    cohorts: (projectId) => createCohorts(transport, projectId),
    withApproval: (approval) => createClientOn(transport.withApproval(approval)),
    retire: () => transport.retire(),
    close: async () => transport.close(),
  };
}

/** Pages are followed, up to 10,000 projects; a bare array counts as the only page. */
async function listProjects(transport: Transport, options: CallOptions = {}): Promise<readonly Project[]> {
  const path = `${transport.address.prefix}/api/projects/`;
  const ask = async (first: Cursor, signal: AbortSignal): Promise<Page<Project>> =>
    inSmallerPages(first, async (at) => {
      const call: Call = { method: 'GET', path: pagePath(path, at), signal };
      const { json, fields } = readJson(await transport.send(call), call);
      const envelope = Array.isArray(json) ? { results: json } : json;
      return readPage(envelope, readProject, at, fields);
    });
  const projects: Project[] = [];
  for await (const page of listPages({ start: {}, ask, idOf: ({ id }) => id, signal: options.signal })) {
    for (const project of page.results) projects.push(project); // a page may hold more than a call takes arguments
    for (const problem of page.problems.slice(0, mostLogged)) transport.log(problem);
    if (projects.length < maxProjects) continue;
    transport.log(`Only the first ${maxProjects} projects are listed.`);
    break;
  }
  return projects.slice(0, maxProjects);
}
