// The cohorts resource.
import { type RequestFields, readWindow } from '#sandbox/http/readRequest.ts';
import { invalid, json, notFound, type ResponseData, unknownPath } from '#sandbox/http/serviceError.ts';
import { isJsonObject } from '#sandbox/json/rawJson.ts';
import { isCohortType } from '#sandbox/membership/conditionTypes.ts';
import {
  type CohortRow,
  cohortText,
  findCohort,
  insertCohort,
  listCohorts,
  updateCohort,
} from '#sandbox/store/cohorts.ts';
import {
  type ActivityName,
  addActivity,
  listActivities,
  listCalculations,
  listFlags,
  listInsightsUsing,
} from '#sandbox/store/cohortDetails.ts';
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { callerId } from '#sandbox/store/projects.ts';
import { forgetOrder, orderOf } from '#sandbox/store/recordOrder.ts';
import { readFlag, readMap, readText } from './bodyFields.ts';
import { pageResponse, pageText, recordId, type RouteCall } from './routeCall.ts';

/** Beyond the interface: those with a name. */
export function list(call: RouteCall): ResponseData {
  const { query, service, project } = call;
  const search = query.get('search')?.trim() ?? '';
  if (service.habits.has('interfaceOnly') || search === '') return pageResponse(call, 'cohort');
  if (search.length > 200)
    throw invalid('search', 'max_length', 'Ensure this field has no more than 200 characters.');
  const found = orderOf(service.db, 'cohort', project.id)
    .flatMap((id) => findCohort(service.db, project.id, id) ?? [])
    .filter(({ name }) => (name ?? '').toLowerCase().includes(search.toLowerCase()));
  const texts = found.map((cohort) => cohortText(service.db, cohort));
  const page = pageText(call, texts.length, (limit, offset) =>
    Buffer.from(texts.slice(offset, offset + limit).join()),
  );
  return json(200, `{"count":${texts.length},`, ...page);
}

/** Deleted ones too. */
export function retrieve(call: RouteCall): ResponseData {
  return json(200, cohortText(call.service.db, findForCall(call)));
}

export async function create(call: RouteCall): Promise<ResponseData> {
  const changes = readChanges(call, await call.readFields());
  const isCalculating = changes.isStatic !== true;
  const { db, calculations, habits } = call.service;
  const cohort = db.transaction(() => {
    const made = insertCohort(db, {
      projectId: call.project.id,
      name: null,
      description: '',
      groups: '[]',
      deleted: false,
      filters: null,
      isCalculating,
      createdBy: callerId,
      createdAt: timestamp(Date.now()),
      lastCalculation: null,
      errorsCalculating: 0,
      lastError: null,
      count: isCalculating ? null : 0,
      isStatic: false,
      version: 1,
      members: 0,
      slowMs: 0,
      ...changes,
    });
    refuseLoop(db, made); // others may have referred to this id before it existed
    updateCohort(db, { ...made, filters: made.filters && habits.store(made.filters) });
    noteActivity(db, made.id, 'created', []);
    return made;
  });
  if (isCalculating && !call.faults.has('endless')) calculations.enqueue(cohort.id);
  return json(201, cohortText(db, cohort));
}

export async function update(call: RouteCall): Promise<ResponseData> {
  const changes = readChanges(call, await call.readFields());
  const { db, calculations, habits } = call.service;
  const cohort = findForCall(call);
  const changed = { ...cohort, ...changes, version: cohort.version + 1 };
  refuseLoop(db, changed);
  if (habits.has('usedCohorts') && changed.deleted && !cohort.deleted) refuseUsed(db, cohort);
  const isFlipped = changed.deleted !== cohort.deleted;
  const isCalculating = !isFlipped && !changed.isStatic;
  const updated = { ...changed, isCalculating: isFlipped ? cohort.isCalculating : isCalculating };
  const filters = updated.filters && habits.store(updated.filters);
  const activity = !isFlipped ? 'updated' : changed.deleted ? 'deleted' : 'restored';
  const differences = changesBetween(cohort, { ...updated, filters });
  db.transaction(() => {
    updateCohort(db, { ...updated, filters });
    if (differences.length > 0) noteActivity(db, cohort.id, activity, differences);
  });
  if (isFlipped) forgetOrder(db, 'cohort', cohort.projectId);
  // Restoring starts a calculation, which the response does not mention.
  const needsCalculation = isCalculating || updated.isCalculating || (isFlipped && !changed.deleted);
  if (needsCalculation && !call.faults.has('endless')) calculations.enqueue(cohort.id);
  return json(200, cohortText(db, updated));
}

function noteActivity(
  db: Database,
  id: number,
  activity: ActivityName,
  changes: ReturnType<typeof changesBetween>,
): void {
  addActivity(db, id, { activity, userId: callerId, at: timestamp(Date.now()) }, changes);
}

/** JSON texts of the fields that differ. */
function changesBetween(before: CohortRow, after: CohortRow) {
  const text = JSON.stringify;
  const fields = (cohort: CohortRow) =>
    [
      ['name', text(cohort.name)],
      ['description', text(cohort.description)],
      ['filters', cohort.filters ?? 'null'],
      ['groups', cohort.groups],
      ['is_static', text(cohort.isStatic)],
      ['deleted', text(cohort.deleted)],
    ] as const;
  const now = new Map(fields(after));
  return fields(before).flatMap(([field, old]) => {
    const current = now.get(field) ?? 'null';
    return current === old ? [] : [[field, old, current] as const];
  });
}

export function findForCall(call: RouteCall): CohortRow {
  const cohort = findCohort(call.service.db, call.project.id, recordId(call));
  if (!cohort) throw notFound();
  return cohort;
}

function refuseUsed(db: Database, cohort: CohortRow): void {
  const [user] = listReferring(db, cohort);
  if (user === undefined) return;
  throw invalid(
    null,
    'invalid_input',
    `This cohort is used by the cohort "${user.name ?? user.id}". Remove it there first.`,
  );
}

function refuseLoop(db: Database, cohort: CohortRow): void {
  if (!referencesLoop(db, cohort)) return;
  throw invalid('filters', 'invalid_input', 'Cohorts cannot reference other cohorts in a loop.');
}

/** The fields in the body, in the order in which they are validated. */
function readChanges({ service }: RouteCall, { values, texts }: RequestFields): Partial<CohortRow> {
  const name = readText(values, 'name', { isNullable: true, maxLength: 400 });
  const description = readText(values, 'description', { isNullable: false, maxLength: 1000 });
  const groups = readGroups(values);
  const deleted = readFlag(values, 'deleted');
  const filters = readFilters(values);
  const isStatic = readFlag(values, 'is_static');
  return {
    ...(name !== undefined && { name }),
    ...(typeof description === 'string' && { description }),
    ...(groups && { groups: texts.get('groups') ?? '[]' }),
    ...(deleted !== undefined && { deleted }),
    ...(filters && { filters: service.habits.acceptCohort(texts.get('filters') ?? '{}') }),
    ...(isStatic !== undefined && { isStatic }),
  };
}

/** An object as in the interface, or a list as in real responses. */
function readGroups(values: RequestFields['values']): object | undefined {
  return Array.isArray(values['groups']) ? values['groups'] : readMap(values, 'groups');
}

function readFilters(values: RequestFields['values']): object | undefined {
  const filters = values['filters'];
  if (filters === undefined) return undefined;
  if (isJsonObject(filters) && Object.hasOwn(filters, 'properties')) return filters;
  throw invalid('filters', 'invalid_input', "Filters must be a dictionary with a 'properties' key.");
}

// References from cohort to cohort, and loops among them.

/** Whether a cohort, as it is about to be saved, refers to itself, directly or through others. */
function referencesLoop(db: Database, cohort: CohortRow): boolean {
  const seen = new Set<number>();
  const waiting = referencesOf(cohort);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === cohort.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const other = findCohort(db, cohort.projectId, id);
    if (other) waiting.push(...referencesOf(other));
  }
  return false;
}

/** The cohorts of the project, except deleted ones, that refer to this one. */
export function listReferring(db: Database, cohort: CohortRow): readonly CohortRow[] {
  return listCohorts(db, cohort.projectId).filter((other) => referencesOf(other).includes(cohort.id));
}

/** Static cohorts have no references; others have them in their filters, or else in their groups. */
function referencesOf(cohort: CohortRow): number[] {
  return cohort.isStatic ? [] : referencesIn(cohort.filters ?? cohort.groups);
}

function referencesIn(text: string): number[] {
  const found: number[] = [];
  const waiting: unknown[] = [JSON.parse(text)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const part of value) waiting.push(part);
    if (!isJsonObject(value)) continue;
    if (isCohortType(value['type'])) found.push(Number(value['value']));
    else for (const part of Object.values(value)) waiting.push(part);
  }
  return found.filter(Number.isSafeInteger);
}

// What deployments of today say of a cohort beyond the interface: what uses it, its calculations, and who changed it.

/** Rows of a block; its total counts all of them. */
const maxRows = 50;

export function usedIn(call: RouteCall): ResponseData {
  if (call.service.habits.has('interfaceOnly')) return unknownPath();
  const cohort = findForCall(call);
  const { db } = call.service;
  const block = (rows: readonly object[]) => ({ results: rows.slice(0, maxRows), total: rows.length });
  return json(
    200,
    JSON.stringify({
      feature_flags: block(listFlags(db, cohort.id)),
      insights: block(listInsightsUsing(db, cohort)),
      cohorts: block(listReferring(db, cohort).map(({ id, name }) => ({ id, name }))),
    }),
  );
}

export function calculationHistory(call: RouteCall): ResponseData {
  if (call.service.habits.has('interfaceOnly')) return unknownPath();
  const cohort = findForCall(call);
  const { limit, offset } = readWindow(call.query);
  const all = listCalculations(call.service.db, cohort.id);
  const linkTo = (at: number) => `?limit=${limit}&offset=${at}`;
  const rows = all.slice(offset, offset + limit).map(({ filters, ...row }) => {
    const text = JSON.stringify({ ...row, error_code: row.error === null ? null : 'calculation_failed' });
    return `{"filters":${filters ?? '{}'},${text.slice(1)}`;
  });
  const next = offset + limit < all.length ? linkTo(offset + limit) : null;
  const previous = offset > 0 ? linkTo(Math.max(0, offset - limit)) : null;
  return json(
    200,
    `{"count":${all.length},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},` +
      `"results":[${rows.join()}]}`,
  );
}

/** In pages by their number, from 1. */
export function activityLog(call: RouteCall): ResponseData {
  if (call.service.habits.has('interfaceOnly')) return unknownPath();
  const all = listActivities(call.service.db, findForCall(call));
  const { limit } = readWindow(call.query);
  const page = Math.max(1, Number(call.query.get('page') ?? 1) || 1);
  const rows = all.slice((page - 1) * limit, page * limit);
  const linkTo = (number: number) => JSON.stringify(`${call.address}?limit=${limit}&page=${number}`);
  const next = page * limit < all.length ? linkTo(page + 1) : 'null';
  const previous = page > 1 ? linkTo(page - 1) : 'null';
  return json(
    200,
    `{"count":${all.length},"next":${next},"previous":${previous},"results":[${rows.join()}]}`,
  );
}
