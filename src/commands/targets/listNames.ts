import * as vscode from 'vscode';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** More names make a message longer than people read. */
const maxNames = 10;

/** The first names, and how many more there are. */
export function listNames(names: readonly string[], separator: string): string {
  const shown = names.slice(0, maxNames);
  const more = names.length - shown.length;
  if (more > 0) shown.push(t('and {0} more', formatCount(more)));
  return shown.join(separator);
}
