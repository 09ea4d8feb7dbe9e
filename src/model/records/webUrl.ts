import type { ProjectRef, RecordRef } from './recordRef.ts';

/** The record's page in the service's web UI. `baseUrl`: without a trailing slash. */
export function webUrl(baseUrl: string, ref: RecordRef): string {
  const page = ref.kind === 'dashboard' ? 'dashboard' : 'cohorts';
  return `${baseUrl}/project/${encodeURIComponent(ref.projectId)}/${page}/${ref.id}`;
}

/** An insight's page. `shortId`: as the service names it. */
export function insightUrl(baseUrl: string, { projectId }: ProjectRef, shortId: string): string {
  return `${baseUrl}/project/${encodeURIComponent(projectId)}/insights/${encodeURIComponent(shortId)}`;
}
