import { requestIdOf, saysHtml } from '#api/http/responseHeaders.ts';
import { pathSegment } from '#api/http/safeBaseUrl.ts';
import { type Call, operationOf, type Transport } from '#api/http/transport.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { ApiError } from './apiError.ts';
import { readActivities, readCalculations, readCohortUses, withNumbersAsSent } from './cohortDetails.ts';
import { inSmallerPages, listPages, pagePath, readPage } from './pages.ts';
import { readCohort, readPerson } from './readRecord.ts';
import { callOf, createResource, readJson, recordPath } from './createResource.ts';
import type { Cohort, Person } from './responseSchemas.ts';
import type { CallOptions, Cohorts, Page, PersonSearch, PersonsOptions } from './clientTypes.ts';

export function createCohorts(transport: Transport, projectId: string): Cohorts {
  const path = `${transport.address.prefix}/api/projects/${pathSegment(projectId, 'project_id')}/cohorts/`;
  return {
    ...createResource<Cohort>(transport, path, readCohort),
    async openPersons(id, options) {
      const call = personsCall(recordPath(path, id, 'persons'), options);
      const response = await transport.open(call);
      if (!saysHtml(response.headers)) return response;
      response.cancel();
      throw new ApiError('notJson', 'The response is a web page, not persons.', {
        status: response.status,
        operation: operationOf(call),
        requestId: requestIdOf(response.headers),
      });
    },
    persons: async (id, options = {}) => requestPersons(transport, recordPath(path, id, 'persons'), options),
    personPages: (id, { signal, priority, ...start } = {}) =>
      listPages({
        start,
        ask: async (at, ofWalk) =>
          requestPersons(transport, recordPath(path, id, 'persons'), { ...at, signal: ofWalk, priority }),
        idOf: (person) => person.id,
        signal,
      }),
    ...detailReads(transport, path),
    ...personChanges(transport, path),
  };
}

/** Beyond the interface. */
function detailReads(
  transport: Transport,
  path: string,
): Pick<Cohorts, 'uses' | 'calculations' | 'activities'> {
  return {
    uses: async (id, options) =>
      requestDetails(transport, recordPath(path, id, 'used_in'), readCohortUses, options),
    calculations: async (id, { limit, offset, ...options } = {}) => {
      const at = pagePath(recordPath(path, id, 'calculation_history'), { limit, offset });
      return requestDetails(transport, at, readCalculations, options);
    },
    activities: async (id, { limit, ...options } = {}) => {
      const at = pagePath(recordPath(path, id, 'activity'), { limit });
      return requestDetails(transport, at, readActivities, options);
    },
  };
}

/** Of static cohorts. */
function personChanges(transport: Transport, path: string): Pick<Cohorts, 'addPersons' | 'removePerson'> {
  return {
    addPersons: async (id, persons, options) =>
      change(
        transport,
        recordPath(path, id, 'add_persons_to_static_cohort'),
        { person_ids: persons },
        options,
      ),
    removePerson: async (id, person, options) =>
      change(
        transport,
        recordPath(path, id, 'remove_person_from_static_cohort'),
        { person_id: person },
        options,
      ),
  };
}

/** Only the service's own word counts: a proxy may respond in its place. */
async function change(
  transport: Transport,
  path: string,
  body: object,
  options: CallOptions | undefined,
): Promise<void> {
  const call = callOf('PATCH', path, options, JSON.stringify(body));
  const { json, fields } = readJson(await transport.send(call), call);
  if (typeof json !== 'object' || json === null || !('success' in json) || json.success !== true)
    throw new ApiError('unexpected', 'The response does not confirm the change.', fields);
}

async function requestDetails<T>(
  transport: Transport,
  path: string,
  read: (json: unknown) => T | undefined,
  { signal, onWait, priority }: CallOptions = {},
): Promise<T> {
  const call: Call = { method: 'GET', path, signal, onWait, priority };
  const { json, text, fields } = readJson(await transport.send(call), call);
  const details = read(withNumbersAsSent(text, json));
  if (details === undefined) throw new ApiError('unexpected', 'The response has another shape.', fields);
  return details;
}

async function requestPersons(
  transport: Transport,
  list: string,
  first: PersonSearch,
): Promise<Page<Person>> {
  return inSmallerPages(first, async (options) => {
    const path = personsPath(list, { ...options, format: 'json' });
    const { signal, onWait, priority } = options;
    const call: Call = {
      method: 'GET',
      path,
      accept: '*/*',
      budget: 'personsPerMinute',
      signal,
      onWait,
      priority,
    };
    const { json, fields } = readJson(await transport.send(call), call, parseKeepingLong);
    if (isCohortShaped(json)) {
      throw new ApiError('unexpected', 'The service returned the cohort instead of its persons.', {
        ...fields,
        code: 'cohort_shaped',
      });
    }
    return readPage(json, readPerson, options, fields);
  });
}

function personsCall(at: string, options: PersonsOptions): Call {
  return {
    method: 'GET',
    path: personsPath(at, options),
    // An Accept header that contradicts the format parameter returns 406.
    accept: '*/*',
    signal: options.signal,
    onWait: options.onWait,
    retry: options.retry,
    budget: 'personsPerMinute',
    priority: options.priority ?? 'export',
  };
}

function personsPath(at: string, { format, limit, offset, search }: PersonsOptions & PersonSearch): string {
  const paged = pagePath(at, { limit, offset });
  const searched = search === undefined ? '' : `&search=${encodeURIComponent(search)}`;
  return `${paged}${paged === at ? '?' : '&'}format=${format}${searched}`;
}

/** The interface documents a cohort as the response to a request for persons (section 4.2). */
function isCohortShaped(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || 'results' in json) return false;
  return 'id' in json && ['is_static', 'is_calculating', 'groups', 'filters'].some((field) => field in json);
}
