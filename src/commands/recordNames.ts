// Names of records in messages.
import * as vscode from 'vscode';
import type { Catalog } from '#model/records/catalog.ts';
import { nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { formatCount } from '#text/localFormat.ts';

const { t } = vscode.l10n;

/** More names make a message longer than people read. */
const maxNames = 10;

/** `“Power users”`, or `“#42”` where there is no name. */
export function quotedName(catalog: Catalog, ref: RecordRef): string {
  const record = catalog.get(ref);
  return t('“{0}”', (record && nameOf(record)) ?? t('#{0}', ref.id));
}

/** `“Power users”` or `3 records`. */
export function nameOrCount(names: readonly string[]): string {
  const [only] = names;
  return only !== undefined && names.length === 1 ? only : t('{0} records', names.length);
}

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], separator: string): string {
  const shown = names.slice(0, maxNames);
  const more = names.length - shown.length;
  if (more > 0) shown.push(t('and {0} more', formatCount(more)));
  return shown.join(separator);
}
