// Persons of a cohort (the interface, section 4.2, and what real services answer): pages of JSON without a count, or
// one CSV up to a cap.
import { json } from '../answer.ts';
import type { Answer } from '../answer.ts';
import { readWindow } from '../request.ts';
import { listPersons } from '../store/persons.ts';
import { pageLink } from './call.ts';
import type { Call } from './call.ts';
import { findForCall } from './cohorts.ts';
import { formatCsv } from './csv.ts';

export function persons(call: Call): Answer {
  return call.isCsv ? csv(call) : page(call);
}

function page(call: Call): Answer {
  const cohort = findForCall(call);
  const { limit, offset } = readWindow(call.query);
  const count = cohort.count ?? 0;
  const next = offset + limit < count ? pageLink(call, limit, offset + limit) : null;
  const previous = offset > 0 ? pageLink(call, limit, Math.max(0, offset - limit)) : null;
  const results = listPersons(call.service.db, cohort.members, limit, offset);
  const links = `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`;
  return json(200, `{${links},"results":[`, results, ']}');
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
