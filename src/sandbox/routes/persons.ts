// Persons of a cohort: pages of JSON without a count, or one CSV with a maximum number of rows.
import { setImmediate } from 'node:timers/promises';
import { json } from '#sandbox/http/responseData.ts';
import type { ResponseData } from '#sandbox/http/responseData.ts';
import { readWindow } from '#sandbox/http/readRequest.ts';
import { cohortText } from '#sandbox/store/cohorts.ts';
import { listPersons } from '#sandbox/store/persons.ts';
import { pageText } from './routeCall.ts';
import type { RouteCall, Service } from './routeCall.ts';
import { findForCall } from './cohorts.ts';
import { findColumns, formatHeader, formatRows, sortColumns } from './personsCsv.ts';

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
