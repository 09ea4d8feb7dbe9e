// What deployments of today say of a cohort beyond the interface: what uses it, and its calculations.
import { json, unknownPath, type ResponseData } from '#sandbox/http/serviceError.ts';
import { readWindow } from '#sandbox/http/readRequest.ts';
import { listCalculations, listFlags, listInsightsUsing } from '#sandbox/store/cohortDetails.ts';
import { findForCall, listReferring } from './cohorts.ts';
import type { RouteCall } from './routeCall.ts';

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
