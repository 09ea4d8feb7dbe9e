import type { RecordRef } from './recordRef.ts';

/** The record's page in the service's web UI. `baseUrl`: without a trailing slash. */
export function webUrl(baseUrl: string, ref: RecordRef): string {
  const page = ref.kind === 'dashboard' ? 'dashboard' : 'cohorts';
  return `${baseUrl}/project/${encodeURIComponent(ref.projectId)}/${page}/${ref.id}`;
}
