// Persons of a cohort: pages of JSON without a count, or one CSV with a maximum number of rows.
import { setImmediate } from 'node:timers/promises';
import { readWindow } from '#sandbox/http/readRequest.ts';
import { json, type ResponseData } from '#sandbox/http/serviceError.ts';
import { asText } from '#sandbox/json/rawJson.ts';
import { cohortText } from '#sandbox/store/cohorts.ts';
import { listPersons } from '#sandbox/store/persons.ts';
import { findForCall } from './cohorts.ts';
import { pageText, type RouteCall, type Service } from './routeCall.ts';

export function persons(call: RouteCall): ResponseData | Promise<ResponseData> {
  return call.isCsv ? csv(call) : page(call);
}

function page(call: RouteCall): ResponseData {
  const cohort = findForCall(call);
  const { db, habits } = call.service;
  if (call.faults.has('cohort')) return json(200, cohortText(db, cohort));
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
function spaced(timestamp: string): string {
  return timestamp.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00');
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
