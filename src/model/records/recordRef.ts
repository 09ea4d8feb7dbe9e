// References to lists and records, and their text form and that of projects.
import type { ProjectRef } from '#model/connections/projectRef.ts';

export type RecordKind = 'dashboard' | 'cohort';

export interface ListRef extends ProjectRef {
  readonly kind: RecordKind;
}

export interface RecordRef extends ListRef {
  readonly id: number;
}

/** The path segment of a kind in the service's interface. */
export const segmentOf = { dashboard: 'dashboards', cohort: 'cohorts' } as const satisfies Record<
  RecordKind,
  string
>;

/** The verbs for the records of a list. */
export function resourceOf<D, C>(
  client: { dashboards(projectId: string): D; cohorts(projectId: string): C },
  { projectId, kind }: Pick<ListRef, 'projectId' | 'kind'>,
): D | C {
  return kind === 'dashboard' ? client.dashboards(projectId) : client.cohorts(projectId);
}

/** `acme/1`, each part percent-encoded, so that different references never have the same text. */
export function formatProjectRef(ref: ProjectRef): string {
  return `${encodeURIComponent(ref.connectionId)}/${encodeURIComponent(ref.projectId)}`;
}

/** `acme/1/cohorts` */
export function formatListRef(ref: ListRef): string {
  return `${formatProjectRef(ref)}/${segmentOf[ref.kind]}`;
}

/** `acme/1/cohorts/42` */
export function formatRecordRef(ref: RecordRef): string {
  return `${formatListRef(ref)}/${ref.id}`;
}

/** Reads the text of formatRecordRef; undefined for any other text. */
export function parseRecordRef(text: string): RecordRef | undefined {
  const parts = text.split('/');
  const [connection, project, segment, id] = parts;
  if (parts.length !== 4 || !connection || !project || !id || !/^\d+$/.test(id)) return undefined;
  if (!Number.isSafeInteger(Number(id))) return undefined;
  const kind = segment === 'dashboards' ? 'dashboard' : segment === 'cohorts' ? 'cohort' : undefined;
  if (!kind) return undefined;
  try {
    return {
      connectionId: decodeURIComponent(connection),
      projectId: decodeURIComponent(project),
      kind,
      id: Number(id),
    };
  } catch {
    return undefined; // invalid percent encoding
  }
}

/** Deletes the projects of some connections from a map whose keys formatProjectRef made. */
export function deleteProjects(map: Map<string, unknown>, isOf: (connectionId: string) => boolean): void {
  for (const key of [...map.keys()])
    if (isOf(decodeURIComponent(key.slice(0, key.indexOf('/'))))) map.delete(key);
}

export function isSameProject(a: ProjectRef, b: ProjectRef): boolean {
  return a.connectionId === b.connectionId && a.projectId === b.projectId;
}

export function isSameList(a: ListRef, b: ListRef): boolean {
  return a.connectionId === b.connectionId && a.projectId === b.projectId && a.kind === b.kind;
}

export function isSameRecord(a: RecordRef, b: RecordRef): boolean {
  return a.id === b.id && isSameList(a, b);
}
