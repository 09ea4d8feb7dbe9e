// sandbox/ is a complete service on node:http and SQLite that shares no code with the client: json and store at the
// bottom, http (requests, responses, faults), membership (who is in a cohort), sample (its data) and routes above, and the
// files here on top. It binds to loopback, requires its key and checks the Host header against DNS rebinding.
import { once } from 'node:events';
import { createServer, type Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { Faults, type FaultsOfRequest, numberOf } from '#sandbox/http/faultTable.ts';
import { type Habit, Habits } from '#sandbox/routes/deploymentHabits.ts';
import {
  type KeyOptions,
  makeKey,
  RateLimiter,
  readKeys,
  accessible,
  authenticate,
  findAccessible,
  hasKey,
  type Key,
  type Keys,
  requireScopes,
} from '#sandbox/http/apiKeys.ts';
import { CalculationQueue } from '#sandbox/membership/calculationQueue.ts';
import { registerFunctions } from '#sandbox/membership/sqlFunctions.ts';
import { fillWithSample, type SampleOptions } from '#sandbox/sample/fillWithSample.ts';
import { openStore } from '#sandbox/store/openStore.ts';
import { selectProjects, callerId, type ProjectRow, projectText, userText } from '#sandbox/store/projects.ts';
import { alterResponse, pause, sendResponse, statusResponse } from '#sandbox/http/sendResponse.ts';
import { ClientDisconnected, type RequestFields, readFields } from '#sandbox/http/readRequest.ts';
import {
  errorResponse,
  html,
  json,
  methodNotAllowed,
  type ResponseData,
  serverError,
  ServiceError,
  unknownPath,
} from '#sandbox/http/serviceError.ts';
import type { Service } from '#sandbox/routes/routeCall.ts';
import { findPlace, handlerFor, negotiate, own, type ResourcePlace } from '#sandbox/routes/routeTable.ts';

export interface ListenOptions extends SampleOptions {
  /** The data folder; created if it is missing. */
  readonly dataDir: string;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Default: a new one at each start. */
  readonly key?: string | undefined;
  /** More keys, for instance with fewer scopes. */
  readonly keys?: readonly KeyOptions[] | undefined;
  /** Deletes the data and creates new sample data. */
  readonly reset?: boolean | undefined;
  /** Maximum rows of a CSV of persons; default 10,000. */
  readonly csvCap?: number | undefined;
  /** Default 20 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** Whether requests are limited as on a shared service. */
  readonly hasRateLimits?: boolean | undefined;
  /** Faults for all requests; http/faultTable.ts has the syntax. */
  readonly faults?: string | undefined;
  /** What the service does to the JSON that it receives; default nothing. */
  readonly habits?: readonly Habit[] | undefined;
  /** Receives errors that no response reports. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface Listening {
  /** The address without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** Replaces the faults for all requests, and ends their latency; an empty text removes them. */
  inject(faults: string): void;
  /** Replaces the habits for all requests from now on. */
  setHabits(habits: readonly Habit[]): void;
  /** Resolves when every calculation is done, except those of slow cohorts. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps idle connections open for clients that pause between requests. */
const idleMs = 65_000;

/** Starts the service. Rejects with an Error whose message people can read. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const log = options.log ?? (() => undefined);
  const faults = new Faults(options.faults);
  const store = openStore(options.dataDir, options.reset ?? false, (db) => {
    registerFunctions(db);
    fillWithSample(db, options, log);
  });
  const { db } = store;
  registerFunctions(db);
  const calculations = new CalculationQueue(db, log);
  const projects = selectProjects(db);
  const key = options.key ?? makeKey();
  const habits = new Habits(options.habits);
  const keys = readKeys([{ key }, ...(options.keys ?? [])]);
  const service = { ...limitsOf(options), db, calculations, habits, projects, keys, faults, log };
  const server = createServer({ keepAliveTimeout: idleMs }, (request, response) => {
    void handleRequest(service, request, response);
  });
  const close = async (): Promise<void> => {
    await stop(server);
    await calculations.close();
    store.close();
  };
  try {
    const port = await bind(server, options.port ?? 0);
    return {
      url: `http://127.0.0.1:${port}`,
      key,
      projects: projects.map(({ id, name }) => ({ id: String(id), name })),
      inject: (text) => faults.set(text),
      setHabits: (wanted) => habits.set(wanted),
      idle: () => calculations.idle(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function limitsOf({ hasRateLimits = false, csvCap = 10_000, maxBodyBytes = 20_000_000 }: ListenOptions) {
  return { rateLimits: hasRateLimits ? new RateLimiter() : undefined, csvCap, maxBodyBytes };
}

async function bind(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    throw new Error(bindProblem(port, error), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function bindProblem(port: number, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another port, or omit it to use any free one.`;
  if (code === 'EACCES') return `No permission to use port ${port}. Choose one above 1023.`;
  return `Cannot open port ${port} (${error instanceof Error ? error.message : String(error)}).`;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

// From a request to its response's bytes, with the faults that apply.

/** Never rejects: an error is logged and ends the connection. */
async function handleRequest(host: Host, request: IncomingMessage, output: ServerResponse): Promise<void> {
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
  if (place === own) return retrieveUser(host, key, method);
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

function retrieveUser({ db, habits }: Host, key: Key, method: string): ResponseData {
  if (habits.has('interfaceOnly')) return unknownPath();
  requireScopes(key, ['user:read']);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, OPTIONS');
  return json(200, userText(db, callerId));
}

function listProjects(
  host: Host,
  key: Key,
  place: ResourcePlace,
  { method, opened }: { readonly method: string; readonly opened: number | undefined },
): ResponseData {
  requireScopes(key, ['project:read']);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, OPTIONS');
  if (place.project === undefined) return projectList(accessible(key, host.projects));
  return json(200, projectText(findAccessible(key, host.projects, place.project, opened)));
}

/** A web page in a browser may reach this machine under another host name (DNS rebinding); it is refused. */
function isLocalName(header: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(header ?? '');
}

/** Not part of the interface, but clients list projects so that people can choose. */
function projectList(projects: readonly ProjectRow[]): ResponseData {
  const results = projects.map(projectText).join(',');
  return json(200, `{"count":${projects.length},"next":null,"previous":null,"results":[${results}]}`);
}
