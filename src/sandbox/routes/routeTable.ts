// routes/ is the interface: paths, methods and their handlers. A handler gets a RouteCall and returns a response as data, or
// throws ServiceError.
import {
  json,
  methodNotAllowed,
  notAcceptable,
  notFound,
  type ResponseData,
} from '#sandbox/http/serviceError.ts';
import * as cohorts from './cohorts.ts';
import { activityLog, calculationHistory, usedIn } from './cohorts.ts';
import * as dashboards from './dashboards.ts';
import { move as moveTile } from './dashboards.ts';
import { persons, addToStatic, removeFromStatic } from './persons.ts';
import type { RouteCall } from './routeCall.ts';

type Handler = (call: RouteCall) => ResponseData | Promise<ResponseData>;

export interface Route {
  readonly scopes: (isWrite: boolean) => readonly string[];
  readonly handlers: Readonly<Partial<Record<string, Handler>>>;
  /** The value of the `Allow` header. */
  readonly allow: string;
  /** Whether `?format=csv` is supported. */
  readonly hasCsv: boolean;
}

export interface ResourcePlace {
  /** Undefined for the paths of projects themselves. */
  readonly route: Route | undefined;
  /** The project as the path names it; undefined for the list of projects. */
  readonly project: string | undefined;
  readonly id: string;
}

const itemMethods = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS';
const listMethods = 'GET, POST, HEAD, OPTIONS';

/** Nothing is ever removed: 405 for any id, without a body or a content type. */
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

/** What a cohort has beyond the interface. */
function details(handler: Handler): Route {
  return {
    scopes: scopesOf('cohort'),
    handlers: { GET: handler },
    allow: 'GET, HEAD, OPTIONS',
    hasCsv: false,
  };
}

/** What changes a cohort beyond the interface. */
function change(handler: Handler): Route {
  return {
    scopes: scopesOf('cohort'),
    handlers: { PATCH: handler },
    allow: 'PATCH, OPTIONS',
    hasCsv: false,
  };
}

/** By the path after the project; `*` is an id. */
const routes: ReadonlyMap<string, Route> = new Map([
  ['dashboards', dashboardRoutes.list],
  ['dashboards/*', dashboardRoutes.item],
  [
    'dashboards/*/move_tile',
    {
      scopes: scopesOf('dashboard'),
      handlers: { PATCH: moveTile },
      allow: 'PATCH, OPTIONS',
      hasCsv: false,
    },
  ],
  ['cohorts', cohortRoutes.list],
  ['cohorts/*', cohortRoutes.item],
  ['cohorts/*/used_in', details(usedIn)],
  ['cohorts/*/calculation_history', details(calculationHistory)],
  ['cohorts/*/activity', { ...details(activityLog), scopes: () => ['activity_log:read'] }],
  ['cohorts/*/add_persons_to_static_cohort', change(addToStatic)],
  ['cohorts/*/remove_person_from_static_cohort', change(removeFromStatic)],
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

/** The person of the key. */
export const own: ResourcePlace = { route: undefined, project: undefined, id: '@me' };

/** The place of a path, with or without a trailing slash; undefined for an unknown path. */
export function findPlace(path: string): ResourcePlace | undefined {
  const [empty, api, root, project, ...rest] = path.replace(/\/$/, '').split('/');
  if (empty !== '' || api !== 'api') return undefined;
  if (root === 'users' && project === '@me' && rest.length === 0) return own;
  if (root !== 'projects') return undefined;
  if (project === undefined) return { route: undefined, project: undefined, id: '' };
  const name = decode(project);
  if (name === undefined || name === '') return undefined;
  const [resource, id, ...extra] = rest;
  if (resource === undefined) return { route: undefined, project: name, id: '' };
  const shape = [resource, ...(id === undefined ? [] : ['*']), ...extra].join('/');
  const route = id === '' ? undefined : routes.get(shape);
  return route && { route, project: name, id: id ?? '' };
}

/** The format of the response. Throws 404 for an unknown format, 406 where Accept excludes it. */
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

function describe(route: Route): ResponseData {
  const renders = ['application/json', ...(route.hasCsv ? ['text/csv'] : [])];
  const response = json(
    200,
    JSON.stringify({ name: '', description: '', renders, parses: ['application/json'] }),
  );
  return { ...response, headers: { ...response.headers, Allow: route.allow } };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // an invalid percent encoding
  }
}
