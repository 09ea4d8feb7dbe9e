// routes/ is the interface: a path, a method and what answers it. Handlers take a Call and answer as data; they throw
// Failure to refuse. The order of refusals is the service's: path, format, key, project, scope, method.
import type { Answer } from '#sandbox/http/answer.ts';
import { json } from '#sandbox/http/answer.ts';
import { methodNotAllowed, notAcceptable, notFound } from '#sandbox/http/serviceError.ts';
import * as cohorts from './cohorts.ts';
import * as dashboards from './dashboards.ts';
import { persons } from './persons.ts';
import type { Call } from './call.ts';

type Handler = (call: Call) => Answer | Promise<Answer>;

export interface Route {
  readonly scopes: (isWrite: boolean) => readonly string[];
  readonly handlers: Readonly<Partial<Record<string, Handler>>>;
  /** For the `Allow` header. */
  readonly allow: string;
  /** Whether `?format=csv` is understood. */
  readonly hasCsv: boolean;
}

export interface Place {
  /** Undefined for the paths of projects themselves. */
  readonly route: Route | undefined;
  /** The project as the path names it; undefined for the list of projects. */
  readonly project: string | undefined;
  readonly id: string;
}

const itemMethods = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';
const listMethods = 'GET, POST, HEAD, OPTIONS';

/** Nothing is ever removed: the answer is 405 for any id, without a body or a type. */
const refuseDelete: Handler = () => ({ status: 405, headers: { Allow: itemMethods }, body: [] });

const scopesOf = (resource: string) => (isWrite: boolean) => [`${resource}:${isWrite ? 'write' : 'read'}`];

function resourceRoutes(
  resource: string,
  { list, create, retrieve, update }: Readonly<Record<'list' | 'create' | 'retrieve' | 'update', Handler>>,
): { readonly list: Route; readonly item: Route } {
  const shared = { scopes: scopesOf(resource), hasCsv: false };
  const item = { GET: retrieve, PUT: update, PATCH: update, DELETE: refuseDelete };
  return {
    list: { ...shared, handlers: { GET: list, POST: create }, allow: listMethods },
    item: { ...shared, handlers: item, allow: itemMethods },
  };
}

const dashboardRoutes = resourceRoutes('dashboard', dashboards);
const cohortRoutes = resourceRoutes('cohort', cohorts);

/** By the path behind the project, `*` standing for an id. */
const routes: ReadonlyMap<string, Route> = new Map([
  ['dashboards', dashboardRoutes.list],
  ['dashboards/*', dashboardRoutes.item],
  [
    'dashboards/*/move_tile',
    {
      scopes: scopesOf('dashboard'),
      handlers: { PATCH: dashboards.move },
      allow: 'PATCH, OPTIONS',
      hasCsv: false,
    },
  ],
  ['cohorts', cohortRoutes.list],
  ['cohorts/*', cohortRoutes.item],
  [
    'cohorts/*/persons',
    {
      scopes: () => ['cohort:read', 'person:read'],
      handlers: { GET: persons },
      allow: 'GET, HEAD, OPTIONS',
      hasCsv: true,
    },
  ],
]);

/** What a path leads to, with or without a trailing slash; undefined where it leads nowhere. */
export function findPlace(path: string): Place | undefined {
  const [empty, api, root, project, ...rest] = path.replace(/\/$/, '').split('/');
  if (empty !== '' || api !== 'api' || root !== 'projects') return undefined;
  if (project === undefined) return { route: undefined, project: undefined, id: '' };
  const name = decode(project);
  if (name === undefined || name === '') return undefined;
  const [resource, id, ...extra] = rest;
  if (resource === undefined) return { route: undefined, project: name, id: '' };
  const shape = [resource, ...(id === undefined ? [] : ['*']), ...extra].join('/');
  const route = id === '' ? undefined : routes.get(shape);
  return route && { route, project: name, id: id ?? '' };
}

/** Which format an answer has to have. Throws 404 for a format that there is none of, 406 where Accept rules it out. */
export function negotiate(
  route: Route | undefined,
  format: string | undefined,
  accept: string,
): 'json' | 'csv' {
  if (!route?.hasCsv) return 'json';
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase());
  const accepts = (type: string): boolean =>
    types.some((range) => range === '*/*' || range === type || range === `${type.split('/')[0]}/*`);
  if (format === undefined) {
    if (accepts('application/json')) return 'json';
    if (accepts('text/csv')) return 'csv';
    throw notAcceptable();
  }
  if (format !== 'json' && format !== 'csv') throw notFound();
  if (!accepts(format === 'csv' ? 'text/csv' : 'application/json')) throw notAcceptable();
  return format;
}

/** The handler for a method. */
export function handlerFor(route: Route, method: string): Handler {
  if (method === 'OPTIONS') return () => describe(route);
  const handler = route.handlers[method === 'HEAD' ? 'GET' : method];
  if (!handler) throw methodNotAllowed(method, route.allow);
  return handler;
}

function describe(route: Route): Answer {
  const renders = ['application/json', ...(route.hasCsv ? ['text/csv'] : [])];
  const answer = json(
    200,
    JSON.stringify({ name: '', description: '', renders, parses: ['application/json'] }),
  );
  return { ...answer, headers: { ...answer.headers, Allow: route.allow } };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a stray percent sign: no path of ours
  }
}
