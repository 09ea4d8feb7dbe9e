// Persons of a cohort: pages of JSON without a count, or one CSV with a maximum number of rows.
import { setImmediate } from 'node:timers/promises';
import { readWindow } from '#sandbox/http/readRequest.ts';
import { json, type ResponseData, invalid, notFound, unknownPath } from '#sandbox/http/serviceError.ts';
import { asText } from '#sandbox/json/rawJson.ts';
import { cohortText, type CohortRow, updateCohort } from '#sandbox/store/cohorts.ts';
import {
  countFound,
  listFound,
  listPersons,
  addMembers,
  findPersons,
  removeMember,
} from '#sandbox/store/persons.ts';
import { findForCall } from './cohorts.ts';
import { pageText, type RouteCall, type Service } from './routeCall.ts';
import { addActivity } from '#sandbox/store/cohortDetails.ts';
import { timestamp } from '#sandbox/store/database.ts';
import { callerId } from '#sandbox/store/projects.ts';

export function persons(call: RouteCall): ResponseData | Promise<ResponseData> {
  return call.isCsv ? csv(call) : page(call);
}

function page(call: RouteCall): ResponseData {
  const cohort = findForCall(call);
  const { db, habits } = call.service;
  if (call.faults.has('cohort')) return json(200, cohortText(db, cohort));
  const search = habits.has('interfaceOnly') ? undefined : call.query.get('search')?.trim();
  if (search)
    return json(
      200,
      '{',
      ...pageText(call, countFound(db, cohort.members, search), (limit, offset) =>
        listFound(db, cohort.members, search, { limit, offset }),
      ),
    );
  return json(
    200,
    '{',
    ...pageText(call, cohort.count ?? 0, (limit, offset) =>
      listPersons(db, cohort.members, { limit, offset, hasTenIds: habits.has('tenIds') }),
    ),
  );
}

/** Persons read in one step; other requests are answered in between. */
const batchSize = 1000;

/** Reads all persons twice, because the columns are known only at the end. */
async function csv(call: RouteCall): Promise<ResponseData> {
  const { csvCap } = call.service;
  const { members } = findForCall(call);
  const { limit, offset } = readWindow(call.query);
  const end = offset + (call.query.has('limit') ? Math.min(limit, csvCap) : csvCap);
  const names = new Set<string>();
  for await (const batch of readBatches(call.service, members, offset, end)) {
    for (const name of findColumns(batch)) names.add(name);
  }
  const columns = sortColumns(names);
  const body = columns.length === 0 ? [] : [formatHeader(columns)];
  for await (const batch of readBatches(call.service, members, offset, end))
    body.push(formatRows(columns, batch));
  return { status: 200, headers: { 'Content-Type': 'text/csv; charset=utf-8' }, body };
}

async function* readBatches(
  { db, habits }: Service,
  members: number,
  offset: number,
  end: number,
): AsyncGenerator<readonly unknown[]> {
  const hasTenIds = habits.has('tenIds');
  for (let from = offset; from < end; from += batchSize) {
    const text = Buffer.from(
      listPersons(db, members, { limit: Math.min(batchSize, end - from), offset: from, hasTenIds }),
    );
    if (text.byteLength === 0) return;
    const batch: unknown = JSON.parse(`[${text.toString()}]`);
    if (Array.isArray(batch)) yield batch;
    await setImmediate();
  }
}

// Persons as CSV: nested values flattened with dots, columns in alphabetical order, CRLF, null as empty.
/** The column names of the records, unordered. */
export function findColumns(records: readonly unknown[]): Set<string> {
  return new Set(records.flatMap((record) => [...flatten(record).keys()]));
}

export function sortColumns(columns: Iterable<string>): string[] {
  return [...columns].toSorted(byCodePoint);
}

export function formatHeader(columns: readonly string[]): string {
  return line(columns);
}

export function formatRows(columns: readonly string[], records: readonly unknown[]): string {
  const rows = records.map((record) => {
    const cells = flatten(record);
    return line(columns.map((column) => cells.get(column) ?? ''));
  });
  return rows.join('');
}

function flatten(record: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const visit = (value: unknown, column: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) visit(part, column === '' ? key : `${column}.${key}`);
    } else {
      cells.set(column, column === 'created_at' ? spaced(String(value)) : cell(value));
    }
  };
  visit(record, '');
  return cells;
}

function cell(value: unknown): string {
  if (value === null) return '';
  if (value === true) return 'True';
  if (value === false) return 'False';
  return asText(value);
}

/** `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`; keeps a fraction that is not zero. */
function spaced(time: string): string {
  return time.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00');
}

function line(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Compares by code points, not by UTF-16 units. */
function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

// Persons of a static cohort, beyond the interface: added in batches, and removed one by one.

/** Persons of one request. */
const maxBatch = 1000;

export async function addToStatic(call: RouteCall): Promise<ResponseData> {
  if (call.service.habits.has('interfaceOnly')) return unknownPath();
  const { values } = await call.readFields();
  const cohort = findStatic(call, 'Can only add persons to static cohorts.');
  const given: unknown = values['person_ids'];
  if (!Array.isArray(given)) throw refused('person_ids must be a list.');
  if (given.length === 0) throw refused('person_ids cannot be empty.');
  if (given.length > maxBatch) throw refused('List size exceeds limit');
  const { db } = call.service;
  const found = findPersons(db, call.project, given.map(String));
  if (found.length === 0) throw refused('No valid persons to add to the cohort.');
  db.transaction(() => {
    const added = addMembers(db, cohort.members, found);
    const at = timestamp(Date.now());
    updateCohort(db, { ...cohort, ...added, lastCalculation: at });
    addActivity(db, cohort.id, { activity: 'persons_added_manually', userId: callerId, at });
  });
  return json(200, '{"success":true}');
}

export async function removeFromStatic(call: RouteCall): Promise<ResponseData> {
  if (call.service.habits.has('interfaceOnly')) return unknownPath();
  const { values } = await call.readFields();
  const cohort = findStatic(call, 'Can only remove persons from static cohorts.');
  const { db } = call.service;
  const [person] = findPersons(db, call.project, [String(values['person_id'])]);
  if (person === undefined) throw notFound('Person with this UUID does not exist in the project.');
  db.transaction(() => {
    updateCohort(db, { ...cohort, count: removeMember(db, cohort.members, person) });
    const at = timestamp(Date.now());
    addActivity(db, cohort.id, { activity: 'person_removed_manually', userId: callerId, at });
  });
  return json(200, '{"success":true}');
}

/** Throws ServiceError. */
function findStatic(call: RouteCall, refusal: string): CohortRow {
  const cohort = findForCall(call);
  if (!cohort.isStatic) throw refused(refusal);
  return cohort;
}

function refused(detail: string): Error {
  return invalid(null, 'invalid_input', detail);
}
