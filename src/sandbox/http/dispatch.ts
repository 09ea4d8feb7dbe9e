// http/ is between the wire and the routes: it knows requests, answers, keys and limits, and nothing of records. Here a
// request becomes an answer as data. The order of refusals: name, path, format, key, project, scope, rate, method.
import type { IncomingMessage } from 'node:http';
import { failureAnswer, html, unknownPath } from './answer.ts';
import type { Answer } from './answer.ts';
import { Failure, methodNotAllowed, serverFailure } from './serviceError.ts';
import type { Faults, FaultsOfRequest } from '#sandbox/faults.ts';
import { accessible, authenticate, findAccessible, requireScopes } from './keys.ts';
import type { Key, Keys } from './keys.ts';
import type { RateLimits } from './rateLimits.ts';
import { CutOff, readFields } from './request.ts';
import type { Service } from '#sandbox/routes/call.ts';
import * as projectRoutes from '#sandbox/routes/projects.ts';
import { findPlace, handlerFor, negotiate } from '#sandbox/routes/routes.ts';
import type { Place } from '#sandbox/routes/routes.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

export interface Host extends Service {
  readonly projects: readonly ProjectRow[];
  readonly keys: Keys;
  readonly faults: Faults;
  /** Undefined: as many requests as one likes. */
  readonly rateLimits: RateLimits | undefined;
  readonly log: (line: string) => void;
}

/** Throws CutOff where the client went away; whatever else goes wrong is an answer. */
export async function answerTo(
  host: Host,
  request: IncomingMessage,
  faults: FaultsOfRequest,
): Promise<Answer> {
  const name = request.headers.host;
  if (!isOwnName(name)) {
    return html(421, 'Misdirected Request', 'This service answers to 127.0.0.1 and localhost only.');
  }
  // Joined rather than resolved: a path that begins with two slashes names no host of ours.
  const address = URL.parse(`http://${name}${request.url ?? ''}`);
  const place = address && findPlace(address.pathname);
  if (!address || !place) return unknownPath();
  let isCsv = false;
  try {
    const { accept = '*/*' } = request.headers;
    isCsv = negotiate(place.route, address.searchParams.getAll('format').at(-1), accept) === 'csv';
    return await dispatch(host, request, { place, address, isCsv, faults });
  } catch (error) {
    if (error instanceof CutOff) throw error;
    if (!(error instanceof Failure)) host.log(`${request.method} ${address.pathname}: ${String(error)}`);
    const refused = failureAnswer(error instanceof Failure ? error : serverFailure());
    // An error has no columns, so a CSV of it is empty.
    return isCsv
      ? { ...refused, headers: { ...refused.headers, 'Content-Type': 'text/csv' }, body: [] }
      : refused;
  }
}

interface Target {
  readonly place: Place;
  readonly address: URL;
  readonly isCsv: boolean;
  readonly faults: FaultsOfRequest;
}

async function dispatch(host: Host, request: IncomingMessage, target: Target): Promise<Answer> {
  const { place, address, isCsv, faults } = target;
  const method = request.method ?? 'GET';
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const key = authenticate(host.keys, request.headers.authorization);
  if (!place.route) return answerProjects(host, key, place, method);
  const project = findAccessible(key, host.projects, place.project ?? '');
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
    readFields: () => readFields(request, host.maxBodyBytes),
  });
}

function answerProjects(host: Host, key: Key, place: Place, method: string): Answer {
  requireScopes(key, ['project:read']);
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD, OPTIONS');
  if (place.project === undefined) return projectRoutes.list(accessible(key, host.projects));
  return projectRoutes.retrieve(findAccessible(key, host.projects, place.project));
}

/** A page that a browser shows reaches this machine under another name; it is not for such pages. */
function isOwnName(header: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(header ?? '');
}
