// Persons of a cohort (the interface, section 4.2, and what real services answer): pages of JSON without a count, or
// one CSV up to a cap.
import { json } from '../answer.ts';
import type { Answer } from '../answer.ts';
import { readWindow } from '../request.ts';
import { cohortText } from '../store/cohorts.ts';
import { listPersons } from '../store/persons.ts';
import { pageText } from './call.ts';
import type { Call } from './call.ts';
import { findForCall } from './cohorts.ts';
import { formatCsv } from './csv.ts';

export function persons(call: Call): Answer {
  return call.isCsv ? csv(call) : page(call);
}

function page(call: Call): Answer {
  const cohort = findForCall(call);
  const { db } = call.service;
  if (call.faults.has('cohort')) return json(200, cohortText(db, cohort));
  return json(
    200,
    '{',
    ...pageText(call, cohort.count ?? 0, (limit, offset) => listPersons(db, cohort.members, limit, offset)),
  );
}

function csv(call: Call): Answer {
  const cohort = findForCall(call);
  const { offset } = readWindow(call.query);
  const cap = call.service.csvCap;
  const limit = call.query.has('limit') ? Math.min(readWindow(call.query).limit, cap) : cap;
  const results = listPersons(call.service.db, cohort.members, limit, offset);
  const list: unknown = JSON.parse(`[${Buffer.from(results).toString()}]`);
  const rows = Array.isArray(list) ? formatCsv(list) : [];
  return { status: 200, headers: { 'Content-Type': 'text/csv; charset=utf-8' }, body: rows };
}
