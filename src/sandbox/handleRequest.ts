// From a request to its response's bytes, with the faults that apply.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { alterResponse, pause, sendResponse, statusResponse } from '#sandbox/http/sendResponse.ts';
import {
  accessible,
  authenticate,
  findAccessible,
  hasKey,
  type Key,
  type Keys,
  type RateLimiter,
  requireScopes,
} from '#sandbox/http/apiKeys.ts';
import { type Faults, type FaultsOfRequest, numberOf } from '#sandbox/http/faultTable.ts';
import { ClientDisconnected, type RequestFields, readFields } from '#sandbox/http/readRequest.ts';
import {
  errorResponse,
  html,
  methodNotAllowed,
  type ResponseData,
  serverError,
  ServiceError,
  unknownPath,
} from '#sandbox/http/serviceError.ts';
import * as projectRoutes from '#sandbox/routes/projects.ts';
import type { Service } from '#sandbox/routes/routeCall.ts';
import { findPlace, handlerFor, negotiate, type ResourcePlace } from '#sandbox/routes/routeTable.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

/** Never rejects: an error is logged and ends the connection. */
export async function handleRequest(
  host: Host,
  request: IncomingMessage,
  output: ServerResponse,
): Promise<void> {
  output.on('error', (error) => host.log(`Response failed: ${error.message}`));
  try {
    const faults = readFaults(host, request);
    if (faults instanceof ServiceError) await sendResponse(output, errorResponse(faults), false, new Map());
    else await respondWith(host, request, output, faults);
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) host.log(`Request failed: ${String(error)}`);
    output.destroy();
  }
}

async function respondWith(
  host: Host,
  request: IncomingMessage,
  output: ServerResponse,
  faults: FaultsOfRequest,
): Promise<void> {
  const [latency, reset] = [faults.get('latency'), faults.get('reset')];
  if (latency && !(await pause(output, numberOf(latency) ?? 0, host.faults.replaced))) return;
  if (reset && reset.value !== 'after') return void output.socket?.resetAndDestroy();
  if (faults.has('crash')) setImmediate(crash);
  const response = await responseFor(host, request, faults);
  if (reset) return void output.socket?.resetAndDestroy();
  if (!request.complete) request.resume(); // discards an unread body
  await sendResponse(output, response, request.method === 'HEAD', faults);
}

function crash(): never {
  throw new Error('The fault "crash" applies.');
}

async function responseFor(
  host: Host,
  request: IncomingMessage,
  faults: FaultsOfRequest,
): Promise<ResponseData> {
  const status = faults.get('status');
  if (status) return statusResponse(status);
  const response = await routeRequest(host, request, faults);
  return faults.size === 0
    ? response
    : alterResponse(response, faults, new URL(`http://${request.headers.host}${request.url}`));
}

/** A request without a key, or under another host name, chooses no faults: it could hold connections open. */
function readFaults(host: Host, request: IncomingMessage): FaultsOfRequest | ServiceError {
  const { host: name, authorization } = request.headers;
  try {
    return host.faults.forRequest(request, isLocalName(name) && hasKey(host.keys, authorization));
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

// From a request to its response as data. Errors in this order: host name, path, format, key, project, scope, rate, method.
interface Host extends Service {
  readonly projects: readonly ProjectRow[];
  readonly keys: Keys;
  readonly faults: Faults;
  /** Undefined: no limit. */
  readonly rateLimits: RateLimiter | undefined;
  readonly log: (line: string) => void;
}

/** Throws ClientDisconnected; every other error is a response. */
async function routeRequest(
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
  readonly place: ResourcePlace;
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
function withoutKept({ values, texts }: RequestFields, faults: FaultsOfRequest): RequestFields {
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
  place: ResourcePlace,
  { method, opened }: { readonly method: string; readonly opened: number | undefined },
): ResponseData {
  requireScopes(key, ['project:read']);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, OPTIONS');
  if (place.project === undefined) return projectRoutes.list(accessible(key, host.projects));
  return projectRoutes.retrieve(findAccessible(key, host.projects, place.project, opened));
}

/** A web page in a browser may reach this machine under another host name (DNS rebinding); it is refused. */
function isLocalName(header: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(header ?? '');
}
