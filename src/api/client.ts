// api/ is the service's interface, typed. It knows HTTP and JSON and no editor. A resource is a verb and a path; what
// is common to all calls lies below it: createResource, transport (tries), exchange (a request and its response).
import { requireSafeBaseUrl } from '#api/http/safeBaseUrl.ts';
import { createCohorts } from './cohorts.ts';
import { createDashboards } from './dashboards.ts';
import { ApiError, isApiError } from './apiError.ts';
import { listProjects, retrieveProject } from './projects.ts';
import { createTransport, type Transport } from '#api/http/transport.ts';
import type { ApiClient, ClientOptions } from './clientTypes.ts';

/** A person may be waiting for a check to learn why a command failed. */
const maxCheckMs = 10_000;

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
    retrieveProject: async (id, callOptions) => retrieveProject(transport, id, callOptions),
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
