// Which parts of a record are documents, and their addresses as URIs.
import {
  formatRecordRef,
  isSameRecord,
  parseRecordRef,
  type RecordKind,
  type RecordRef,
  segmentOf,
} from '#model/records/recordRef.ts';
import { displayText } from '#text/displayText.ts';

/** `record`: all of its fields that can be edited. Only cohorts have groups. */
export type DocumentPart = 'filters' | 'groups' | 'record';

export interface DocumentRef extends RecordRef {
  readonly part: DocumentPart;
}

/** The authority and path of a `cohortdeck:` URI. */
export interface DocumentPlace {
  readonly authority: string;
  readonly path: string;
}

/** UTF-16 units: a longer one makes a tab that leaves no room for others. */
export const maxTabName = 50;

/** `acme/1/cohorts/42/groups` */
export function formatDocumentRef(ref: DocumentRef): string {
  return `${formatRecordRef(ref)}/${ref.part}`;
}

export function toDocument(
  { connectionId, projectId, kind, id }: RecordRef,
  part: DocumentPart,
): DocumentRef {
  return { connectionId, projectId, kind, id, part };
}

/**
 * `acme`, `/Web shop (1)/cohorts/42/Power users.filters.json`, which tabs and breadcrumbs show. The names are for people:
 * the document is the same with any others, or with `/1/` for a project without one.
 */
export function formatPlace(ref: DocumentRef, name: string | undefined, projectName?: string): DocumentPlace {
  const title = toFileName(name ?? '') || `${ref.kind}-${ref.id}`;
  return {
    authority: ref.connectionId,
    path: `/${projectFolder(ref, projectName)}/${segmentOf[ref.kind]}/${ref.id}/${title}.${suffixOf(ref)}.json`,
  };
}

/** `Web shop (1)`; the id alone if there is no name. */
function projectFolder({ projectId }: RecordRef, projectName = ''): string {
  const label = toFileName(projectName);
  const id = encodeURIComponent(projectId);
  return label === '' ? id : `${label} (${id})`;
}

/** Undefined for a place that formatPlace does not make. */
export function parsePlace(place: DocumentPlace): DocumentRef | undefined {
  const match = placePattern.exec(place.path);
  const [, folder, segment, id, suffix] = match ?? [];
  if (!folder || !segment || !id || !suffix || place.authority === '') return undefined;
  const kind: RecordKind = segment === 'cohorts' ? 'cohort' : 'dashboard';
  const part = partOf(suffix, kind);
  if (!part || !Number.isSafeInteger(Number(id))) return undefined;
  try {
    const projectId = decodeURIComponent(idInLabel.exec(folder)?.[1] ?? folder);
    return { connectionId: place.authority, projectId, kind, id: Number(id), part };
  } catch {
    return undefined; // a stray percent sign
  }
}

/** A record's own page, or the first persons of a cohort. */
export type PageKind = 'page' | 'persons';

/**
 * `acme`, `/Web shop (1)/dashboards/42/page/Company overview`: where a record's page is. It is not a document: nothing reads it.
 * @param name what its tab is called
 */
export function formatPagePlace(
  ref: RecordRef,
  name: string | undefined,
  page: PageKind = 'page',
  projectName?: string,
): DocumentPlace {
  const title = toSegment(name ?? '', /[/\\]/g) || `${ref.kind}-${ref.id}`;
  return {
    authority: ref.connectionId,
    path: `/${projectFolder(ref, projectName)}/${segmentOf[ref.kind]}/${ref.id}/${page}/${title}`,
  };
}

/** The record whose page is at the place. */
export function parsePagePlace(
  { authority, path }: DocumentPlace,
  page: PageKind = 'page',
): RecordRef | undefined {
  const [, folder = '', record = '', kind] = pagePattern.exec(path) ?? [];
  if (authority === '' || kind !== page) return undefined;
  const projectId = idInLabel.exec(folder)?.[1] ?? folder;
  return parseRecordRef(`${encodeURIComponent(authority)}/${projectId}/${record}`);
}

/** The place that a page is open at, whatever its record was called then; else the one its name gives. */
export function choosePagePlace(
  ref: RecordRef,
  name: string | undefined,
  open: readonly DocumentPlace[],
  page: PageKind = 'page',
  projectName?: string,
): DocumentPlace {
  const isOfPage = (place: DocumentPlace) => {
    const other = parsePagePlace(place, page);
    return other !== undefined && isSameRecord(other, ref);
  };
  const { authority, path } = open.find(isOfPage) ?? formatPagePlace(ref, name, page, projectName);
  return { authority, path };
}

/** The record that a document or a page is of. */
export function parseRecordPlace(place: DocumentPlace): RecordRef | undefined {
  return parsePlace(place) ?? parsePagePlace(place) ?? parsePagePlace(place, 'persons');
}

/** What the project was called when the place was made; undefined if it had no name. */
export function projectNameInPlace({ path }: DocumentPlace): string | undefined {
  return /^\/([^/]+) \([^/ ]+\)\//.exec(path)?.[1];
}

/** What the record was called when the place was made. */
export function nameInPlace({ path }: DocumentPlace): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+\.json$/, '');
}

/** The place that a document is open at, whatever its record was called then; else the one its name gives. */
export function choosePlace(
  ref: DocumentRef,
  name: string | undefined,
  open: readonly DocumentPlace[],
  projectName: string | undefined,
): DocumentPlace {
  const isOfDocument = (place: DocumentPlace) => {
    const other = parsePlace(place);
    return other !== undefined && other.part === ref.part && isSameRecord(other, ref);
  };
  const { authority, path } = open.find(isOfDocument) ?? formatPlace(ref, name, projectName);
  return { authority, path };
}

/** The record whose filters are at the place. */
export function parseFiltersPlace(place: DocumentPlace): RecordRef | undefined {
  const ref = parsePlace(place);
  if (ref?.part !== 'filters') return undefined;
  const { connectionId, projectId, kind, id } = ref;
  return { connectionId, projectId, kind, id };
}

/** An encoded id has no space. */
const idInLabel = / \(([^/ ]+)\)$/;

const placePattern =
  /^\/([^/]+)\/(dashboards|cohorts)\/(\d{1,16})\/[^/]+\.(filters|groups|cohort|dashboard)\.json$/;

const pagePattern = /^\/([^/]+)\/((?:dashboards|cohorts)\/\d{1,16})\/(page|persons)\/[^/]+$/;

/** The part of the name before `.json`, by which editors and schemas are chosen. */
function suffixOf({ part, kind }: DocumentRef): string {
  return part === 'record' ? kind : part;
}

function partOf(suffix: string, kind: RecordKind): DocumentPart | undefined {
  if (suffix === 'filters') return 'filters';
  if (suffix === 'groups') return kind === 'cohort' ? 'groups' : undefined;
  return suffix === kind ? 'record' : undefined;
}

/** Characters that a file on some system cannot have, with those that look alike. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['/', '∕'],
  ['\\', '∖'],
  [':', '∶'],
  ['*', '∗'],
  ['?', '？'],
  ['"', '″'],
  ['<', '‹'],
  ['>', '›'],
  ['|', '∣'],
]);

function toFileName(name: string): string {
  return toSegment(name, /[/\\:*?"<>|]/g);
}

/** The name as a part of a path. A page is no file: until it is opened, its tab is called so. */
function toSegment(name: string, excluded: RegExp): string {
  const allowed = displayText(name).replace(excluded, (one) => lookalikes.get(one) ?? ' ');
  return displayText(allowed.replace(/\s+/g, ' ').trim(), maxTabName).replace(/^\.+/, '').trim();
}
