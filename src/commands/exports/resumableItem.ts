import * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import type { PickItem } from '#host/input/askPick.ts';
import { formatPersons, formatPersonsOf } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** The item of an interrupted export in a list. */
export function resumableItem(entry: ResumableExport): PickItem<ResumableExport> {
  const { fileName, rows, expectedCount } = entry;
  return {
    label: fileName,
    description: t(
      '{0} so far',
      expectedCount === undefined ? formatPersons(rows, t) : formatPersonsOf(rows, expectedCount, t),
    ),
    iconPath: new vscode.ThemeIcon('debug-continue'),
    value: entry,
  };
}
