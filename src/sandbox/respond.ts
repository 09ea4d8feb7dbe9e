// From a request to its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureAnswer, html, send, unknownPath } from './answer.ts';
import type { Answer } from './answer.ts';
import { Failure, methodNotAllowed, serverFailure } from './failure.ts';
import { accessible, authenticate, findAccessible, requireScopes } from './keys.ts';
import type { Key, Keys } from './keys.ts';
import { CutOff, readFields } from './request.ts';
import type { Service } from './routes/call.ts';
import * as projectRoutes from './routes/projects.ts';
import { findPlace, handlerFor, negotiate } from './routes/routes.ts';
import type { Place } from './routes/routes.ts';
import type { ProjectRow } from './store/projects.ts';

export interface Host extends Service {
  readonly projects: readonly ProjectRow[];
  readonly keys: Keys;
  readonly log: (line: string) => void;
}

export async function respond(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.on('error', (error) => host.log(`answer: ${error.message}`));
  try {
    const answer = await answerTo(host, request);
    if (!request.complete) request.resume(); // a body that nobody asked for
    send(response, answer, request.method === 'HEAD');
  } catch (error) {
    if (!(error instanceof CutOff)) host.log(`answer: ${String(error)}`);
    response.destroy();
  }
}

async function answerTo(host: Host, request: IncomingMessage): Promise<Answer> {
  const { host: hostHeader, accept = '*/*' } = request.headers;
  if (!isOwnName(hostHeader)) {
    return html(421, 'Misdirected Request', 'This service answers to 127.0.0.1 and localhost only.');
  }
  // Joined rather than resolved: a path that begins with two slashes names no host of ours.
  const address = URL.parse(`http://${hostHeader}${request.url ?? ''}`);
  const place = address && findPlace(address.pathname);
  if (!address || !place) return unknownPath();
  let format: 'json' | 'csv' = 'json';
  try {
    format = negotiate(place.route, address.searchParams.getAll('format').at(-1), accept);
    return await dispatch(host, request, { place, address, isCsv: format === 'csv' });
  } catch (error) {
    if (error instanceof CutOff) throw error;
    if (!(error instanceof Failure)) host.log(`${request.method} ${address.pathname}: ${String(error)}`);
    const answer = failureAnswer(error instanceof Failure ? error : serverFailure());
    // An error has no columns, so a CSV of it is empty.
    return format === 'csv'
      ? { ...answer, headers: { ...answer.headers, 'Content-Type': 'text/csv' }, body: [] }
      : answer;
  }
}

interface Target {
  readonly place: Place;
  readonly address: URL;
  readonly isCsv: boolean;
}

async function dispatch(host: Host, request: IncomingMessage, target: Target): Promise<Answer> {
  const { place, address, isCsv } = target;
  const method = request.method ?? 'GET';
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  const key = authenticate(host.keys, request.headers.authorization);
  if (!place.route) return answerProjects(host, key, place, method);
  const project = findAccessible(key, host.projects, place.project ?? '');
  requireScopes(key, place.route.scopes(isWrite));
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
    isEndless: false,
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
function isOwnName(header: string | undefined): header is string {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(header ?? '');
}
