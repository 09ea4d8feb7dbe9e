// From a request to its response as data. Errors in this order: host name, path, format, key, project, scope, rate, method.
import type { IncomingMessage } from 'node:http';
import { errorResponse, html, unknownPath } from '#sandbox/http/responseData.ts';
import type { ResponseData } from '#sandbox/http/responseData.ts';
import { ServiceError, methodNotAllowed, serverError } from '#sandbox/http/serviceError.ts';
import { type Faults, type FaultsOfRequest, numberOf } from '#sandbox/http/faults.ts';
import { accessible, authenticate, findAccessible, requireScopes } from '#sandbox/http/apiKeys.ts';
import type { Key, Keys } from '#sandbox/http/apiKeys.ts';
import { isLocalName } from '#sandbox/http/hostHeader.ts';
import type { RateLimiter } from '#sandbox/http/rateLimiter.ts';
import { ClientDisconnected, type Fields, readFields } from '#sandbox/http/readRequest.ts';
import type { Service } from '#sandbox/routes/routeCall.ts';
import * as projectRoutes from '#sandbox/routes/projects.ts';
import { findPlace, handlerFor, negotiate } from '#sandbox/routes/routeTable.ts';
import type { Place } from '#sandbox/routes/routeTable.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

export interface Host extends Service {
  readonly projects: readonly ProjectRow[];
  readonly keys: Keys;
  readonly faults: Faults;
  /** Undefined: no limit. */
  readonly rateLimits: RateLimiter | undefined;
  readonly log: (line: string) => void;
}

/** Throws ClientDisconnected; every other error is a response. */
export async function routeRequest(
  host: Host,
  request: IncomingMessage,
  faults: FaultsOfRequest,
): Promise<ResponseData> {
  const name = request.headers.host;
  if (!isLocalName(name)) {
    return html(421, 'Misdirected Request', 'This service is available as 127.0.0.1 and localhost only.');
  }
  // Concatenated, not resolved: a path that begins with two slashes would be read as a host.
  const address = URL.parse(`http://${name}${request.url ?? ''}`);
  const place = address && findPlace(address.pathname);
  if (!address || !place) return unknownPath();
  let isCsv = false;
  try {
    const { accept = '*/*' } = request.headers;
    isCsv = negotiate(place.route, address.searchParams.getAll('format').at(-1), accept) === 'csv';
    return await dispatch(host, request, { place, address, isCsv, faults });
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    if (!(error instanceof ServiceError)) host.log(`${request.method} ${address.pathname}: ${String(error)}`);
    const failed = errorResponse(error instanceof ServiceError ? error : serverError());
    // As in the service: an error in CSV has no columns, so it is empty.
    return isCsv
      ? { ...failed, headers: { ...failed.headers, 'Content-Type': 'text/csv' }, body: [] }
      : failed;
  }
}

interface Target {
  readonly place: Place;
  readonly address: URL;
  readonly isCsv: boolean;
  readonly faults: FaultsOfRequest;
}

async function dispatch(host: Host, request: IncomingMessage, target: Target): Promise<ResponseData> {
  const { place, address, isCsv, faults } = target;
  const method = request.method ?? 'GET';
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const key = authenticate(host.keys, request.headers.authorization);
  const current = faults.get('current');
  const opened = current && numberOf(current);
  if (!place.route) return listProjects(host, key, place, { method, opened });
  const project = findAccessible(key, host.projects, place.project ?? '', opened);
  requireScopes(key, place.route.scopes(isWrite));
  host.rateLimits?.pass(project.id, place.route.hasCsv ? 'persons' : 'records');
  return handlerFor(
    place.route,
    method,
  )({
    service: host,
    method,
    project,
    id: place.id,
    address: address.origin + address.pathname,
    query: address.searchParams,
    isCsv,
    faults,
    readFields: async () => withoutKept(await readFields(request, host.maxBodyBytes), faults),
  });
}

/** Without what the fault `keep` is about. */
function withoutKept({ values, texts }: Fields, faults: FaultsOfRequest): Fields {
  const kept = faults.get('keep')?.value;
  if (kept === undefined || kept === 'tile') return { values, texts };
  const isSent = ([name]: readonly [string, unknown]) => kept !== '' && name !== kept;
  return {
    values: Object.fromEntries(Object.entries(values).filter(isSent)),
    texts: new Map([...texts].filter(isSent)),
  };
}

function listProjects(
  host: Host,
  key: Key,
  place: Place,
  { method, opened }: { readonly method: string; readonly opened: number | undefined },
): ResponseData {
  requireScopes(key, ['project:read']);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, OPTIONS');
  if (place.project === undefined) return projectRoutes.list(accessible(key, host.projects));
  return projectRoutes.retrieve(findAccessible(key, host.projects, place.project, opened));
}
