// The address of a record's page in a service's web UI, or of the record in its API, as people paste it into a search.
import type { Connection } from '#model/connections/connection.ts';
import { parseServiceAddress } from '#model/connections/parseServiceAddress.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { CohortUser } from './cohortDetails.ts';
import type { RecordKind, RecordRef } from './recordRef.ts';

export type RecordAddress =
  /** The record in each connection that shows its project. */
  | { readonly kind: 'record'; readonly refs: readonly RecordRef[] }
  /** An address of another service; `origin` without a path. */
  | { readonly kind: 'noConnection'; readonly origin: string }
  | { readonly kind: 'noProject'; readonly connection: Connection; readonly projectId: string }
  /** An address of no dashboard or cohort. */
  | { readonly kind: 'noRecord' };

/** Undefined for a text that is not an address. */
export function readRecordAddress(
  typed: string,
  connections: readonly Connection[],
): RecordAddress | undefined {
  const text = typed.trim();
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null;
  if (url === null) return undefined;
  const address = originOf(url) + url.pathname + url.search + url.hash;
  const known = connections.flatMap((connection) => {
    const path = connection.isSample ? undefined : pathBelow(address, connection.url);
    return path === undefined ? [] : [{ connection, place: readPlace(path) }];
  });
  if (known.length === 0) return { kind: 'noConnection', origin: url.origin };
  const placed = known.flatMap(({ connection, place }) => (place ? [{ connection, place }] : []));
  const [first] = placed;
  if (!first) return { kind: 'noRecord' };
  const { projectId } = first.place;
  const refs = placed
    .filter(({ connection, place }) => connection.projects.some(({ id }) => id === place.projectId))
    .map(({ connection, place }): RecordRef => ({ connectionId: connection.id, ...place }));
  if (refs.length === 0) return { kind: 'noProject', connection: first.connection, projectId };
  return { kind: 'record', refs };
}

/** As a connection has it: in place of an older name of a public host, the present one. */
function originOf({ origin }: URL): string {
  const host = parseServiceAddress(origin);
  return host.ok && host.insteadOf?.reason === 'oldName' ? host.value : origin;
}

/** Undefined for an address that is not below the base URL. */
function pathBelow(address: string, baseUrl: string): string | undefined {
  const isBelow = address.toLowerCase().startsWith(`${baseUrl.toLowerCase()}/`) || address === baseUrl;
  return isBelow ? address.slice(baseUrl.length) : undefined;
}

const kinds: Readonly<Record<string, RecordKind>> = { dashboard: 'dashboard', cohort: 'cohort' };

/** The record in a path, also of a page below the record's, and with a query. */
function readPlace(path: string): Omit<RecordRef, 'connectionId'> | undefined {
  const parts = /^(?:\/api)?\/projects?\/([^/?#]+)\/(dashboard|cohort)s?\/(\d{1,15})(?:[/?#]|$)/i.exec(path);
  const [, projectId = '', name = '', id] = parts ?? [];
  const kind = kinds[name.toLowerCase()];
  return kind && { projectId: decode(projectId), kind, id: Number(id) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded, such as `50%`
  }
}

/** The record's page in the service's web UI. `baseUrl`: without a trailing slash. */
export function webUrl(baseUrl: string, ref: RecordRef): string {
  const page = ref.kind === 'dashboard' ? 'dashboard' : 'cohorts';
  return `${baseUrl}/project/${encodeURIComponent(ref.projectId)}/${page}/${ref.id}`;
}

/** An insight's page. `shortId`: as the service names it. */
export function insightUrl(baseUrl: string, { projectId }: ProjectRef, shortId: string): string {
  return `${baseUrl}/project/${encodeURIComponent(projectId)}/insights/${encodeURIComponent(shortId)}`;
}

/** The page of what uses a cohort; undefined if the service does not say enough for it. */
export function userUrl(
  baseUrl: string,
  ref: ProjectRef,
  { kind, id, shortId }: CohortUser,
): string | undefined {
  if (kind === 'insight') return shortId === '' ? undefined : insightUrl(baseUrl, ref, shortId);
  const page = kind === 'featureFlag' ? 'feature_flags' : 'cohorts';
  return `${baseUrl}/project/${encodeURIComponent(ref.projectId)}/${page}/${id}`;
}
