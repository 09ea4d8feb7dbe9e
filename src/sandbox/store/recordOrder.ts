// The order of a project's records, cached until a change moves one, so that every page and the count cost the same.
import type { Database } from './database.ts';
import { bytesIn, textOrNullIn } from './database.ts';

const orders = {
  dashboard: 'pinned DESC, name IS NULL, name COLLATE NOCASE, id',
  cohort: 'created_at DESC, id DESC',
} as const;
type Kind = keyof typeof orders;

const known = new WeakMap<Database, Map<string, readonly number[]>>();

/** Ids of a project's records in list order, without deleted ones. */
export function orderOf(db: Database, kind: Kind, projectId: number): readonly number[] {
  const ofDatabase = known.get(db) ?? new Map<string, readonly number[]>();
  known.set(db, ofDatabase);
  const name = `${kind} ${projectId}`;
  const ids = ofDatabase.get(name) ?? readOrder(db, kind, projectId);
  ofDatabase.set(name, ids);
  return ids;
}

/** Call it after every change that adds, removes or moves a record. */
export function forgetOrder(db: Database, kind: Kind, projectId: number): void {
  known.get(db)?.delete(`${kind} ${projectId}`);
}

/** Records as JSON, joined with commas. Cached until the next write. */
export function listRecords(
  db: Database,
  kind: Kind,
  projectId: number,
  limit: number,
  offset: number,
): Uint8Array {
  const pages = pagesOf(db);
  const name = `${kind} ${projectId} ${limit} ${offset}`;
  const kept = pages.texts.get(name);
  if (kept) return kept;
  const ids = orderOf(db, kind, projectId).slice(offset, offset + limit);
  const page = readPage(db, kind, ids);
  pages.bytes += page.byteLength;
  pages.texts.set(name, page);
  return page;
}

interface Pages {
  /** `writes` of the database when it was read. */
  readonly writes: number;
  bytes: number;
  readonly texts: Map<string, Uint8Array>;
}

const maxPagesBytes = 32_000_000;
const keptPages = new WeakMap<Database, Pages>();

function pagesOf(db: Database): Pages {
  const kept = keptPages.get(db);
  if (kept?.writes === db.writes && kept.bytes < maxPagesBytes) return kept;
  const pages = { writes: db.writes, bytes: 0, texts: new Map<string, Uint8Array>() };
  keptPages.set(db, pages);
  return pages;
}

function readPage(db: Database, kind: Kind, ids: readonly number[]): Uint8Array {
  const row = db.get(
    `SELECT CAST(group_concat(record, ',') AS BLOB) AS page FROM
      (SELECT record FROM json_each(?) AS place CROSS JOIN ${kind} ON ${kind}.id = place.value)`,
    JSON.stringify(ids),
  );
  return bytesIn(row, 'page');
}

function readOrder(db: Database, kind: Kind, projectId: number): readonly number[] {
  const row = db.get(
    `SELECT group_concat(id) AS ids FROM
      (SELECT id FROM ${kind} WHERE project_id = ? AND deleted = 0 ORDER BY ${orders[kind]})`,
    projectId,
  );
  const ids = row && textOrNullIn(row, 'ids');
  return ids ? ids.split(',').map(Number) : [];
}
