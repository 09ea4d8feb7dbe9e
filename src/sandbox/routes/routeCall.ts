// A request as routes get it, and what they share.
import { json, notFound, type ResponseData } from '#sandbox/http/serviceError.ts';
import { type FaultsOfRequest, numberOf } from '#sandbox/http/faultTable.ts';
import type { CalculationQueue } from '#sandbox/membership/calculationQueue.ts';
import type { Habits } from './deploymentHabits.ts';
import type { RequestFields } from '#sandbox/http/readRequest.ts';
import { readWindow } from '#sandbox/http/readRequest.ts';
import type { Database } from '#sandbox/store/database.ts';
import { listRecords, orderOf } from '#sandbox/store/recordOrder.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

/** The service behind all routes. */
export interface Service {
  readonly db: Database;
  readonly calculations: CalculationQueue;
  readonly habits: Habits;
  /** Maximum rows of a CSV of persons; the rest is omitted silently, as on the service. */
  readonly csvCap: number;
  readonly maxBodyBytes: number;
}

export interface RouteCall {
  readonly service: Service;
  readonly method: string;
  readonly project: ProjectRow;
  /** The record's id in the path; empty if there is none. */
  readonly id: string;
  /** Scheme, host and path as the client sent them. */
  readonly address: string;
  readonly query: URLSearchParams;
  readonly isCsv: boolean;
  readonly faults: FaultsOfRequest;
  readFields(): Promise<RequestFields>;
}

/** Throws 404 if the id is not a number, as for an unknown id. */
export function recordId(call: RouteCall): number {
  if (!/^\d{1,15}$/.test(call.id)) throw notFound();
  return Number(call.id);
}

/** A page of the project's records in its envelope. */
export function pageResponse(call: RouteCall, kind: 'dashboard' | 'cohort'): ResponseData {
  const { service, project } = call;
  const count = orderOf(service.db, kind, project.id).length;
  const page = pageText(call, count, (limit, offset) => {
    const records = listRecords(service.db, kind, project.id, limit, offset);
    return service.habits.has('accessLevels')
      ? Buffer.from(service.habits.shape(Buffer.from(records).toString()))
      : records;
  });
  return json(200, `{"count":${count},`, ...page);
}

/** The rest of an envelope after its count. */
export function pageText(
  call: RouteCall,
  count: number,
  list: (limit: number, offset: number) => Uint8Array,
): readonly (string | Uint8Array)[] {
  const { limit, offset } = readWindow(call.query);
  const next = offset + limit < count ? pageLink(call, limit, offset + limit) : null;
  const previous = offset > 0 ? pageLink(call, limit, Math.max(0, offset - limit)) : null;
  const links = `"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`;
  const [move, short] = [call.faults.get('move'), call.faults.get('short')];
  const shown = Math.max(0, limit - ((short && numberOf(short)) ?? 0));
  const from = Math.max(0, offset - ((move && numberOf(move)) ?? 0));
  return [`${links},"results":[`, list(shown, from), ']}'];
}

/** The URL of another page: the same query with another window. */
function pageLink(call: RouteCall, limit: number, offset: number): string {
  const query = new URLSearchParams(call.query);
  query.set('limit', String(limit));
  query.set('offset', String(offset));
  query.sort();
  return `${call.address}?${query.toString()}`;
}
