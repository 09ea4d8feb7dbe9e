// The dashboards resource.
import type { RequestFields } from '#sandbox/http/readRequest.ts';
import { forbidden, invalid, json, notFound, type ResponseData } from '#sandbox/http/serviceError.ts';
import { asText, isJsonObject } from '#sandbox/json/rawJson.ts';
import {
  copyTiles,
  type DashboardRow,
  dashboardText,
  emptyTile,
  findDashboard,
  insertDashboard,
  insertTile,
  moveTile,
  type TileRow,
  updateDashboard,
} from '#sandbox/store/dashboards.ts';
import { timestamp } from '#sandbox/store/database.ts';
import { callerId } from '#sandbox/store/projects.ts';
import { readChoice, readFlag, readInteger, readList, readMap, readText } from './bodyFields.ts';
import { pageResponse, recordId, type RouteCall } from './routeCall.ts';

export function list(call: RouteCall): ResponseData {
  return pageResponse(call, 'dashboard');
}

export function retrieve(call: RouteCall): ResponseData {
  return respond(call, 200, find(call, 'live'));
}

export async function create(call: RouteCall): Promise<ResponseData> {
  const fields = await call.readFields();
  const changes = readChanges(call, fields);
  const source = readSource(call, fields);
  const { db, habits } = call.service;
  const dashboard = db.transaction(() => {
    const made = insertDashboard(db, {
      projectId: call.project.id,
      name: null,
      description: '',
      pinned: false,
      deleted: false,
      createdAt: timestamp(Date.now()),
      createdBy: callerId,
      isShared: false,
      filters: '{}',
      tags: '[]',
      restrictionLevel: 21,
      creationMode: source.mode,
      useTemplate: source.template,
      useDashboard: source.dashboard,
      ...changes,
    });
    if (source.dashboard !== null) copyTiles(db, source.dashboard, made.id);
    updateDashboard(db, { ...made, filters: habits.store(made.filters) });
    for (const tile of templates.get(source.template) ?? []) insertTile(db, made.id, tile);
    return made;
  });
  return respond(call, 201, dashboard);
}

export async function update(call: RouteCall): Promise<ResponseData> {
  const fields = await call.readFields();
  const dashboard = find(call, 'any');
  refuseViewers(dashboard);
  const changed = { ...dashboard, ...readChanges(call, fields) };
  readSource(call, fields);
  const { db, habits } = call.service;
  updateDashboard(db, { ...changed, filters: habits.store(changed.filters) });
  return respond(call, 200, changed);
}

/** Responds with the source dashboard. */
export async function move(call: RouteCall): Promise<ResponseData> {
  const { values } = await call.readFields();
  const { db } = call.service;
  const source = find(call, 'live');
  refuseViewers(source);
  const target = values['toDashboard'] ?? values['to_dashboard'];
  const tile = isJsonObject(values['tile']) ? values['tile']['id'] : undefined;
  if (tile === undefined) throw invalid('tile', 'required', 'This field is required.');
  if (target === undefined) throw invalid('toDashboard', 'required', 'This field is required.');
  if (!Number.isSafeInteger(tile) || !Number.isSafeInteger(target)) throw notFound();
  const to = findDashboard(db, call.project.id, Number(target));
  if (!to || to.deleted) throw notFound();
  const isKept = call.faults.get('keep')?.value === 'tile';
  if (!isKept && !moveTile(db, Number(tile), source.id, to.id)) throw notFound();
  return respond(call, 200, source);
}

function respond(call: RouteCall, status: number, dashboard: DashboardRow): ResponseData {
  const { db, habits } = call.service;
  return json(status, habits.shape(dashboardText(db, dashboard, true)));
}

/** A deleted dashboard cannot be read, but it can be changed, so that it can be restored. */
function find(call: RouteCall, which: 'live' | 'any'): DashboardRow {
  const dashboard = findDashboard(call.service.db, call.project.id, recordId(call));
  if (!dashboard || (which === 'live' && dashboard.deleted)) throw notFound();
  return dashboard;
}

function refuseViewers(dashboard: DashboardRow): void {
  if (dashboard.restrictionLevel === 37 && dashboard.createdBy !== callerId) {
    throw forbidden("You don't have edit permissions for this dashboard.");
  }
}

/** The fields in the body, in the order in which they are validated. */
function readChanges({ service }: RouteCall, { values, texts }: RequestFields): Partial<DashboardRow> {
  const name = readText(values, 'name', { isNullable: true, maxLength: 400 });
  const description = readText(values, 'description', { isNullable: false });
  const pinned = readFlag(values, 'pinned');
  const deleted = readFlag(values, 'deleted');
  const sent = readMap(values, 'filters') && texts.get('filters');
  const filters = sent === undefined ? undefined : service.habits.acceptDashboard(sent);
  const tags = readList(values, 'tags');
  const restrictionLevel = readChoice(values, 'restriction_level', [21, 37]);
  return {
    ...(name !== undefined && { name }),
    ...(typeof description === 'string' && { description }),
    ...(pinned !== undefined && { pinned }),
    ...(deleted !== undefined && { deleted }),
    ...(filters !== undefined && { filters }),
    ...(tags !== undefined && { tags: tagsText(tags) }),
    ...(restrictionLevel !== undefined && { restrictionLevel }),
  };
}

/** Tags are trimmed, lower-cased, made unique and sorted. */
function tagsText(tags: readonly unknown[]): string {
  const names = tags.map((tag) => asText(tag).trim().toLowerCase());
  return JSON.stringify([...new Set(names)].filter((name) => name !== '').toSorted());
}

function readSource(
  call: RouteCall,
  { values }: RequestFields,
): {
  readonly mode: DashboardRow['creationMode'];
  readonly template: string;
  readonly dashboard: number | null;
} {
  const template = readText(values, 'use_template', { isNullable: false }) ?? '';
  const dashboard = readInteger(values, 'use_dashboard') ?? null;
  if (template !== '' && dashboard !== null) {
    throw invalid(null, 'invalid_input', 'Use either a template or a dashboard as the source, not both.');
  }
  if (template !== '' && !templates.has(template)) {
    throw invalid('use_template', 'invalid_input', `Invalid template "${template}" provided.`);
  }
  if (dashboard !== null) {
    const source = findDashboard(call.service.db, call.project.id, dashboard);
    if (!source || source.deleted) throw invalid('use_dashboard', 'invalid_input', 'Invalid value provided.');
  }
  const mode = template !== '' ? 'template' : dashboard !== null ? 'duplicate' : 'default';
  return { mode, template, dashboard };
}

// The templates of `use_template` and their tiles.
const templates: ReadonlyMap<string, readonly TileRow[]> = new Map([
  [
    'DEFAULT_APP',
    [
      templateTile(0, 'Daily active users', 'TrendsQuery', 'blue'),
      templateTile(1, 'Weekly active users', 'TrendsQuery', 'green'),
      templateTile(2, 'Retention', 'RetentionQuery', 'blue'),
      templateTile(3, 'Growth accounting', 'LifecycleQuery', 'purple'),
      templateTile(4, 'Referring domain (last 14 days)', 'TrendsQuery', 'black'),
      templateTile(5, 'Pageview funnel, by browser', 'FunnelsQuery', 'green'),
    ],
  ],
  [
    'MARKETING',
    [
      templateTile(0, 'Visitors by channel', 'TrendsQuery', 'blue'),
      templateTile(1, 'Sign-ups by campaign', 'TrendsQuery', 'green'),
      templateTile(2, 'Visit to sign-up', 'FunnelsQuery', 'purple'),
    ],
  ],
]);

/** A tile in a grid of two columns. */
function templateTile(place: number, name: string, kind: string, color: string): TileRow {
  const layout = { x: (place % 2) * 6, y: Math.floor(place / 2) * 5, w: 6, h: 5 };
  return {
    ...emptyTile,
    insight: JSON.stringify({
      id: 900_001 + place,
      short_id: `tmpl${place}`,
      name,
      derived_name: null,
      description: '',
      filters: {},
      query: { kind: 'InsightVizNode', source: { kind } },
    }),
    layouts: JSON.stringify({ sm: layout, xs: { ...layout, x: 0, w: 1 } }),
    color,
  };
}
