// A record's filters as a document: where it is, in words that a URI can hold.
import { isSameRecord, type RecordRef, segmentOf } from './refs.ts';

/** The authority and path of a `cohortdeck:` URI. */
export interface DocumentPlace {
  readonly authority: string;
  readonly path: string;
}

const suffix = '.filters.json';
const maxNameLength = 80;

/** `acme`, `/1/cohorts/42/Power users.filters.json`. The name is for people: any other leads to the same record. */
export function formatFiltersPlace(ref: RecordRef, name: string | undefined): DocumentPlace {
  const title = toFileName(name ?? '') || `${ref.kind}-${ref.id}`;
  return {
    authority: ref.connectionId,
    path: `/${encodeURIComponent(ref.projectId)}/${segmentOf[ref.kind]}/${ref.id}/${title}${suffix}`,
  };
}

/** Undefined for what formatFiltersPlace does not make. */
export function parseFiltersPlace(place: DocumentPlace): RecordRef | undefined {
  const match = /^\/([^/]+)\/(dashboards|cohorts)\/(\d{1,15})\/[^/]+\.filters\.json$/.exec(place.path);
  const [, project, segment, id] = match ?? [];
  if (!project || !segment || !id || place.authority === '') return undefined;
  try {
    return {
      connectionId: place.authority,
      projectId: decodeURIComponent(project),
      kind: segment === 'cohorts' ? 'cohort' : 'dashboard',
      id: Number(id),
    };
  } catch {
    return undefined; // a stray percent sign
  }
}

/** The place that a record's filters are open at, whatever it was called then; else the one its name gives. */
export function chooseFiltersPlace(
  ref: RecordRef,
  name: string | undefined,
  open: readonly DocumentPlace[],
): DocumentPlace {
  const isOfRecord = (place: DocumentPlace) => {
    const other = parseFiltersPlace(place);
    return other !== undefined && isSameRecord(other, ref);
  };
  const { authority, path } = open.find(isOfRecord) ?? formatFiltersPlace(ref, name);
  return { authority, path };
}

/** Without what a path, a glob or a tab cannot hold. */
function toFileName(name: string): string {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(clean).slice(0, maxNameLength).join('').replace(/^\.+/, '').trim();
}
