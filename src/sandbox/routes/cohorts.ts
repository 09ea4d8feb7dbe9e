// The cohorts resource.
import type { RequestFields } from '#sandbox/http/readRequest.ts';
import { invalid, json, notFound, type ResponseData } from '#sandbox/http/serviceError.ts';
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
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { callerId } from '#sandbox/store/projects.ts';
import { forgetOrder } from '#sandbox/store/recordOrder.ts';
import { readFlag, readMap, readText } from './bodyFields.ts';
import { pageResponse, recordId, type RouteCall } from './routeCall.ts';

export function list(call: RouteCall): ResponseData {
  return pageResponse(call, 'cohort');
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
  db.transaction(() => updateCohort(db, { ...updated, filters }));
  if (isFlipped) forgetOrder(db, 'cohort', cohort.projectId);
  // Restoring starts a calculation, which the response does not mention.
  const needsCalculation = isCalculating || updated.isCalculating || (isFlipped && !changed.deleted);
  if (needsCalculation && !call.faults.has('endless')) calculations.enqueue(cohort.id);
  return json(200, cohortText(db, updated));
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
