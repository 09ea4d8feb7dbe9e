// Names of records in messages.
import * as vscode from 'vscode';
import type { Connections } from '#model/connections/connections.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** `Power users`, or `#42` if there is no name. */
export function recordName(catalog: Pick<Catalog, 'get'>, ref: RecordRef): string {
  const record = catalog.get(ref);
  return (record && nameOf(record)) ?? t('#{0}', ref.id);
}

/** `“Power users”`, or `“#42”` if there is no name. */
export function quotedName(catalog: Catalog, ref: RecordRef): string {
  return t('“{0}”', recordName(catalog, ref));
}

/** `Web`, or `Web · Acme EU` if there are several connections. */
export function projectLabel(connections: Connections, { connectionId, projectId }: ProjectRef): string {
  const connection = connections.get(connectionId);
  const project = connection?.projects.find(({ id }) => id === projectId);
  const name = project?.name || t('Project {0}', projectId);
  return connections.all.length > 1 ? `${name} · ${connection?.name ?? connectionId}` : name;
}

/** `“Power users”` or `3 records`. */
export function nameOrCount(names: readonly string[]): string {
  const [only] = names;
  return only !== undefined && names.length === 1 ? only : formatRecords(names.length);
}

export function formatRecords(count: number): string {
  return count === 1 ? t('1 record') : t('{0} records', formatCount(count));
}

/** `Cohort “Power users”`; `name` is quoted already. */
export function nameWithKind({ kind }: Pick<RecordRef, 'kind'>, name: string): string {
  return kind === 'cohort' ? t('Cohort {0}', name) : t('Dashboard {0}', name);
}

/** Each record with its kind in a line of its own; with its project where they are in several. */
export function describeRecords(
  refs: readonly RecordRef[],
  wordsOf: (ref: RecordRef) => string,
  projectName: (ref: RecordRef) => string,
): string {
  const areInOneProject = new Set(refs.map(projectName)).size <= 1;
  const lines = refs.map((ref) => {
    const words = nameWithKind(ref, wordsOf(ref));
    return areInOneProject ? words : t('{0} in {1}', words, projectName(ref));
  });
  return listNames(lines, '\n');
}

/** More names make a message longer than people read. */
const maxNames = 10;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], separator: string): string {
  const shown = names.slice(0, maxNames);
  const more = names.length - shown.length;
  if (more > 0) shown.push(t('and {0} more', formatCount(more)));
  return shown.join(separator);
}
